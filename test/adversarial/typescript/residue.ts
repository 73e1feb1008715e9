/**
 * Something that a run may try to leave for a later run of the same version, which may get the same isolate. `plant` is
 * the body of the first run; `look` is that of the second, if the probe of all globals would not find it.
 */
export interface Residue {
  name: string;
  plant: string;
  /** Body that returns its findings, which must be the same as in a fresh isolate. */
  look?: string;
}

/** Errors from both sides of the isolate, and the objects that can be reached from each. */
const ERRORS = `const errors: any[] = [];
const collect = (act: () => unknown): void => { try { act(); } catch (error) { errors.push(error); } };
for (const act of [() => new URL('x'), () => setTimeout('x' as any), () => structuredClone(() => 1), () => crypto.getRandomValues(1 as any), () => performance.now.call(1), () => JSON.parse('{'), () => new (Function as any)('return 1'), () => reporter.setPhase(1), () => atob('?'), () => (null as any).x]) collect(act);
const deep = (act: () => unknown): void => { try { deep(act); } catch (error) { errors.push(error); collect(act); } };
for (const act of [() => crypto.getRandomValues(new Uint8Array(8)), () => new URL('http://a/'), () => structuredClone([1]), () => performance.now(), () => reporter.setProgress(1)]) { let depth = 0; const down = (): void => { depth += 1; if (depth > 2_000) return collect(act); down(); }; down(); }
await reporter.files.exists('/x').catch((error: any) => errors.push(error));
const reached = errors.flatMap((error: any) => [Object.getPrototypeOf(error), error.constructor, error.constructor.constructor, Object.getPrototypeOf(error.constructor)]).filter(Boolean);`;

export const RESIDUE: readonly Residue[] = [
  {
    name: 'globals, prototypes and functions, replaced and added',
    plant: `const scope = globalThis as any;
scope.left = { secret: params };
for (const of of [Object, Array, Promise, Error, RegExp, String, Symbol, Map, Function, Uint8Array, Date]) (of.prototype as any).left = params;
(Object.prototype as any).then = undefined;
Promise.prototype.then = function () { throw 1; } as any;
Array.prototype.push = () => 0; String.prototype.replaceAll = () => 'x'; JSON.stringify = () => 'x'; JSON.parse = () => 1; Math.random = () => 4;
(Error as any).prepareStackTrace = () => 'x'; (Error as any).stackTraceLimit = 0;
Object.defineProperty(RegExp, Symbol.species, { get: () => 1 });
for (const name of ['setTimeout', 'queueMicrotask', 'structuredClone', 'performance', 'URL', 'fetch', 'console', 'Symbol', 'Object']) scope[name] = () => 1;
return 1;`,
  },
  {
    name: 'everything deleted or frozen',
    plant: `for (const of of [Array, Promise, Error, RegExp, Map]) { Object.freeze(of); Object.freeze(of.prototype); }
for (const name of Object.getOwnPropertyNames(globalThis)) try { if (!['Object', 'globalThis'].includes(name)) delete (globalThis as any)[name]; } catch { }
Object.preventExtensions(globalThis); Object.freeze(reporter);
return 1;`,
  },
  {
    name: 'the statics of regular expressions',
    plant: '/(left)(behind)/.exec("so: left" + "behind here"); SHARED_REGEXP.exec("aa"); return 1;',
    look: 'const { $1, $2, lastMatch, leftContext, input } = RegExp as any; return [$1, $2, lastMatch, leftContext, input, SHARED_REGEXP.lastIndex];',
  },
  {
    name: 'the state of its own module',
    plant: 'state.count += 1; state.seen.add(params); return [state.count, state.seen.size];',
    look: 'return [state.count, state.seen.size, template() === template(), Object.getOwnPropertyNames(template()).sort()];',
  },
  {
    name: 'objects of templates, kept by what can be shared',
    plant:
      'const symbol = Symbol.for("left"); (template as any).left = 1; try { (symbol as any).left = 1; } catch { } Object.defineProperty(Symbol.prototype, "left", { get: () => template() }); return 1;',
    look: 'const symbol: any = Symbol.for("left"); return [symbol.left, Object.getOwnPropertyNames(Object.getPrototypeOf(symbol)).sort(), (template as any).left, Symbol.keyFor(symbol)];',
  },
  {
    name: 'errors of the host, and what they belong to',
    plant: `${ERRORS} for (const each of reached) { try { each.left = 1; Object.defineProperty(each, 'name', { value: 'left' }); } catch { } } return 1;`,
    look: `${ERRORS} return reached.map((each: any) => [each.left, String(each.name), each instanceof Object || each === Object.prototype]);`,
  },
  {
    name: 'promises and callbacks that come late',
    plant: `(globalThis as any).open = new Promise((resolve) => { (globalThis as any).resolve = resolve; });
(globalThis as any).open.then(() => { console.log('late'); reporter.setPhase('late'); });
let ticks = 0; const tick = (): any => (ticks += 1) > 200 ? (console.log('late'), reporter.setPhase('late')) : Promise.resolve().then(tick); tick();
return 1;`,
    look: 'await new Promise((done) => setTimeout(done, 5)); for (let n = 0; n < 300; n += 1) await null; return [typeof (globalThis as any).open, typeof (globalThis as any).WeakRef, typeof (globalThis as any).FinalizationRegistry];',
  },
];

/** Returns a script that plants and looks in the same version. */
export function residueScript({ plant, look }: Residue, probe: string): string {
  const visit = probe.replace('export default async function run', 'async function probe');
  return `${visit}
const SHARED_REGEXP = /a/g;
const state = { count: 0, seen: new Set<unknown>() };
const tag = (strings: TemplateStringsArray): object => strings;
const template = (): object => tag\`one \${1} two\`;
const use = [SHARED_REGEXP, state, template];
export default async function run(params: any, reporter: any): Promise<any> {
  if (params.plant === true) { ${plant} }
  ${look === undefined ? 'return [use.length, ...(await probe(params, reporter))];' : look}
}
`;
}
