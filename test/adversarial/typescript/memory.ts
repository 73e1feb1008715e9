import { atWholeSize, type Ending, type HostileCase } from '../support/hostile-case.js';

/** Enough time to exhaust the memory, even on a busy machine, where long runs come last. */
const metaTask = { timeout_seconds: 200 };
const bomb = (name: string, body: string, ...ends: Ending[]): HostileCase => ({
  name,
  body,
  metaTask: ends.includes('timeout') ? { timeout_seconds: 60 } : metaTask,
  ends: ['out_of_memory', ...ends],
});
const held = (what: string): string =>
  `const all: any[] = []; for (let i = 0; ; i++) all.push(${what});`;

export const memory: HostileCase[] = [
  bomb('arrays', held('new Array(1_000).fill(i)')),
  bomb('text', held('("x" + i).repeat(50_000).toUpperCase()')),
  bomb('buffers that are written', held('new Uint8Array(1e7).fill(1)')),
  bomb(
    'a buffer that grows',
    'const buffer: any = new (ArrayBuffer as any)(0, { maxByteLength: 4e9 }); for (let n = 1e6; ; n += 1e6) { buffer.resize(n); new Uint8Array(buffer, n - 1e6).fill(1); }',
  ),
  bomb(
    'formatters of dates',
    held('new Intl.DateTimeFormat("en-u-ca-buddhist", { dateStyle: "full", timeStyle: "full" })'),
  ),
  {
    name: 'buffers allocated in every turn',
    body: 'const all: any[] = []; for (;;) { try { for (;;) all.push(new Uint8Array(1e8).fill(1)); } catch {} }',
    metaTask: { timeout_seconds: 2 },
    ends: ['out_of_memory', 'timeout'],
  },
  {
    name: 'text that fills the heap at once',
    body: 'const long = "x".repeat(2 ** 29 - 100); return long.split("");',
    metaTask,
    ends: ['out_of_memory'],
  },
  {
    name: 'memory of WebAssembly',
    body: 'return new WebAssembly.Memory({ initial: 65_536, maximum: 65_536 }).buffer.byteLength;',
    ends: ['script_error'],
  },
  ...atWholeSize(
    bomb('a Map', 'const all = new Map(); for (let i = 0; ; i++) all.set(i, { i });'),
    bomb('a Set', 'const all = new Set(); for (let i = 0; ; i++) all.add({ i });'),
    bomb(
      'a WeakMap that keeps its keys alive',
      'const all = new WeakMap(); let key = {}; for (;;) { const next = { key }; all.set(next, new Array(100).fill(0.5)); key = next; }',
    ),
    bomb(
      'objects of many properties',
      'const all: any = {}; for (let i = 0; ; i++) all["k" + i] = i;',
    ),
    bomb(
      'ropes that are made flat',
      'const all = []; let rope = "x"; for (;;) { rope += rope.length < 1e6 ? rope : "y" + all.length; all.push(/z/.test(rope) ? "" : rope.slice(1) + rope); }',
    ),
    bomb('closures', held('((kept) => () => kept)(new Array(100).fill(i))')),
    // Creating them takes longer than it takes to fill the memory.
    bomb('functions made of text', held('new Function("return " + i + " + 1")'), 'timeout'),
    bomb('symbols of the registry', 'for (let i = 0; ; i++) Symbol.for("symbol ".repeat(50) + i);'),
    bomb('BigInts', held('(1n << 1_000_000n) + BigInt(i)')),
    bomb('microtasks that wait', 'for (let i = 0; ; i++) queueMicrotask(() => i);'),
    bomb(
      'an iterator without end made an array',
      'return Array.from((function* () { for (;;) yield 1.5; })());',
    ),
    bomb('one large buffer', 'return new Uint8Array(2_000_000_000).fill(1).length;'),
    bomb('numbers of 8 bytes', held('new Float64Array(1e6).fill(i)')),
    bomb(
      'copies of buffers',
      'const all = []; const one = new Uint8Array(1e7).fill(1); for (;;) all.push(structuredClone(one));',
    ),
    bomb(
      'timers that hold much',
      'for (let i = 0; ; i++) setTimeout(() => {}, 1e6, new Array(1e5).fill(i));',
    ),
    {
      name: 'text longer than V8 can hold',
      body: 'return "x".repeat(2 ** 30).length;',
      metaTask,
      ends: ['script_error'],
    },
    {
      name: 'an array that fills the heap at once',
      body: 'return new Array(2 ** 27 - 1).fill(0.5).length;',
      metaTask,
      ends: ['out_of_memory', 'script_error'],
    },
  ),
];
