/** An error or a note about a location in a script, or in a package that it uses. */
export interface BundleDiagnostic {
  /** Describes the error and how to correct it. */
  message: string;
  /** Path relative to the bundle's root; null if the diagnostic concerns no file. */
  file: string | null;
  /** Line and column, counted from 1. */
  line: number | null;
  column: number | null;
  /** The files from the entry to `file`, each importing the next. */
  chain: string[];
}

/** The location of a diagnostic. */
export type Place = Pick<BundleDiagnostic, 'file' | 'line' | 'column'>;

/** Maximum number of diagnostics in an error message; programs get all of them. */
const MAX_SHOWN = 10;

/** A script that cannot be bundled. Its message lists the diagnostics with their locations. */
export class BundleError extends Error {
  override readonly name = 'BundleError';

  constructor(readonly diagnostics: readonly BundleDiagnostic[]) {
    const shown = diagnostics.slice(0, MAX_SHOWN).map(describeDiagnostic);
    const rest = diagnostics.length - shown.length;
    super([...shown, ...(rest > 0 ? [`… and ${rest} more like these`] : [])].join('\n'));
  }
}

/** Returns `src/main.ts:3:8: …`, with the import chain if the file is not the entry itself. */
export function describeDiagnostic({
  message,
  file,
  line,
  column,
  chain,
}: BundleDiagnostic): string {
  const location = [file, line, column].filter((part) => part !== null).join(':');
  const importers = chain.length > 1 ? `\n    imported by ${chain.join(' → ')}` : '';
  return `${location === '' ? '' : `${location}: `}${message}${importers}`;
}

/** Returns a diagnostic without a location in its file. */
export function fileDiagnostic(message: string, file: string | null = null): BundleDiagnostic {
  return { message, file, line: null, column: null, chain: [] };
}

/** Returns the position in an author's file of the first string literal that begins with the specifier. */
export function placeOfSpecifier(file: string, text: string, specifier: string): Place {
  const found = ['"', "'", '`'].map((quote) => text.indexOf(quote + specifier));
  const at = found.find((index) => index >= 0);
  if (at === undefined) return { file, line: null, column: null };
  const lines = text.slice(0, at).split('\n');
  return { file, line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}
