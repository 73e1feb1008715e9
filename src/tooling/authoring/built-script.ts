import type { Diagnostic } from '../../base/kernel/guided-error.js';

/** A script in the form that a server takes, and notes on parts that may not work as expected. */
export interface BuiltScript {
  script: string;
  notes: Diagnostic[];
}

/** Returns the text of a file that is the whole script. */
export async function asItIs(source: string): Promise<BuiltScript> {
  return { script: source, notes: [] };
}
