import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/kernel/json.js';
import {
  body,
  MEGABYTE,
  RecordingHost,
  run,
  runtime,
  warnings,
} from '../support/typescript-runs.js';

beforeAll(() => runtime.warm());
afterAll(async () => {
  await runtime.close();
  expect(warnings).toEqual([]);
});

describe('a script that succeeds', () => {
  it('returns what run returns, given params', async () => {
    const outcome = await run(body('return { sum: params.a + params.b };'), {
      params: { a: 1, b: 2 },
    });
    expect(outcome).toEqual({ kind: 'success', result: { sum: 3 } });
  });

  it.each([
    ['a synchronous default export', 'export default (p: { a: number }) => p.a', 1],
    ['a named run', 'export const run = async () => "named"', 'named'],
    ['top-level await', 'const x = await Promise.resolve(4);\nexport const run = () => x', 4],
    ['nothing, which is null', 'export function run() {}', null],
    [
      'dates and dropped members',
      body('return { at: new Date(0), none: undefined, list: [undefined] };'),
      { at: '1970-01-01T00:00:00.000Z', list: [null] },
    ],
  ])('%s', async (_name, source, result) => {
    expect(await run(source, { params: { a: 1 } })).toEqual({ kind: 'success', result });
  });

  it('sees its task, which it cannot change', async () => {
    const outcome = await run(
      body('try { reporter.task.id = "x"; } catch { return reporter.task; }'),
    );
    expect(outcome).toMatchObject({ kind: 'success', result: { id: 'task-1', attempt: 2 } });
  });

  it('runs timers', async () => {
    const source = body(`
      let ticks = 0;
      await new Promise<void>((resolve) => {
        const id = setInterval(() => { if ((ticks += 1) === 3) { clearInterval(id); resolve(); } }, 1);
      });
      await new Promise((resolve) => setTimeout(resolve, 1, 'x'));
      return ticks;`);
    expect(await run(source)).toEqual({ kind: 'success', result: 3 });
  });
});

describe('what a script reports', () => {
  it('arrives in the order it was said', async () => {
    const host = new RecordingHost();
    await run(
      body(`
      reporter.setPhase('one');
      reporter.setProgress(10.9);
      console.log('two', { a: [1, 'x'] }, new Map([[1, null]]));
      reporter.log('three\\nfour', 'warning');
      reporter.setProgress(5);
      console.error('five');
      reporter.setPhase('six');`),
      { host },
    );
    expect(host.events).toEqual([
      'phase one',
      'progress 10',
      'info two { a: [1, "x"] } Map(1) { 1 => null }',
      'warning three',
      'warning four',
      'error five',
      'phase six',
    ]);
  });

  it.each([
    ['reporter.setPhase(3)', 'setPhase needs text as a string'],
    ['reporter.setProgress(NaN)', 'setProgress needs a number from 0 to 100, not NaN'],
    ['reporter.setProgress(101)', 'from 0 to 100'],
    ['reporter.log("x", "loud")', 'debug, info, warning or error'],
    ['await reporter.files.read(3)', 'files.read needs path as a string'],
    ['await reporter.files.write("a", { b: 1 })', 'as a string or a Uint8Array, not { b: 1 }'],
  ])('is checked: %s', async (code, message) => {
    const outcome = await run(body(code));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'script_error' });
    expect(outcome).toMatchObject({ message: expect.stringContaining(`TypeError: `) });
    expect(outcome).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('is capped: a million log lines do not pass the limit', async () => {
    const host = new RecordingHost();
    const outcome = await run(body('for (let i = 0; i < 1e6; i++) console.log("line", i);'), {
      host,
      limits: { max_log_bytes: 10_000 },
    });
    expect(outcome.kind).toBe('success');
    expect(host.events.join('\n').length).toBeLessThan(20_000);
    expect(host.events.at(-1)).toBe('warning Log truncated: a run may log 10000 bytes.');
  });

  it('has long lines cut, and NUL and lone surrogates replaced', async () => {
    const host = new RecordingHost();
    await run(body('console.log("x".repeat(20000)); console.log("a\\0b\\ud800");'), { host });
    expect(host.events[0]).toMatch(/^info x{16384} \[… 3616 more characters\]$/);
    expect(host.events[1]).toBe('info a\ufffdb\ufffd');
  });
});

