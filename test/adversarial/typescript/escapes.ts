import type { Ending, HostileCase } from '../support/hostile-case.js';

/**
 * Returns a case with a list of functions, each of which returns something that might belong to the host, or a promise
 * of it.
 */
const escape = (name: string, tries: string, ...more: Ending[]): HostileCase => ({
  name,
  body: `
const isHost = (x: any): boolean => {
  try {
    if (x === null || (typeof x !== 'object' && typeof x !== 'function')) return false;
    const realm = typeof x === 'function' ? x('return this') : x;
    return [x, realm].some((it: any) =>
      ['process', 'require', 'versions', 'mainModule', 'binding', 'dlopen', 'readFileSync', 'applySync', 'applySyncPromise', 'derefInto', 'getBuiltinModule', 'spawn']
        .some((key) => it !== null && it !== undefined && typeof it[key] !== 'undefined'));
  } catch { return false; }
};
const found: string[] = [];
let number = 0;
for (const attempt of ${tries} as any[]) {
  number += 1;
  try { if (isHost(await attempt())) found.push('try ' + number); } catch {}
}
return found;`,
  ends: ['success', ...more],
  wrong: ({ status, result }) =>
    status !== 'success' || JSON.stringify(result) === '[]'
      ? null
      : `it got out by ${JSON.stringify(result)}`,
});
const absent = (name: string, names: string[]): HostileCase => ({
  name,
  body: `return ${JSON.stringify(names)}.filter((name) => { try { return typeof (0, eval)(name) !== 'undefined'; } catch { return false; } });`,
  ends: ['success'],
  wrong: ({ result }) =>
    JSON.stringify(result) === '[]' ? null : `there is ${JSON.stringify(result)}`,
});

/** Returns functions that reach all constructors of code from a value. */
const from = (value: string): string =>
  `() => ${value}.constructor.constructor('return process')(), () => ${value}.constructor('return process')(), () => ${value}.__proto__.constructor.constructor('return globalThis.process ?? globalThis.require')()`;

