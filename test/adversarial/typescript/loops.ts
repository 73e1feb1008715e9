import { atWholeSize, type HostileCase } from '../support/hostile-case.js';

const endless = (name: string, body: string): HostileCase => ({ name, body, ends: ['timeout'] });

/** JavaScript that reaches V8's own checks, so that it could be stopped from inside. */
export const loops: HostileCase[] = [
  endless('an empty loop', 'for (;;);'),
  endless('awaiting nothing again and again', 'for (;;) await null;'),
  endless('toJSON of a result', 'return { toJSON() { for (;;); } };'),
  endless(
    'the class of a log line',
    'console.log(new Proxy({}, { getPrototypeOf() { for (;;); } }));',
  ),
  endless('a getter of a thrown error', 'throw { get message() { for (;;); } };'),
  endless(
    'what formats the stack of a thrown error',
    '(Error as any).prepareStackTrace = () => { for (;;); }; null!.x;',
  ),
  endless(
    'arguments of a call',
    'await reporter.http.request("POST", "http://host.test/", { json: { toJSON() { for (;;); } } });',
  ),
  ...atWholeSize(
    endless('a loop that catches all', 'for (;;) { try { for (;;); } catch {} }'),
    endless('a finally that never ends', 'try { for (;;); } finally { for (;;); }'),
    endless('a loop within a function made of text', 'new Function("for (;;);")();'),
    {
      name: 'a loop at the top level',
      script: 'for (;;);\nexport const run = () => 1;\n',
      ends: ['timeout'],
    },
    {
      name: 'a loop in a static block',
      script: 'class A { static { for (;;); } }\nexport const run = () => A;\n',
      ends: ['timeout'],
    },
    {
      name: 'a run that is a Proxy whose call loops',
      script: 'export default new Proxy(() => 1, { apply() { for (;;); } });\n',
      ends: ['timeout'],
    },
    endless('a generator without end', 'function* g() { for (;;) yield 1; } for (const _ of g());'),
    endless(
      'asynchronous iteration without end',
      'async function* g() { for (;;) yield 1; } for await (const _ of g());',
    ),
    endless(
      'a chain of promises',
      'const again = (): any => Promise.resolve().then(again); await again();',
    ),
    endless(
      'microtasks that queue themselves',
      'const f = () => queueMicrotask(f); f(); f(); await new Promise(() => {});',
    ),
    endless(
      'thousands of timers that set themselves',
      'const f = () => setTimeout(f, 0); for (let i = 0; i < 9_000; i++) f(); await new Promise(() => {});',
    ),
    endless('a trap of a Proxy', 'return "x" in new Proxy({}, { has() { for (;;); } });'),
    endless(
      'a comparison by a Proxy',
      'return {} instanceof (new Proxy(class {}, { get() { for (;;); } }));',
    ),
    endless('conversion to a primitive', 'return `${{ [Symbol.toPrimitive]() { for (;;); } }}`;'),
    endless('a thenable that is returned', 'return { then() { for (;;); } };'),
    endless('a getter of a result', 'return { get a() { for (;;); } };'),
    endless('the keys of a result', 'return new Proxy({}, { ownKeys() { for (;;); } });'),
    endless('the length of a result', 'return new Proxy([], { get() { for (;;); } });'),
    endless(
      'the name of a thrown Proxy',
      'throw new Proxy(new Error("x"), { get() { for (;;); } });',
    ),
    endless(
      'a comparison function that sorts',
      'const many = Array.from({ length: 1e6 }, Math.random); for (;;) many.sort(() => Math.random() - 0.5);',
    ),
  ),
];
