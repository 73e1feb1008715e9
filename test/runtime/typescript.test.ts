import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, MEGABYTE, run, runtime, warnings } from '../support/typescript-runs.js';

beforeAll(() => runtime.warm());
afterAll(async () => {
  await runtime.close();
  expect(warnings).toEqual([]);
});

describe('a script that succeeds', () => {
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
  ])('a script succeeds and returns its result: %s', async (_name, source, result) => {
    expect(await run(source, { params: { a: 1 } })).toEqual({ kind: 'success', result });
  });

  it('a script can use timers', async () => {
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
  it('reports arrive in the order in which the script made them', async () => {
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
      'phase:one',
      'progress:10',
      "info:two { a: [ 1, 'x' ] } Map(1) { 1 => null }",
      'warning:three',
      'warning:four',
      'error:five',
      'phase:six',
    ]);
  });
});

describe('a result that is not JSON', () => {
  it.each([
    ['{ a: Symbol() }', 'result/a is a symbol'],
    ['{ "a/b": new Uint8Array(2) }', 'result/a~1b is of class Uint8Array'],
    ['new Date(NaN)', 'result is an invalid Date'],
    ['new Array(1e9)', 'result is larger than'],
  ])('the result %s is rejected as invalid', async (expression, message) => {
    const outcome = await run(body(`return ${expression};`));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'invalid_result' });
    expect(outcome).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('a script that throws', () => {
  it('a stack shows the author’s lines despite types and enums', async () => {
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
  ])('a failing script gets a readable message: %s', async (code, message) => {
    const outcome = await run(body(code));
    expect(outcome).toMatchObject({ kind: 'failed', code: 'script_error' });
    expect(outcome).toMatchObject({ message: expect.stringContaining(message) });
  });

  it('a run fails at once when its promise can no longer settle', async () => {
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
    ['x'.repeat(MEGABYTE + 1), '1048576 are the most', null, null],
  ])('the check refuses an invalid script: %#', async (source, message, line, column) => {
    const result = await runtime.check(source, 'project-a');
    expect(result).toMatchObject({ ok: false });
    const [first] = result.ok ? [] : result.diagnostics;
    expect(first).toEqual({ message: expect.stringContaining(message), line, column });
  });

  it('a script with type-only imports passes the check', async () => {
    const source = 'import type { A } from "a";\nexport default (p: A) => 1';
    expect(await runtime.check(source, 'project-a')).toMatchObject({ ok: true });
  });

  it('a `run` that is not a function fails only when the script runs', async () => {
    expect(await run('export const run = 5')).toMatchObject({
      code: 'script_error',
      message: expect.stringContaining('The script exports no `run`'),
    });
  });
});

describe('calls', () => {
  it('reporter calls carry bytes in both directions', async () => {
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
});