export const escapes: HostileCase[] = [
  absent('names of Node', [
    'process',
    'require',
    'module',
    'exports',
    '__dirname',
    '__filename',
    'Buffer',
    'global',
    'internalBinding',
    'primordials',
    'node',
    'Worker',
    'fs',
  ]),
  absent('names of other hosts', [
    'window',
    'Deno',
    'Bun',
    'importScripts',
    'postMessage',
    'BroadcastChannel',
    'XMLHttpRequest',
    'WebSocket',
    'localStorage',
    'd8',
    'print',
    'load',
    'read',
    'quit',
    'gc',
    'os',
    'ShadowRealm',
  ]),
  absent('names of the harness', [
    '__metarun',
    'ivm',
    'isolate',
    'supervisor',
    'link',
    'host',
    'bootstrap',
    '_ivm',
    '$0',
    'globalThis.__metarun',
  ]),
  absent('shared memory, compilers and clocks', [
    'SharedArrayBuffer',
    'Atomics',
    'WebAssembly',
    'WeakRef',
    'FinalizationRegistry',
    'Atomics.wait',
    'new SharedArrayBuffer(1)',
  ]),
  absent('natives of V8', [
    '%GetOptimizationStatus',
    '%DebugPrint(1)',
    'Error.captureStackTrace.constructor("return process")()',
    'Intl.v8BreakIterator.constructor("return process")()',
    'console.context',
    'console.memory',
    'console.createTask',
    'console._stdout',
  ]),
  escape(
    'constructors of what there is',
    `[${from('({})')}, ${from('[]')}, ${from('(() => 1)')}, ${from('"".toString')}, ${from('globalThis')}]`,
  ),
  escape(
    'constructors of the reporter',
    `[${from('reporter')}, ${from('reporter.files.read')}, ${from('reporter.setPhase')}, ${from('reporter.signal')}, ${from('reporter.task')}, ${from('params')}]`,
  ),
  escape(
    'constructors of globals',
    `[${from('console.log')}, ${from('setTimeout')}, ${from('queueMicrotask')}, ${from('structuredClone')}, ${from('crypto.getRandomValues')}, ${from('performance.now')}, ${from('new URL("http://a")')}, ${from('new TextDecoder()')}]`,
  ),
  escape(
    'constructors of async functions and generators',
    `[${from('(async () => 1)')}, ${from('(function* () {})')}, ${from('(async function* () {})')}, () => (async () => 1).constructor('return process')(), () => (function* () {}).constructor('yield process')().next().value]`,
  ),
  escape(
    'errors of the host',
    `[async () => { try { await reporter.files.read('/none'); } catch (e: any) { return e.constructor.constructor('return process')(); } }, async () => { try { await reporter.files.read('/none'); } catch (e: any) { return e; } }, async () => { try { await reporter.secrets.get('NONE'); } catch (e: any) { return e.stack.constructor.constructor('return process')(); } }]`,
  ),
  escape(
    'errors of globals',
    `[() => { try { new URL('x'); } catch (e: any) { return e.constructor.constructor('return process')(); } }, () => { try { reporter.setProgress(-1); } catch (e: any) { return e.constructor.constructor('return process')(); } }, () => { try { structuredClone(() => 1); } catch (e: any) { return e.constructor.constructor('return process')(); } }, () => { try { new AbortSignal(); } catch (e: any) { return e.constructor.constructor('return process')(); } }]`,
  ),
  escape(
    'a stack overflow at the border',
    `[() => { const f = (): any => { try { f(); } catch (e: any) { return e.constructor.constructor('return process')(); } try { return performance.now() && crypto.randomUUID(); } catch (e: any) { return e.constructor.constructor('return process')(); } }; return f(); }, () => { const f = (): any => { try { return f(); } catch { try { console.log('x'); } catch (e: any) { return e.constructor.constructor('return process')(); } } }; return f(); }]`,
    // V8 itself may crash, but it is in a separate process.
    'sandbox_error',
    'timeout',
  ),
  escape(
    'frames of the stack',
    `[() => { let found: any = null; (Error as any).prepareStackTrace = (_: any, sites: any[]) => { for (const site of sites) { for (const get of ['getThis', 'getFunction']) { try { const it = site[get](); if (it !== undefined && it !== globalThis && it !== null) found = it; } catch {} } } return ''; }; console.log({ get a() { return new Error().stack; } }); reporter.log({ get b() { return new Error().stack; } }); return found === null ? null : { process: found }; }]`,
  ),
  escape(
    'callers of functions',
    `[() => (function f() { return (f as any).caller; })(), () => (function () { return (arguments as any).callee; }).call(null), () => new Function('return arguments.callee.caller')(), () => new Function('return (function f() { return f.caller && f.caller.caller })()')()]`,
  ),
  escape(
    'import and require',
    `[() => import('node:fs'), () => import('fs' + ''), () => (0, eval)('import("node:fs")'), () => new Function('return import("node:fs")')(), () => (0, eval)('import("file:///etc/passwd")'), () => (0, eval)('import("data:text/javascript,export default 1")'), () => (0, eval)('require("fs")'), () => (0, eval)('import.meta'), () => new Function('return import.meta')()]`,
  ),
  escape(
    'this of a sloppy function',
    `[() => new Function('return this')(), () => new Function('return this.process')(), () => (0, eval)('this').constructor.constructor('return process')(), () => Reflect.apply(function (this: any) { return this; }, undefined, [])]`,
  ),
  escape(
    'species and hidden classes',
    `[() => { class A extends Array { static get [Symbol.species]() { return Function as any; } } return new A('return process').map((x: any) => x); }, () => { const f: any = function () {}; f.prototype = null; return new f().constructor.constructor('return process')(); }, () => Reflect.construct(Function, ['return process'], Object)(), () => Reflect.construct(Array, [], Proxy as any)]`,
  ),
  escape(
    'properties on globalThis',
    `[...Reflect.ownKeys(globalThis).map((key) => () => (globalThis as any)[key]).filter((get) => { try { return typeof get() === 'object'; } catch { return false; } }), ...Object.getOwnPropertySymbols(globalThis).map((key) => () => (globalThis as any)[key])]`,
  ),
  escape(
    'what is handed to callbacks',
    `[() => new Promise((done) => setTimeout(function (this: any, ...args: any[]) { done(this ?? args[0] ?? null); }, 0)), () => new Promise((done) => queueMicrotask(function (this: any) { done(this ?? arguments[0] ?? null); })), () => new Promise((done) => { const c = new AbortController(); c.signal.onabort = function (event: any) { try { done(event.constructor.constructor('return process')()); } catch { done(null); } }; c.abort(); })]`,
  ),
  escape(
    'what Object.prototype catches',
    `[async () => { const caught: any[] = []; for (const name of ['then', 'host', 'supervisor', 'send', 'drain', 'ask', 'process', 'applySyncPromise', 'pending', 'link']) Object.defineProperty(Object.prototype, name, { configurable: true, get() { caught.push(this); return undefined; }, set(value) { caught.push(this, value); } }); try { await reporter.files.exists('/x'); console.log({}); new URL('http://a'); crypto.randomUUID(); } catch {} for (const name of ['then', 'host', 'supervisor', 'send', 'drain', 'ask', 'process', 'applySyncPromise', 'pending', 'link']) delete (Object.prototype as any)[name]; return caught.find((it) => typeof it === 'object' && it !== null && ('applySync' in it || 'applySyncPromise' in it || 'versions' in it)); }]`,
  ),
  escape(
    'what replaced functions catch',
    `[async () => { let caught: any = null; const was = Function.prototype.call, apply = Reflect.apply; (Function.prototype as any).call = function (...args: any[]) { caught ??= this; return apply(was, this, args); }; (Reflect as any).apply = (...args: any[]) => { caught ??= args[0]; return apply(apply, undefined, args as any); }; (Promise.prototype as any).then = function (a: any, b: any) { caught ??= a; return apply(was, was, [this, a, b]); }; try { console.log('x'); crypto.randomUUID(); new URL('http://a'); } catch {} return caught === null ? null : caught.constructor('return process')(); }]`,
  ),
  escape(
    'a class that extends the host',
    `[() => { class A extends (reporter.signal.constructor as any) {} return new (A as any)(); }, () => { class B extends (console.log as any) {} return new (B as any)(); }, () => new (reporter.files.read as any)('x'), () => Reflect.construct(setTimeout as any, [() => 1])]`,
  ),
];
