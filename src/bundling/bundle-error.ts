/** A place in a script, or in a package that it uses, where something is wrong or worth knowing. */
export interface BundleFault {
  /** What is wrong, and what to do about it. */
  message: string;
  /** Relative to the bundle's root; null where no file is at fault. */
  file: string | null;
  /** Lines and columns count from 1. */
  line: number | null;
  column: number | null;
  /** The files from the entry to `file`, each of which imports the next. */
  chain: string[];
}

/** Faults for the reader at a terminal get cut after so many; a program gets them all. */
const MAX_TOLD = 10;

/** A script that cannot become one that runs. Its message tells the faults, each with its place. */
export class BundleError extends Error {
  override readonly name = 'BundleError';

  constructor(readonly faults: readonly BundleFault[]) {
    const told = faults.slice(0, MAX_TOLD).map(describeFault);
    const rest = faults.length - told.length;
    super([...told, ...(rest > 0 ? [`… and ${rest} more like these`] : [])].join('\n'));
  }
}

/** `src/main.ts:3:8: …`, with the way to the file where it is not the entry itself. */
export function describeFault({ message, file, line, column, chain }: BundleFault): string {
  const place = [file, line, column].filter((part) => part !== null).join(':');
  const way = chain.length > 1 ? `\n    imported by ${chain.join(' → ')}` : '';
  return `${place === '' ? '' : `${place}: `}${message}${way}`;
}

/** A fault of no place. */
export function faultOf(message: string, file: string | null = null): BundleFault {
  return { message, file, line: null, column: null, chain: [] };
}
