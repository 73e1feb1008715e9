import { dirname } from 'node:path';
import ts from 'typescript';
import type { TypeJob } from './type-job.js';

/** As a script runs: docs/scripts.md. What the author's tsconfig.json says goes before it. */
const USUAL: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** Nothing is written, and what is declared is taken as it is. */
const ALWAYS: ts.CompilerOptions = {
  noEmit: true,
  allowImportingTsExtensions: true,
  composite: false,
  incremental: false,
  declaration: false,
  skipLibCheck: true,
  skipDefaultLibCheck: true,
};

export interface Compilation {
  options: ts.CompilerOptions;
  /** The script, and declarations that the author's tsconfig.json includes. */
  roots: string[];
  /** Errors of the tsconfig.json. */
  errors: readonly ts.Diagnostic[];
}

export function compilationOf({ script, tsconfig, modules, nodeTypes }: TypeJob): Compilation {
  const own = tsconfig === null ? null : readConfig(tsconfig);
  // A script may lie outside of what the author's own compiler makes.
  const { rootDir: _theirs, ...given } = own?.options ?? {};
  const paths = { ...given.paths };
  for (const [name, file] of Object.entries(modules)) paths[name] = [file];
  const declarations = own?.fileNames.filter((name) => /\.d\.[cm]?ts$/.test(name)) ?? [];
  return {
    options: { ...usualFor(given), ...given, ...typesFor(nodeTypes, given), ...ALWAYS, paths },
    roots: [script, ...declarations],
    errors: own?.errors.filter(({ code }) => code !== NO_INPUTS) ?? [],
  };
}

/** Types of Node go beside those that the author asks for. */
function typesFor(
  folder: string | null,
  { types = [], typeRoots = [] }: ts.CompilerOptions,
): ts.CompilerOptions {
  if (folder === null) return {};
  return { types: [...types, 'node'], typeRoots: [...typeRoots, folder] };
}

/** "No inputs were found": the script is one. */
const NO_INPUTS = 18003;

function readConfig(file: string): ts.ParsedCommandLine {
  // Read with its places, so that diagnostics have theirs.
  const source = ts.readJsonConfigFile(file, (path) => ts.sys.readFile(path));
  return ts.parseJsonSourceFileConfigFileContent(source, ts.sys, dirname(file), {}, file);
}

/** A `module` of the author's goes with the `moduleResolution` that belongs to it. */
function usualFor({ module, moduleResolution }: ts.CompilerOptions): ts.CompilerOptions {
  if (module === undefined || moduleResolution !== undefined) return USUAL;
  const { moduleResolution: _own, ...rest } = USUAL;
  return rest;
}
