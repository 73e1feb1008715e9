import { atWholeSize, type Ending, type HostileCase } from '../support/hostile-case.js';

const thrown = (name: string, body: string, ...ends: Ending[]): HostileCase => ({
  name,
  body,
  ends: ['script_error', ...ends],
});
const overflow = (name: string, body: string, ...ends: Ending[]): HostileCase =>
  thrown(`a stack overflow ${name}`, body, ...ends);

export const errors: HostileCase[] = [
  ...['null', '1n', 'Symbol("x")', '() => 1', 'Object.create(null)', 'globalThis'].map((what) =>
    thrown(`throw ${what}`, `throw ${what};`),
  ),
  thrown(
    'a Proxy whose every trap throws',
    'throw new Proxy({}, new Proxy({}, { get: () => () => { throw new Error("trap"); } }));',
  ),
  thrown('a message of 50 MB', 'throw new Error("x".repeat(50_000_000));', 'out_of_memory'),
  thrown(
    'texts that are objects',
    'throw { name: { toString() { for (;;); } }, message: { toString() { for (;;); } }, stack: { split() { for (;;); } } };',
  ),
  thrown(
    'a stack that is hard to match',
    'throw Object.assign(new Error("x"), { stack: ("    at " + "(".repeat(15_000) + " (workflow.ts:1:1").repeat(2) });',
  ),
  thrown(
    'what formats stacks and gives a Proxy',
    '(Error as any).prepareStackTrace = () => new Proxy({}, { get() { for (;;); } }); throw new Error("x");',
  ),
  overflow(
    'in JSON.stringify',
    'let a: any = []; for (let i = 0; i < 1e5; i++) a = [a]; return JSON.stringify(a);',
    'out_of_memory',
    'timeout',
  ),
  overflow(
    'in a log line',
    'let a: any = {}; for (let i = 0; i < 1e5; i++) a = { get a() { return console.log(a); } }; console.log(a); const f = (): any => { console.log("x"); f(); }; f();',
    'timeout',
  ),
  overflow(
    'in what formats the stack of a stack overflow',
    '(Error as any).prepareStackTrace = (e: any) => e.stack + new Error().stack; const f = (): any => f(); f();',
  ),
  ...atWholeSize(
    thrown(
      'a revoked Proxy',
      'const { proxy, revoke } = Proxy.revocable(new Error("x"), {}); revoke(); throw proxy;',
    ),
    thrown(
      'a Proxy of a Proxy of an Error',
      'let e: any = new Error("x"); for (let i = 0; i < 1e4; i++) e = new Proxy(e, {}); throw e;',
    ),
    thrown(
      'a name of 50 MB',
      'throw Object.assign(new Error("x"), { name: "x".repeat(50_000_000) });',
      'out_of_memory',
    ),
    thrown(
      'a stack of 50 MB',
      'throw Object.assign(new Error("x"), { stack: "    at workflow.ts:1:1\\n".repeat(2_000_000) });',
      'out_of_memory',
    ),
    thrown(
      'a message that changes as it is read',
      'let n = 0; throw { get message() { return "x".repeat(n++ * 1e6); }, name: "N" };',
    ),
    thrown('a cause that contains itself', 'const e: any = new Error("x"); e.cause = e; throw e;'),
    thrown(
      'very many errors in one',
      'throw new AggregateError(Array.from({ length: 1e4 }, () => new Error("x")));',
      'out_of_memory',
    ),
    thrown(
      'a stack that names files of the host',
      'throw Object.assign(new Error("x"), { stack: "Error: x\\n    at run (workflow.ts:999999999:99999999)\\n    at workflow.ts:0:0\\n    at workflow.ts:-1:1\\n    at f (../../secret.ts:1:1)" });',
    ),
    thrown(
      'control characters',
      'throw new Error("\\u001b[2J\\u001b]0;title\\u0007\\r\\nHTTP/1.1 200 OK\\u202e");',
    ),
    thrown(
      'an error of another class each time',
      'class A extends Error { constructor() { super("x"); return new Proxy(this, { getPrototypeOf: () => null }); } } throw new A();',
    ),
    thrown(
      'what formats stacks and throws',
      '(Error as any).prepareStackTrace = () => { throw new Error("again"); }; throw new Error("x");',
    ),
    overflow('in a function', 'const f = (): any => f() + 1; return f();'),
    overflow('in toString', 'const o: any = { toString: () => `${o}` }; return `${o}`;'),
    overflow('in a getter of a result', 'const o: any = { get a() { return o.a; } }; return o;'),
    overflow(
      'in toJSON',
      'const o: any = { toJSON: () => o.toJSON() }; return o;',
      'invalid_result',
    ),
    overflow(
      'in a Proxy',
      'const p: any = new Proxy({}, { get: (_, key) => p[key] }); return p.x;',
    ),
    overflow(
      'in the prototypes of Proxies',
      'const p: any = new Proxy({}, {}); Object.setPrototypeOf(p, p); return p.x;',
    ),
    overflow('in flat', 'const a: any[] = []; a.push(a); return a.flat(Infinity);'),
    overflow(
      'in a regular expression',
      'return /(?:a|b)*?c/.test("ab".repeat(5e6)) || new RegExp("(?:" + "(?:a|b)".repeat(5e4) + ")*").exec("ab".repeat(1e6));',
      'success',
      'timeout',
      'out_of_memory',
    ),
    overflow(
      'in a thrown error',
      'const e: any = { get message() { return e.message; } }; throw e;',
    ),
    overflow(
      'in structuredClone',
      'let a: any = []; for (let i = 0; i < 1e5; i++) a = [a]; return structuredClone(a);',
    ),
    overflow(
      'in a spread of arguments',
      'return Math.max(...new Array(5e6).fill(1));',
      'out_of_memory',
    ),
    overflow(
      'in a chain of bound functions',
      'let f: any = () => 1; for (let i = 0; i < 1e5; i++) f = f.bind(null); return f();',
      'success',
    ),
    overflow(
      'in a chain of promises',
      'let p: any = Promise.resolve(1); for (let i = 0; i < 1e5; i++) { const inner = p; p = { then: (done: any) => inner.then(done) }; } return p;',
      'success',
      'timeout',
    ),
    overflow(
      'that is caught and tried again',
      'let n = 0; const f = (): any => { try { f(); } catch { n++; if (n < 1e6) f(); } }; f(); throw new Error(String(n));',
      'timeout',
    ),
  ),
];
