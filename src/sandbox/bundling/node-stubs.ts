import { createRequire, isBuiltin } from 'node:module';
import type { Metafile } from 'esbuild';
import { onNodeOr } from './advice.js';

/** Exports whose values are the same on every machine. */
const KEPT_VALUES = ['constants', 'METHODS', 'STATUS_CODES', 'isMainThread', 'maxHeaderSize'];
const MODULES = ['promises'];

interface Shape {
  functions: string[];
  values: Record<string, unknown>;
  modules: Record<string, Shape>;
}

/** Returns whether packages may import a Node module that bundles have no port of. */
export function hasStub(specifier: string): boolean {
  return isBuiltin(specifier);
}

/** Returns a key for an import of a file. */
export function importId(file: string, specifier: string): string {
  return `${file}\0${specifier}`;
}

/** Returns the code of a module with the exports of a Node module, whose functions throw. */
export function stubCode(specifier: string): string {
  const name = toModuleName(specifier);
  const shape = readModuleShape(loaded(name));
  const args = [name, onNodeOr(name), shape].map((value) => JSON.stringify(value));
  return `module.exports = require('/shared/stub.js').default(${args.join(', ')});`;
}

/** Loads a module of this Node version; returns an empty module for an unknown name. */
function loaded(name: string): unknown {
  try {
    return createRequire(import.meta.url)(`node:${name}`);
  } catch {
    return {};
  }
}

/** Path of a stand-in for a Node module in the bundle's metafile. */
const STUB_INPUT = /^node:stubs\/(.+)$/;

/** Returns the Node modules with throwing stand-ins that a file of a bundle imports. */
export function stubbedModules({ inputs }: Metafile, file: string): string[] {
  const names = inputs[file]?.imports.flatMap(({ path }) => STUB_INPUT.exec(path)?.[1] ?? []) ?? [];
  return [...new Set(names)];
}

function toModuleName(specifier: string): string {
  return specifier.replace(/^node:/, '');
}

function readModuleShape(module: unknown): Shape {
  const shape: Shape = { functions: [], values: {}, modules: {} };
  if ((typeof module !== 'object' && typeof module !== 'function') || module === null) return shape;
  for (const [name, value] of Object.entries(module)) {
    if (name.startsWith('_')) continue;
    if (typeof value === 'function') shape.functions.push(name);
    else if (KEPT_VALUES.includes(name)) shape.values[name] = value;
    else if (MODULES.includes(name)) shape.modules[name] = readModuleShape(value);
    else if (typeof value === 'object') shape.values[name] = {};
  }
  return shape;
}
