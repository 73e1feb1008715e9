import type { Target } from '../support/hostile-case.js';

/** A script that returns the initial state of an isolate: all properties of all globals, including inherited ones. */
const PROBE = `
export default async function run(params: any, reporter: any): Promise<any> {
  const seen = new Set<unknown>();
  const found: string[] = [];
  const visit = (value: any, path: string, depth: number): void => {
    if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return;
    seen.add(value);
    if (typeof value === 'function') found.push(path + ' = ' + Function.prototype.toString.call(value).length);
    for (const key of Reflect.ownKeys(value)) {
      const property: any = Object.getOwnPropertyDescriptor(value, key);
      const at = path + '.' + String(key);
      const flags = [property.writable, property.enumerable, property.configurable].join('');
      const primitive = typeof property.value === 'object' || typeof property.value === 'function' ? '' : String(property.value);
      found.push(at + ' ' + typeof property.value + ' ' + flags + ' ' + primitive);
      if (depth === 0) continue;
      visit(property.value, at, depth - 1);
      visit(property.get, at + '.get', 0);
      visit(property.set, at + '.set', 0);
    }
    visit(Object.getPrototypeOf(value), path + '.__proto__', depth);
  };
  visit(globalThis, 'globalThis', 3);
  visit(reporter, 'reporter', 1);
  visit(async function () {}, 'async', 2);
  visit((function* () {})(), 'generator', 2);
  visit((async function* () {})(), 'asyncGenerator', 2);
  visit([][Symbol.iterator](), 'arrayIterator', 2);
  return found.filter((line) => !/reporter.task|performance/.test(line)).sort();
}
`;

const NEIGHBOUR = `
export default async function run(params: { stop: string }, reporter: any): Promise<any> {
  reporter.setPhase('Working');
  while (!(await reporter.files.exists(params.stop))) await new Promise((done) => setTimeout(done, 100));
  const sorted = [3, 1, 2].sort().map((n) => ({ n }));
  return JSON.stringify(sorted) === '[{"n":1},{"n":2},{"n":3}]' ? 'unharmed' : sorted;
}
`;

export const TYPESCRIPT: Target = {
  language: 'typescript',
  allowedMb: (limitMb) => limitMb * 3 + 256,
  hostDetail:
    /\/(tmp|work|home|root|usr|opt|proc|dev)\/|node_modules|node:|isolated-vm|<isolated-vm|runner\.mjs|file:\/\//,
  neighbour: NEIGHBOUR,
  trivial: 'export const run = () => 42;\n',
  probe: PROBE,
};
