import { atWholeSize, type Ending, type HostileCase } from '../support/hostile-case.js';

const rejected = (name: string, body: string, ...ends: Ending[]): HostileCase => ({
  name,
  body: `${body}\nawait new Promise((done) => setTimeout(done, 50));\nreturn 1;`,
  ends: ['script_error', ...ends],
});

export const promises: HostileCase[] = [
  {
    name: 'a promise that can never settle',
    body: 'await new Promise(() => {});',
    ends: ['script_error'],
  },
  {
    name: 'a top level that never settles',
    script: 'await new Promise(() => {});\nexport const run = () => 1;\n',
    ends: ['script_error'],
  },
  {
    name: 'a thenable that calls back for ever',
    body: 'const again: any = { then(done: any) { done(again); } }; await again;',
    ends: ['timeout'],
  },
  {
    name: 'a thenable that throws after it has settled',
    body: 'return { then(done: any) { done(1); throw new Error("late"); } };',
    ends: ['success'],
  },
  rejected('an unhandled rejection', 'void Promise.reject(new Error("left"));'),
  rejected('a hundred thousand of them', 'for (let i = 0; i < 1e5; i++) void Promise.reject(i);'),
  rejected('an error in a timer', 'setTimeout(() => { throw new Proxy(new Error("x"), {}); }, 1);'),
  rejected(
    'an error in a listener',
    'const c = new AbortController(); c.signal.onabort = () => { throw new Error("x"); }; c.abort();',
  ),
  {
    name: 'a rejection while the run returns',
    body: 'void Promise.reject(new Error("late")); return 1;',
    ends: ['script_error'],
  },
  ...atWholeSize(
    {
      name: 'a promise that never settles beside a timer',
      body: 'setInterval(() => {}, 100); await new Promise(() => {});',
      ends: ['timeout'],
    },
    {
      name: 'a promise that waits for itself',
      body: 'const p: any = new Promise((resolve) => setTimeout(() => resolve(p), 1)); await p;',
      ends: ['script_error'],
    },
    {
      name: 'a thenable that never calls back',
      body: 'await { then() {} };',
      ends: ['script_error'],
    },
    rejected('one with nothing', 'void Promise.reject();'),
    rejected('one with a symbol', 'void Promise.reject(Symbol("x"));'),
    rejected(
      'one with a Proxy around an Error',
      'void Promise.reject(new Proxy(new Error("x"), {}));',
    ),
    rejected(
      'one with a Proxy whose traps loop',
      'void Promise.reject(new Proxy(new Error("x"), { get() { for (;;); }, getPrototypeOf() { for (;;); }, ownKeys() { for (;;); }, getOwnPropertyDescriptor() { for (;;); }, has() { for (;;); } }));',
      'timeout',
    ),
    rejected(
      'one with an Error whose getters loop',
      'const e = new Error("x"); for (const key of ["name", "message", "stack", "cause"]) Object.defineProperty(e, key, { get() { for (;;); } }); void Promise.reject(e);',
      'timeout',
    ),
    rejected(
      'one with an Error whose class loops',
      'class Evil extends Error { get name(): any { for (;;); } get message(): any { for (;;); } } void Promise.reject(new Evil());',
      'timeout',
    ),
    rejected('one with a function', 'void Promise.reject(() => { for (;;); });'),
    rejected(
      'one with a revoked Proxy',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); void Promise.reject(proxy);',
    ),
    rejected('one with a very long message', 'void Promise.reject(new Error("x".repeat(5e6)));'),
    rejected('one with an object without prototype', 'void Promise.reject(Object.create(null));'),
    rejected(
      'one with a module of errors',
      'void Promise.reject(new AggregateError(Array.from({ length: 1e4 }, () => new Error("x"))));',
    ),
    rejected('an error in a microtask', 'queueMicrotask(() => { throw null; });'),
    {
      name: 'a race of very many',
      body: 'for (;;) await Promise.race(Array.from({ length: 1e4 }, (_, i) => i));',
      ends: ['timeout'],
    },
  ),
];
