/** `console` in both TypeScript runtimes, compared with the output of Node. */
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingHost } from '../support/recording-host.js';
import { body, run, runtime, warnings } from '../support/typescript-runs.js';

afterAll(async () => {
  await runtime.close();
  expect(warnings).toEqual([]);
});

const ENGINES = ['isolate', 'node'] as const;

/** Calls with deterministic output in Node. */
const CALLS = [
  `console.log('%s is %d', 'Ada', 42)`,
  `console.log('%i %f %j %o %O %c%% %x', 1.5, '2.5', { a: 1 }, [1, { b: 2 }], { a: { b: { c: { d: 1 } } } }, 'css', 'more')`,
  `console.log('%s %s %s %s', null, undefined, 7n, Symbol('a'))`,
  `console.log('%s', class Q extends Array {}.name, '%s')`,
  `console.log('%d %d %i', '0x10', 10n, 'none')`,
  `console.log('%', '%%', 'a%'); console.log('100%'); console.log('%s'); console.log('%%')`,
  `console.log('%j', { toJSON: () => [1] }); console.log('%s', { toString: () => 'mine' })`,
  `console.log(); console.log(''); console.log('a', 1, true, null, undefined, -0, 10n, Symbol('s'))`,
  `console.info({ a: 1, b: 'it is', c: "it's", d: [1, 2, 3], e: { f: { g: { h: 1 } } } })`,
  `console.log([, 1], [undefined, null], Array.from({ length: 120 }, (_, i) => i))`,
  `console.log(new Map([[1, { a: 2 }], ['k', new Set(['v'])]]), new Set(), new WeakMap())`,
  `console.log({ long: 'x'.repeat(90), more: ['y'.repeat(40), 'z'.repeat(40)] })`,
  `console.log(function named() {}, class B extends Array {}, () => 1, async () => 1, function* g() {})`,
  `console.log(Object.create(null), new (class Point { x = 1; #y = 2; get z() { return 3; } })())`,
  `console.log(new Date(0), /x/gi, new Uint8Array([1, 2]), new Number(3), new String('abc'), Promise)`,
  `console.log({ get a() { return 1; }, set a(v) {}, get b() { return 1; }, 'c-d': 1 })`,
  `const o = { name: 'o' }; o.self = o; console.log(o)`,
  `console.log({ text: 'a\\nb' }, ['a\\nb']); console.log('a\\nb')`,
  `console.warn('careful %s', 'now'); console.error({ a: 1 }); console.debug('d', [1])`,
  `console.table([{ a: 1, b: 'x' }, { a: 2, c: { d: 1 } }]); console.table([[1, 2], [3, 4]])`,
  `console.table([{ a: 1, b: 2 }], ['b']); console.table([1, 'a', { a: 1 }]); console.table(5); console.table('%s')`,
  `console.table(new Map([['a', { x: 1 }], ['b', 2]])); console.table(new Set([1, 'two']))`,
  `console.table([{ 'wide 漢字': '漢', e: 'é' }]); console.table({ r: { a: 1 }, s: { a: 2 } }); console.table([])`,
  `console.table([{ a: [1, 2, 3, 4], b: { c: 1, d: 2, e: 3 } }])`,
  `console.group('one'); console.log('a\\nb'); console.group(); console.warn('c'); console.error('d'); console.groupEnd(); console.debug({ a: 1 }); console.table([1]); console.groupEnd(); console.groupEnd(); console.log('e')`,
  `console.groupCollapsed('%s', 'x'); console.info('in'); console.groupEnd(); console.dirxml('a', { b: 1 })`,
  `console.dir({ a: { b: { c: { d: 1 } } } }, { depth: 0 }); console.dir('%s'); console.dir([1], 2 && {})`,
  `console.count(); console.count('a'); console.count('a'); console.countReset('a'); console.count('a'); console.count(undefined); console.count(null)`,
  `console.assert(true, 'no'); console.assert(false); console.assert(0, 'with %s', 'text'); console.assert(null, { a: 1 }, 2)`,
  `console.clear(); console.profile('x'); console.profileEnd('x'); console.timeStamp()`,
  `const { log, group, groupEnd } = console; group('bound'); log('in'); groupEnd()`,
  `console.log(new Error('plain').message, [new RangeError('in a list').name])`,
  `try { console.table([1], 'a') } catch (error) { console.log(error.name) }`,
  `console.log(console.log.name, console.log.length, console.table.name, console.table.length)`,
] as const;

/** Output of Node for each call. */
let printed: string[];

beforeAll(() => {
  const program = CALLS.map(
    (call) => `{ ${call} }; process.stdout.write('\\0'); process.stderr.write('\\0');`,
  ).join('\n');
  const both = execFileSync(process.execPath, ['--input-type=module'], {
    input: `process.stderr.write = process.stdout.write.bind(process.stdout);\n${program}`,
  });
  printed = both.toString().split('\0\0');
});

describe.each(ENGINES)('console of the runtime %s', (engine) => {
  it.each(CALLS.map((call, index) => [call, index] as const))(
    'the console prints what Node prints: %s',
    async (call, index) => {
      const host = new RecordingHost();
      await run(body(call), { engine, host });
      const lines = host.events.map((event) => event.replace(/^\w+:/, ''));
      expect(lines.map((line) => `${line}\n`).join('')).toBe(printed[index]);
    },
  );
});
