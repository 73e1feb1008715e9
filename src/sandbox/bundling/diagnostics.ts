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
import { packageOf } from './bundle-inputs.js';
import { importChain } from './import-chain.js';

const UNRESOLVED = /^Could not resolve "([^"]+)"(?: \(originally "([^"]+)"\))?$/;
const NO_LOADER = /^No loader is configured for "([^"]*)" files: (.*)$/;

/** Something that a bundle lacks: a specifier that cannot be resolved, or a file of a kind that it cannot contain. */
export interface Lack {
  message: Message;
  /** As written in the import; the path of a file without a loader. */
  specifier: string;
  /** The extension of a file without a loader. */
  extension: string | null;
}

/** Returns null for a message of any other kind. */
export function parseLack(message: Message): Lack | null {
  const [, target, original] = UNRESOLVED.exec(message.text) ?? [];
  if (target !== undefined) return { message, specifier: original ?? target, extension: null };
  const [, extension, file = ''] = NO_LOADER.exec(message.text) ?? [];
  return extension === undefined ? null : { message, specifier: file, extension };
}

/** Returns whether code of the importing file, and with it this import, is in a bundle that was built without what it lacks. */
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
  // To install the package that the author imports brings all that it needs.
  const importer = chain.map(packageOf).find((name) => name !== null) ?? packageOf(file);
  const text =
    extension === null
      ? explainUnresolved(specifier, notes, importer)
      : explainNoLoader(extension, specifier, importer);
  return diagnosticAt(message, text, chain);
}

/** Returns a message of esbuild as a diagnostic, with `text` instead of its own. */
export function diagnosticAt(
  message: Message,
  text = message.text,
  chain: string[] = [],
): BundleDiagnostic {
  const { location } = message;
  if (location === null) return { message: text, file: null, line: null, column: null, chain };
  // esbuild counts columns from 0 and in bytes of UTF-8.
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

/** Returns whether a warning of esbuild is on a module whose name is known only at run time. */
export function isLate(id: string): boolean {
  return id in CANNOT_RUN;
}

/** Sorts esbuild's warnings on files with code in the bundle: code that cannot run there, and code that may not. */
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
    // A package may have it for a case that does not occur: see `findPackageNeeds`.
    if (late !== undefined) {
      if (!isOwn(file)) continue;
      // On Node, modules of Node can be loaded late.
      if (engine === 'node') notes.push(diagnosticAt(warning, LOADED_LATE, chain));
      else diagnostics.push(diagnosticAt(warning, late, chain));
    } else if (warning.id in WORTH_KNOWING || isOwn(file))
      notes.push(diagnosticAt(warning, WORTH_KNOWING[warning.id] ?? warning.text, chain));
  }
  return { diagnostics, notes };
}
