import {
  atWholeSize,
  type EndedTask,
  type Ending,
  type HostileCase,
} from '../support/hostile-case.js';

const RESULT = '{"ok":true,"list":[1,"a",{"b":null}]}';
const same = ({ status, result }: EndedTask): string | null =>
  status !== 'success' || JSON.stringify(result) === RESULT
    ? null
    : `its result became ${JSON.stringify(result)}`;
/** Returns a case that replaces what the harness might use, then does everything that a script may do. */
const tampering = (name: string, body: string, ...more: Ending[]): HostileCase => ({
  name,
  body: `${body}
reporter.setPhase('a phase');
reporter.setProgress(10);
console.log('a line', { a: [1] });
await reporter.files.exists('/x');
await new Promise((done) => setTimeout(done, 1));
return ${RESULT};`,
  ends: ['success', ...more],
  wrong: same,
});
const setters = (owner: string, names: string[]): string =>
  `for (const name of ${JSON.stringify(names)}) Object.defineProperty(${owner}, name, { configurable: true, get() { return "caught"; }, set() { throw new Error("caught"); } });`;
const replaced = (owner: string): string =>
  `for (const key of Reflect.ownKeys(${owner})) { try { (${owner} as any)[key] = () => { throw new Error("replaced"); }; } catch {} }`;

