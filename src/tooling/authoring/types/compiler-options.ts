import { dirname } from 'node:path';
import ts from 'typescript';
import type { TypeJob } from './type-job.js';

/** The options under which scripts run: docs/scripts.md. The author's tsconfig.json takes precedence. */
const USUAL: ts.CompilerOptions = {
  strict: true,
  target: ts.ScriptTarget.ES2024,
  lib: ['lib.es2024.d.ts', 'lib.dom.d.ts'],
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  types: [],
};

/** Nothing is written, and declarations are not checked. */
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

export function buildCompilation({ script, tsconfig, modules, nodeTypes }: TypeJob): Compilation {
  const own = tsconfig === null ? null : readConfig(tsconfig);
  // A script may lie outside of the author's own rootDir.
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

/** Adds types of Node to those of the author's settings. */
function typesFor(
  folder: string | null,
  { types = [], typeRoots = [] }: ts.CompilerOptions,
): ts.CompilerOptions {
  if (folder === null) return {};
  return { types: [...types, 'node'], typeRoots: [...typeRoots, folder] };
}

/** "No inputs were found": the script is the input. */
const NO_INPUTS = 18003;

function readConfig(file: string): ts.ParsedCommandLine {
  // Parsed with its places, which diagnostics need.
  const source = ts.readJsonConfigFile(file, (path) => ts.sys.readFile(path));
  return ts.parseJsonSourceFileConfigFileContent(source, ts.sys, dirname(file), {}, file);
}

/** Returns the usual options, with the `moduleResolution` that fits the author's `module`. */
function usualFor({ module, moduleResolution }: ts.CompilerOptions): ts.CompilerOptions {
  if (module === undefined || moduleResolution !== undefined) return USUAL;
  const { moduleResolution: _own, ...rest } = USUAL;
  return rest;
}