describe('a result that is not JSON', () => {
  it.each([
    ['{ total: NaN }', 'result/total is NaN, which JSON cannot hold; return null or a string'],
    ['[1, -Infinity]', 'result/1 is -Infinity'],
    ['() => 1', 'result is a function'],
    ['{ a: Symbol() }', 'result/a is a symbol'],
    ['10n', 'result is a bigint'],
    ['(() => { const a: any = {}; a.b = { a }; return a; })()', 'result/b/a contains itself'],
    ['new Map()', 'result is of class Map'],
    ['{ "a/b": new Uint8Array(2) }', 'result/a~1b is of class Uint8Array'],
    ['new (class Point { x = 1 })()', 'result is of class Point'],
    ['new Date(NaN)', 'result is an invalid Date'],
    ['"a\\0"', 'result contains a NUL'],
    ['["\\ud800"]', 'result/0 contains half of a surrogate pair'],
    ['{ "\\0": 1 }', 'result has a key that contains a NUL'],
    [
      '(() => { let a: any = 1; for (let i = 0; i < 65; i++) a = [a]; return a; })()',
      'deeper than',
    ],
    ['"x".repeat(2e6)', 'result is larger than 1048576 bytes'],
    ['"é".repeat(600000)', 'result is larger than 1048576 bytes'],
    ['new Array(1e9)', 'result is larger than'],
  ])('%s', async (expression, message) => {
    const outcome = await run(body(`return ${expression};`));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'invalid_result' });
    expect(outcome).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('a script that throws', () => {
  it('shows the lines of the author, past types and enums', async () => {
    const source = [
      'interface Params { a: number }',
      'enum Color { Red, Green }',
      'type Unused = string;',
      'function inner(c: Color): never {',
      '  throw new RangeError(`bad ${Color[c]}`);',
      '}',
      'export default async function run(params: Params) {',
      '  await null;',
      '  return inner(Color.Green);',
      '}',
    ].join('\n');
    expect(await run(source)).toEqual({
      kind: 'failed',
      code: 'script_error',
      message: 'RangeError: bad Green',
      stack: '    at inner (workflow.ts:5:9)\n    at run (workflow.ts:9:10)',
    });
  });

  it.each([
    ['throw "text"', 'The script threw the string: text'],
    ['throw null', 'The script threw null'],
    ['throw undefined', 'The script threw undefined'],
    ['throw { a: 1 }', 'an object that is not an Error: {"a":1}'],
    ['throw new Proxy({}, { get() { throw 1; }, ownKeys() { throw 2; } })', 'cannot be read'],
    ['throw new Proxy(function () {}, {})', 'The script threw'],
    ['throw Object.create(null, { message: { get() { throw 1; } } })', 'not an Error'],
    ['throw Object.assign(new Error("m"), { name: 5 })', 'Error: m'],
    ['setTimeout(() => { throw new Error("late"); }, 1); await new Promise(() => {})', 'late'],
    ['return new Proxy({}, { ownKeys() { throw new Error("trap"); } })', 'Error: trap'],
    ['await import("node:fs")', 'node:fs'],
    [
      'JSON.stringify = () => "{}"; Array.isArray = () => true as any; throw new Error("mine")',
      'mine',
    ],
  ])('%s', async (code, message) => {
    const outcome = await run(body(code));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'script_error' });
    expect(outcome).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('also at its top level', async () => {
    const outcome = await run('throw new Error("early");\nexport const run = () => 1;');
    expect(outcome).toMatchObject({ message: 'Error: early', stack: '    at workflow.ts:1:7' });
  });

  it('fails at once when its promise can no longer settle', async () => {
    const outcome = await run(body('await new Promise(() => {});'));
    expect(outcome).toMatchObject({ code: 'script_error' });
    expect(outcome).toMatchObject({ message: expect.stringContaining('run() never finished') });
  });
});

describe('check', () => {
  it.each([
    ['', 'The script is empty', 1, 1],
    [' \n\t', 'The script is empty', 1, 1],
    ['export default () => 1;\nlet x = ;', 'Unexpected ";"', 2, 9],
    ['export const x = 1', 'The script exports no `run`', null, null],
    ['module.exports = () => 1', 'The script exports no `run`', null, null],
    ['const a = 1;\nimport fs from "fs";\nexport default () => fs', 'Cannot import "fs"', 2, 16],
    ['x'.repeat(MEGABYTE + 1), 'longer than', null, null],
  ])('refuses a script: %#', async (source, message, line, column) => {
    const result = await runtime.check(source);
    expect(result).toMatchObject({ ok: false });
    const [first] = result.ok ? [] : result.diagnostics;
    expect(first).toEqual({ message: expect.stringContaining(message), line, column });
  });

  it('lets type-only imports vanish', async () => {
    const source = 'import type { A } from "a";\nexport default (p: A) => 1';
    expect(await runtime.check(source)).toMatchObject({ ok: true });
  });

  it('leaves a `run` that is no function to the run', async () => {
    expect(await run('export const run = 5')).toMatchObject({
      code: 'script_error',
      message: expect.stringContaining('The script exports no `run`'),
    });
  });
});

describe('calls', () => {
  it('reach the host with their arguments and bring back its answer', async () => {
    const seen: [string, Json][] = [];
    const host = new RecordingHost((method, args) => {
      seen.push([method, args]);
      return Promise.resolve(
        method === 'files.read' ? { content: 'text', encoding: 'utf-8' } : true,
      );
    });
    const outcome = await run(
      body(`
      await reporter.files.write('/a', 'b', { ws: 'w' });
      return [await reporter.files.read('/a'), await reporter.files.exists('/a')];`),
      { host },
    );
    expect(outcome).toEqual({ kind: 'success', result: ['text', true] });
    expect(seen).toEqual([
      ['files.write', { path: '/a', content: 'b', ws: 'w' }],
      ['files.read', { path: '/a', ws: null }],
      ['files.exists', { path: '/a', ws: null }],
    ]);
  });

  it('reject with the code and the message of the host, and nothing of other errors', async () => {
    const source = body(`
      try { await reporter.files.list('/'); } catch (e: any) { return [e.name, e.code, e.message]; }`);
    expect(await run(source)).toEqual({
      kind: 'success',
      result: ['MetarunError', 'not_available', 'no files.list here'],
    });
    const host = new RecordingHost(() => Promise.reject(new Error('secret')));
    expect(await run(source, { host })).toEqual({
      kind: 'success',
      result: ['MetarunError', 'internal', 'The service could not answer this call.'],
    });
  });

  it('are answered many at a time', async () => {
    const host = new RecordingHost((_method, args) => Promise.resolve(args));
    const source = body(`
      const all = await Promise.all(Array.from({ length: 500 }, (_, i) => reporter.files.delete('/' + i)));
      return all.map((a: any) => a.path).join() === Array.from({ length: 500 }, (_, i) => '/' + i).join();`);
    expect(await run(source, { host })).toEqual({ kind: 'success', result: true });
  });

  it('carry bytes both ways', async () => {
    let stored: Json = null;
    const host = new RecordingHost((_method, args) => {
      const { content = null, encoding = 'utf-8' } = args as Record<string, Json>;
      if (content !== null) stored = { content, encoding };
      return Promise.resolve(content === null ? stored : {});
    });
    const source = body(`
      const bytes = Uint8Array.from({ length: 70_001 }, (_, i) => i % 256);
      const read: any[] = [];
      for (const content of [bytes, bytes.subarray(1, 6), bytes.buffer.slice(254, 257), new DataView(bytes.buffer, 3, 1), new Uint8Array(0)]) {
        await reporter.files.write('/b', content);
        read.push(await reporter.files.read('/b'));
      }
      return [read[0].every((byte, i) => byte === bytes[i]) && read[0].length, ...read.slice(1).map((item) => [...item])];`);
    expect(await run(source, { host })).toEqual({
      kind: 'success',
      result: [70_001, [1, 2, 3, 4, 5], [254, 255, 0], [3], []],
    });
    expect(stored).toEqual({ content: '', encoding: 'base64' });
  });

  it('refuse what is too large for a frame', async () => {
    const outcome = await run(body('await reporter.files.write("/a", "x".repeat(17e6));'));
    expect(outcome).toMatchObject({ code: 'script_error' });
  });
});
