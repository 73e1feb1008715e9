import type { Diagnostic } from '../../base/kernel/guided-error.js';

/** A script as a server takes it, and what of it may not work as expected. */
export interface BuiltScript {
  script: string;
  notes: Diagnostic[];
}

/** Returns the text of a file that is the whole script. */
export async function asItIs(source: string): Promise<BuiltScript> {
  return { script: source, notes: [] };
}