export const prototypes: HostileCase[] = [
  tampering('every method of Object.prototype', replaced('Object.prototype')),
  tampering('every function of JSON', replaced('JSON')),
  tampering(
    'then of promises that calls nothing',
    'Promise.prototype.then = function () { return this; } as any;',
    'script_error',
    'timeout',
  ),
  tampering(
    'names of frames on Object.prototype',
    setters('Object.prototype', [
      'type',
      'id',
      'method',
      'args',
      'result',
      'error',
      'text',
      'level',
      'value',
    ]),
    'script_error',
  ),
  tampering(
    'the class Error',
    '(globalThis as any).Error = class { constructor() { for (;;); } }; (globalThis as any).TypeError = (globalThis as any).Error;',
  ),
  tampering(
    'every global, deleted',
    'const { setTimeout: wait, console: log, Promise: P } = globalThis as any; for (const key of Reflect.ownKeys(globalThis)) Reflect.deleteProperty(globalThis, key); Object.assign(this ?? (0, eval)("this"), {});',
    'script_error',
  ),
  tampering(
    'a frozen world',
    'const { freeze, getOwnPropertyNames } = Object; for (const name of getOwnPropertyNames(globalThis)) { const value = (globalThis as any)[name]; if (typeof value === "function" && value.prototype) freeze(value.prototype); } freeze(globalThis);',
    'script_error',
  ),
  tampering(
    'the reporter',
    'for (const key of Reflect.ownKeys(reporter)) { try { reporter[key] = () => { for (;;); }; } catch {} } try { reporter.files.exists = () => 1; reporter.task.id = "x"; } catch {}',
  ),
  ...atWholeSize(
    tampering('every function of Object', replaced('Object')),
    tampering('every method of Array.prototype', replaced('Array.prototype')),
    tampering('every method of Function.prototype', replaced('Function.prototype')),
    tampering('every method of String.prototype', replaced('String.prototype')),
    tampering('every method of RegExp.prototype', replaced('RegExp.prototype')),
    tampering(
      'every method of Map.prototype and Set.prototype',
      replaced('Map.prototype') + replaced('Set.prototype'),
    ),
    tampering(
      'every function of Reflect',
      'const R = Reflect, ownKeys = Reflect.ownKeys; for (const key of ownKeys(R)) { try { (R as any)[key] = () => { throw new Error("replaced"); }; } catch {} }',
    ),
    tampering('every function of Promise', replaced('Promise'), 'script_error'),
    tampering(
      'then of promises that loops',
      'Promise.prototype.then = () => { for (;;); };',
      'timeout',
      'script_error',
    ),
    tampering(
      'the class of promises',
      'Object.defineProperty(Promise.prototype, "constructor", { get() { throw new Error("caught"); } });',
      'script_error',
    ),
    tampering(
      'the species of promises',
      'Object.defineProperty(Promise, Symbol.species, { get() { return class { constructor() { for (;;); } }; } });',
      'timeout',
      'script_error',
    ),
    tampering(
      'the global Promise',
      '(globalThis as any).Promise = class { constructor(f: any) { f(() => {}, () => {}); } then() {} };',
      'script_error',
    ),
    tampering(
      'iteration',
      'Array.prototype[Symbol.iterator] = function* () { for (;;) yield "forged"; } as any;',
      'timeout',
      'out_of_memory',
    ),
    tampering(
      'names of errors on Object.prototype',
      setters('Object.prototype', ['code', 'message', 'stack', 'cause']),
      'script_error',
    ),
    tampering(
      'then on Object.prototype',
      'Object.defineProperty(Object.prototype, "then", { get() { return undefined; }, set() { throw new Error("caught"); } });',
      'script_error',
    ),
    tampering(
      'then on Object.prototype that loops',
      'Object.defineProperty(Object.prototype, "then", { get() { for (;;); } });',
      'timeout',
    ),
    tampering(
      'toJSON on Object.prototype',
      '(Object.prototype as any).toJSON = () => "forged";',
      'invalid_result',
      'script_error',
    ),
    tampering(
      'toJSON on String.prototype',
      '(String.prototype as any).toJSON = () => "forged"; (Number.prototype as any).toJSON = () => "forged"; (Boolean.prototype as any).toJSON = () => "forged";',
    ),
    tampering(
      'indexes on Object.prototype',
      setters('Object.prototype', ['0', '1', '2', '3']),
      'script_error',
      'invalid_result',
    ),
    tampering(
      'indexes on Array.prototype that swallow',
      'for (let i = 0; i < 10; i++) Object.defineProperty(Array.prototype, i, { configurable: true, get() { return 1; }, set() {} });',
      'script_error',
      'invalid_result',
    ),
    tampering(
      'names of the reporter on Object.prototype',
      setters('Object.prototype', [
        'resolve',
        'reject',
        'callback',
        'every',
        'pending',
        'ws',
        'get',
        'set',
        'enumerable',
        'configurable',
        'writable',
      ]),
      'script_error',
      'timeout',
    ),
    tampering(
      'the prototype of functions',
      'Object.setPrototypeOf(Function.prototype, new Proxy({}, { get() { throw new Error("caught"); }, has() { throw new Error("caught"); } }));',
      'script_error',
    ),
    tampering(
      'the prototype of arrays',
      'Object.setPrototypeOf(Array.prototype, new Proxy({}, { get() { for (;;); }, has() { for (;;); }, set() { for (;;); } }));',
      'timeout',
      'script_error',
    ),
    tampering(
      'instanceof',
      'for (const type of [Error, Date, Map, Set, Object, Promise, Function]) Object.defineProperty(type, Symbol.hasInstance, { value: () => true });',
      'script_error',
      'invalid_result',
    ),
    tampering(
      'what formats stacks',
      '(Error as any).prepareStackTrace = () => ({ toString() { for (;;); } }); Object.defineProperty(Error, "stackTraceLimit", { get() { for (;;); } });',
    ),
    tampering(
      'every global',
      'const kept: any = { setTimeout: 1, console: 1, Promise: 1 }; for (const key of Reflect.ownKeys(globalThis)) { try { if (!(key in kept)) (globalThis as any)[key] = undefined; } catch {} }',
    ),
    tampering(
      'the signal',
      'Object.defineProperty(Object.getPrototypeOf(reporter.signal), "aborted", { get() { for (;;); } }); reporter.signal.dispatchEvent = () => { for (;;); };',
    ),
    tampering(
      'the timers',
      'const wait = setTimeout; (globalThis as any).clearTimeout = () => { for (;;); }; (globalThis as any).setTimeout = (f: any, ms: any) => wait(f, ms);',
    ),
    tampering(
      'typed arrays',
      replaced('Object.getPrototypeOf(Uint8Array.prototype)') + replaced('Uint8Array'),
    ),
    tampering('dates', replaced('Date.prototype') + 'Date.now = () => { for (;;); };'),
    tampering(
      'symbols',
      'for (const type of [String, Number, Array, Object]) for (const symbol of [Symbol.toPrimitive, Symbol.toStringTag, Symbol.iterator, Symbol.isConcatSpreadable]) { try { Object.defineProperty(type.prototype, symbol, { get() { throw new Error("caught"); } }); } catch {} }',
      'script_error',
    ),
  ),
];
