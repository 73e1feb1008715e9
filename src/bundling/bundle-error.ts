/** A problem at a location in a script, or in a package that it uses, or a note on one. */
export interface BundleFault {
  /** What is wrong, and what to do about it. */
  message: string;
  /** Relative to the bundle's root; null if no file is at fault. */
  file: string | null;
  /** Lines and columns count from 1. */
  line: number | null;
  column: number | null;
  /** The files from the entry to `file`, each of which imports the next. */
  chain: string[];
}

/** The message of an error shows this many faults; a program gets all of them. */
const MAX_SHOWN = 10;

/** A script that cannot be bundled. Its message lists the faults with their locations. */
export class BundleError extends Error {
  override readonly name = 'BundleError';

  constructor(readonly faults: readonly BundleFault[]) {
    const shown = faults.slice(0, MAX_SHOWN).map(describeFault);
    const rest = faults.length - shown.length;
    super([...shown, ...(rest > 0 ? [`… and ${rest} more like these`] : [])].join('\n'));
  }
}

/** Returns `src/main.ts:3:8: …`, with the import chain if the file is not the entry itself. */
export function describeFault({ message, file, line, column, chain }: BundleFault): string {
  const location = [file, line, column].filter((part) => part !== null).join(':');
  const importers = chain.length > 1 ? `\n    imported by ${chain.join(' → ')}` : '';
  return `${location === '' ? '' : `${location}: `}${message}${importers}`;
}

/** Returns a fault without a location in its file. */
export function fileFault(message: string, file: string | null = null): BundleFault {
  return { message, file, line: null, column: null, chain: [] };
}
