import { createRequire, isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import { adviceFor } from './advice.js';
import type { BundleDiagnostic } from './bundle-error.js';
import { inputsOf, packageOf } from './bundle-inputs.js';
import { importChain } from './import-chain.js';

/** Values that are the same on every machine. */
const KEPT_VALUES = ['constants', 'METHODS', 'STATUS_CODES', 'isMainThread', 'maxHeaderSize'];
const MODULES = ['promises'];

interface Shape {
  functions: string[];
  values: Record<string, unknown>;
  modules: Record<string, Shape>;
}

/** Returns whether packages may import a module of Node that bundles have no port of. */
export function hasStub(specifier: string): boolean {
  return isBuiltin(specifier);
}

/** Returns an import of a file as one text, to be looked up. */
export function importId(file: string, specifier: string): string {
  return `${file}\0${specifier}`;
}

/** Returns the code of a module whose functions fail when they are called, with the same names as that of Node. */
export function stubCode(specifier: string): string {
  const name = nameOf(specifier);
  const shape = shapeOf(loaded(name));
  const args = [name, adviceFor(name), shape].map((value) => JSON.stringify(value));
  return `module.exports = require('/shared/stub.js').default(${args.join(', ')});`;
}

/** Returns a module of this Node; an empty one if it has none of that name. */
function loaded(name: string): unknown {
  try {
    return createRequire(import.meta.url)(`node:${name}`);
  } catch {
    return {};
  }
}

/** Where modules of the bundle's metafile stand in for one of Node. */
const STUB_INPUT = /^node:stubs\/(.+)$/;

/** Returns a note for each package in a bundle that imports a module whose functions fail. */
export function stubNotes(metafile: Metafile, entry: string): BundleDiagnostic[] {
  const notes = new Map<string, BundleDiagnostic>();
  for (const { file } of inputsOf(metafile))
    for (const { path } of metafile.inputs[file]?.imports ?? []) {
      const [, name] = STUB_INPUT.exec(path) ?? [];
      if (name === undefined) continue;
      const key = `${packageOf(file) ?? file} ${name}`;
      if (notes.has(key)) continue;
      notes.set(key, {
        message: `imports "${name}", whose functions fail when they are called: ${adviceFor(name)}`,
        file,
        line: null,
        column: null,
        chain: importChain(metafile, entry, file),
      });
    }
  return [...notes.values()];
}

function nameOf(specifier: string): string {
  return specifier.replace(/^node:/, '');
}

function shapeOf(module: unknown): Shape {
  const shape: Shape = { functions: [], values: {}, modules: {} };
  if ((typeof module !== 'object' && typeof module !== 'function') || module === null) return shape;
  for (const [name, value] of Object.entries(module)) {
    if (name.startsWith('_')) continue;
    if (typeof value === 'function') shape.functions.push(name);
    else if (KEPT_VALUES.includes(name)) shape.values[name] = value;
    else if (MODULES.includes(name)) shape.modules[name] = shapeOf(value);
    else if (typeof value === 'object') shape.values[name] = {};
  }
  return shape;
}
