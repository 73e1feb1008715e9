import type { RunOutcome, RunSpec } from '../runtime.js';
import { readSources } from './read-sources.js';

/** Returns the outcome of a run with the author's own lines in its stack; without a stack where they cannot be read. */
export async function withAuthorLines(
  outcome: RunOutcome,
  { program: { source_map: map } }: RunSpec,
): Promise<RunOutcome> {
  if (outcome.kind !== 'failed' || outcome.stack === null || map === null) return outcome;
  const stack = await readSources('stack', { map, stack: outcome.stack }).catch(() => null);
  return { ...outcome, stack };
}
