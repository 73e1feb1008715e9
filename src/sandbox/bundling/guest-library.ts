import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as ast from '@babel/types';
import { guestDir } from '../../base/config/paths.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { CompileTarget } from '../runtime/protocol.js';
import type { Diagnostic } from '../runtime/runtime.js';

/** The parts of the TypeScript checker that bundling uses, so that it reports the same problems as a server. */
export interface GuestLibrary {
  /** The server's check of a script. */
  compile(
    source: string,
    target?: CompileTarget,
  ): Promise<{ ok: true } | { ok: false; diagnostics: Diagnostic[] }>;
  /** Returns what is wrong with the decorators of a file that is compiled for those of the standard. */
  wrongDecorators(source: string): Promise<Diagnostic[]>;
  /** A CommonJS module that is a module of Node. */
  builtInCode(specifier: string): string;
  /** Returns whether an import is that of a package. */
  isPackage(specifier: string): boolean;
  /** JSON Schema of the params of a script's `run`, by its types; null if they say nothing. */
  inferParamsSchema(source: string, imports: { file: string; open: OpenImport }): JsonObject | null;
  /** Returns the syntax tree of a file. Throws for a text that cannot be parsed even with errors. */
  parse(source: string): ast.Program;
  /** The module that scripts import errors from, and its code in a run. */
  workflowModule: { name: string; code: string };
  /** First line of a bundle, with its newline. */
  bundleHeader(paramsSchema: JsonObject | null, packages: object | null): string;
}

/** Returns the source that an import specifier of file `from` leads to; null if it is not to be followed. */
export type OpenImport = (
  specifier: string,
  from: string,
) => { file: string; source: string } | null;

/** Loads the built files of `runtimes/`, which `npm run build` makes. Requires them, since the bundle of a run imports nothing. */
export function loadGuestLibrary(): GuestLibrary {
  const library: GuestLibrary = createRequire(import.meta.url)(
    join(guestDir('typescript'), 'authoring.mjs'),
  );
  return library;
}
