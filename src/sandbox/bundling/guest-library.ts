import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as ast from '@babel/types';
import { guestDir } from '../../base/config/paths.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { CompileTarget } from '../runtime/protocol.js';
import type { Diagnostic } from '../runtime/runtime.js';

/** The parts of the TypeScript checker that bundling uses, so that it reports the same problems as a server does. */
export interface GuestLibrary {
  /** Checks a script as the server does. */
  compile(
    source: string,
    target?: CompileTarget,
  ): Promise<{ ok: true } | { ok: false; diagnostics: Diagnostic[] }>;
  /** Returns the errors in the decorators of a file that is compiled with standard decorators. */
  wrongDecorators(source: string): Promise<Diagnostic[]>;
  /** Returns a CommonJS module that stands for a Node module. */
  builtInCode(specifier: string): string;
  /** Returns whether an import names a package. */
  isPackage(specifier: string): boolean;
  /** Returns a JSON Schema of the params, derived from the types of a script's `run`; null if the types say nothing. */
  inferParamsSchema(source: string, imports: { file: string; open: OpenImport }): JsonObject | null;
  /** Returns the syntax tree of a file. Throws if the parser cannot recover from its errors. */
  parse(source: string): ast.Program;
  /** The module that scripts import errors from, and its code in a run. */
  workflowModule: { name: string; code: string };
  /** First line of a bundle, with its newline. */
  bundleHeader(paramsSchema: JsonObject | null, packages: object | null): string;
}

/** Returns the source file that an import in `from` leads to; null if the import is not followed. */
export type OpenImport = (
  specifier: string,
  from: string,
) => { file: string; source: string } | null;

/**
 * Loads the files of `runtimes/` that `npm run build` creates. Uses `require`, since the bundle of a run imports
 * nothing.
 */
export function loadGuestLibrary(): GuestLibrary {
  const library: GuestLibrary = createRequire(import.meta.url)(
    join(guestDir('typescript'), 'authoring.mjs'),
  );
  return library;
}
