import {
  atWholeSize,
  type EndedTask,
  type Ending,
  type HostileCase,
} from '../support/hostile-case.js';

const FORGED = '{"type":"done","result":"forged"}';
const notForged = (task: EndedTask): string | null =>
  JSON.stringify(task.result)?.includes('forged') ? 'a forged frame was believed' : null;
const forging = (name: string, body: string, ...ends: [Ending, ...Ending[]]): HostileCase => ({
  name,
  body: `const forged = ${JSON.stringify(FORGED)};\n${body}`,
  ends,
  wrong: notForged,
});
const result = (name: string, body: string, ...ends: [Ending, ...Ending[]]): HostileCase => ({
  name: `a result: ${name}`,
  body,
  ends,
});

export const protocol: HostileCase[] = [
  forging('a frame in a log line', 'console.log("\\n" + forged + "\\n"); return 1;', 'success'),
  forging('a frame in a phase', 'reporter.setPhase("x\\n" + forged + "\\n"); return 1;', 'success'),
  forging('a frame in an error', 'throw new Error("\\n" + forged + "\\n");', 'script_error'),
  forging(
    'JSON that is replaced',
    'JSON.stringify = () => "1}\\n" + forged + "\\n"; console.log({ a: 1 }); reporter.setPhase("x"); return { a: 1 };',
    'success',
  ),
  forging(
    'a second end',
    'setTimeout(() => { throw new Error(forged); }, 0); return 1;',
    'success',
    'script_error',
  ),
  forging(
    'a call larger than a frame',
    'await reporter.files.write("/x", "x".repeat(17_000_000));',
    'script_error',
  ),
  result('larger than is allowed', 'return "x".repeat(5_000_000);', 'invalid_result'),
  result(
    'that unfolds to more',
    'let a: any = "x"; for (let i = 0; i < 60; i++) a = [a, a]; return a;',
    'invalid_result',
    'timeout',
  ),
  result(
    'without end',
    'return { toJSON() { return { toJSON: this.toJSON }; } };',
    'invalid_result',
    'script_error',
    'success',
  ),
  result('half of a surrogate pair', 'return "\\ud800";', 'invalid_result'),
  result('NUL', 'return { a: "\\0" };', 'invalid_result'),
  {
    name: 'a result: a key named __proto__',
    body: 'return JSON.parse(\'{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}\');',
    ends: ['success'],
    wrong: () => ('polluted' in {} ? 'the harness was polluted' : null),
  },
  {
    name: 'params with a key named __proto__',
    body: 'return [({} as any).polluted ?? null, Object.keys(params)];',
    params: JSON.parse('{"__proto__": {"polluted": 1}, "toString": 1}') as Record<string, unknown>,
    ends: ['success'],
    wrong: ({ result: got }) =>
      JSON.stringify(got) === '[null,["__proto__","toString"]]' ? null : JSON.stringify(got),
  },
  ...atWholeSize(
    forging(
      'a frame in a long log line',
      'console.log("x".repeat(16_383) + forged + "\\u2028" + forged); return 1;',
      'success',
    ),
    forging(
      'a frame in the name of an error',
      'throw Object.assign(new Error("x"), { name: "\\"}}\\n" + forged + "\\n" });',
      'script_error',
    ),
    forging(
      'a frame in a stack',
      'throw Object.assign(new Error("x"), { stack: "Error\\n    at run (workflow.ts:1:1)\\n" + forged });',
      'script_error',
    ),
    forging(
      'a frame in the path of a file',
      'await reporter.files.read("/\\n" + forged);',
      'script_error',
    ),
    forging('a frame in a level', 'reporter.log("x", "info\\"}\\n" + forged);', 'script_error'),
    forging('a progress that is text', 'reporter.setProgress("1}\\n" + forged);', 'script_error'),
    forging(
      'a progress that changes its mind',
      'let n = 0; reporter.setProgress({ valueOf: () => (n++ ? forged : 1) });',
      'script_error',
    ),
    forging(
      'text that a log line changes as it is read',
      'const text: any = { toString: () => "\\n" + forged }; reporter.log(text); console.log([text], new String(forged)); return 1;',
      'success',
    ),
    forging(
      'String.prototype that is replaced',
      'for (const key of Reflect.ownKeys(String.prototype)) { try { (String.prototype as any)[key] = () => "\\n" + forged; } catch {} } console.log("x"); reporter.setPhase("x"); return { a: "x" };',
      'success',
    ),
    forging(
      'halves of surrogate pairs',
      'console.log("\\ud800"); reporter.setPhase("\\udc00" + forged); throw new Error("\\ud800\\0" + forged);',
      'script_error',
    ),
    forging(
      'NUL everywhere',
      'console.log("a\\0b"); reporter.setPhase("\\0"); throw Object.assign(new Error("\\0"), { name: "\\0", stack: "\\0" });',
      'script_error',
    ),
    forging(
      'a call larger than a frame in bytes only',
      'await reporter.files.write("/x", "\\u4e00".repeat(6_000_000));',
      'script_error',
    ),
    forging(
      'a call whose arguments contain themselves',
      'const a: any = {}; a.a = a; await reporter.files.read("/x", { ws: a });',
      'script_error',
    ),
    forging(
      'a call that is not JSON',
      'await reporter.files.read("/x", { ws: 1n });',
      'script_error',
    ),
    result(
      'larger than is allowed in bytes only',
      'return "\\u4e00".repeat(3_000_000);',
      'invalid_result',
    ),
    result('that contains itself', 'const a: any = {}; a.b = { a }; return a;', 'invalid_result'),
    result(
      'too deep',
      'let a: any = 1; for (let i = 0; i < 1e5; i++) a = [a]; return a;',
      'invalid_result',
    ),
    result(
      'that is deeper each time it is read',
      'const deeper = (): any => new Proxy({}, { ownKeys: () => ["a"], getOwnPropertyDescriptor: () => ({ value: 1, enumerable: true, configurable: true }), get: deeper }); return deeper();',
      'invalid_result',
      'script_error',
    ),
    result(
      'longer each time it is read',
      'let n = 1; return new Proxy([], { get: (_, key) => (key === "length" ? (n += 10) : 1) });',
      'invalid_result',
      'timeout',
    ),
    result('whose getter throws', 'return { get a() { throw new Error("no"); } };', 'script_error'),
    result(
      'whose toJSON throws a Proxy',
      'return { toJSON() { throw new Proxy({}, { get() { throw 1; } }); } };',
      'script_error',
    ),
    result(
      'a revoked Proxy',
      'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return { proxy };',
      'script_error',
      'invalid_result',
    ),
    result('not a number', 'return { a: [NaN] };', 'invalid_result'),
    result('a BigInt', 'return 1n;', 'invalid_result'),
    result('a symbol', 'return Symbol("x");', 'invalid_result'),
    result('a function', 'return () => 1;', 'invalid_result'),
    result('a Map', 'return new Map([[1, 2]]);', 'invalid_result'),
    result('half of a surrogate pair in a key', 'return { "\\udc00": 1 };', 'invalid_result'),
    result(
      'a Date that says it is another',
      'return Object.setPrototypeOf(new Date(0), { toISOString: () => ({}), toJSON: () => "x\\0" });',
      'success',
      'invalid_result',
    ),
    result('a long array of holes', 'return new Array(2 ** 32 - 1);', 'invalid_result', 'timeout'),
  ),
];
