import type { Message, Metafile } from 'esbuild';
import type { ScriptEngine } from '../runtime/protocol.js';
import {
  DYNAMIC_IMPORT,
  DYNAMIC_REQUIRE,
  LOADED_LATE,
  explainNoLoader,
  explainUnresolved,
} from './advice.js';
import type { BundleDiagnostic } from './bundle-error.js';
import { findPackageName } from './bundle-inputs.js';
import { importChain } from './import-chain.js';

const UNRESOLVED = /^Could not resolve "([^"]+)"(?: \(originally "([^"]+)"\))?$/;
const NO_LOADER = /^No loader is configured for "([^"]*)" files: (.*)$/;

/** Something that a bundle is missing: an unresolved specifier, or a file of an unsupported kind. */
export interface Lack {
  message: Message;
  /** The specifier as written in the import; the path, if the file has no loader. */
  specifier: string;
  /** Extension of a file without a loader; null for an unresolved specifier. */
  extension: string | null;
}

/** Parses an esbuild message about a missing import; returns null for any other message. */
export function parseLack(message: Message): Lack | null {
  const [, target, original] = UNRESOLVED.exec(message.text) ?? [];
  if (target !== undefined) return { message, specifier: original ?? target, extension: null };
  const [, extension, file = ''] = NO_LOADER.exec(message.text) ?? [];
  return extension === undefined ? null : { message, specifier: file, extension };
}

/**
 * Returns whether the bundle that was built without the missing import contains code of the importing file, and with it
 * the import.
 */
export function isNeeded({ message, specifier, extension }: Lack, { outputs }: Metafile): boolean {
  const file = message.location?.file ?? '';
  return Object.values(outputs).some(
    ({ inputs, imports }) =>
      (inputs[file]?.bytesInOutput ?? 0) > 0 &&
      (extension !== null || imports.some(({ path }) => path === specifier)),
  );
}

export function lackDiagnostic(
  { message, specifier, extension }: Lack,
  metafile: Metafile,
  entry: string,
): BundleDiagnostic {
  const notes = message.notes.map(({ text }) => text);
  const file = message.location?.file ?? '';
  const chain = importChain(metafile, entry, file);
  // Installing the package that the author imports also installs its dependencies.
  const importer =
    chain.map(findPackageName).find((name) => name !== null) ?? findPackageName(file);
  const text =
    extension === null
      ? explainUnresolved(specifier, notes, importer)
      : explainNoLoader(extension, specifier, importer);
  return diagnosticAt(message, text, chain);
}

/** Converts an esbuild message to a diagnostic, with `text` instead of the message's own text. */
export function diagnosticAt(
  message: Message,
  text = message.text,
  chain: string[] = [],
): BundleDiagnostic {
  const { location } = message;
  if (location === null) return { message: text, file: null, line: null, column: null, chain };
  // esbuild counts columns from 0, in UTF-8 bytes.
  const before = Buffer.from(location.lineText).subarray(0, location.column).toString();
  return {
    message: text,
    file: location.file,
    line: location.line,
    column: before.length + 1,
    chain,
  };
}

const CANNOT_RUN: Record<string, string> = {
  'unsupported-require-call': DYNAMIC_REQUIRE,
  'unsupported-dynamic-import': DYNAMIC_IMPORT,
};
const WORTH_KNOWING: Record<string, string> = {
  'empty-import-meta': 'uses `import.meta`, which is empty in a script',
};

/** Returns whether an esbuild warning concerns a module whose name is computed at run time. */
export function isLate(id: string): boolean {
  return id in CANNOT_RUN;
}

/**
 * Sorts esbuild's warnings about files with code in the bundle into errors (the code cannot run) and notes (it may not
 * run).
 */
export function sortWarnings(
  warnings: readonly Message[],
  metafile: Metafile,
  entry: string,
  isOwn: (file: string) => boolean,
  engine: ScriptEngine = 'isolate',
): { diagnostics: BundleDiagnostic[]; notes: BundleDiagnostic[] } {
  const diagnostics: BundleDiagnostic[] = [];
  const notes: BundleDiagnostic[] = [];
  for (const warning of warnings) {
    const file = warning.location?.file ?? '';
    const isBundled = Object.values(metafile.outputs).some(
      ({ inputs }) => (inputs[file]?.bytesInOutput ?? 0) > 0,
    );
    if (!isBundled) continue;
    const chain = importChain(metafile, entry, file);
    const late = CANNOT_RUN[warning.id];
    // A package may never reach this code: see `findPackageNeeds`.
    if (late !== undefined) {
      if (!isOwn(file)) continue;
      // On Node, Node's own modules can be loaded at run time.
      if (engine === 'node') notes.push(diagnosticAt(warning, LOADED_LATE, chain));
      else diagnostics.push(diagnosticAt(warning, late, chain));
    } else if (warning.id in WORTH_KNOWING || isOwn(file))
      notes.push(diagnosticAt(warning, WORTH_KNOWING[warning.id] ?? warning.text, chain));
  }
  return { diagnostics, notes };
}
