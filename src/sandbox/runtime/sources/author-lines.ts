import type { RunHandle, RunHost, RunOutcome, RunSpec } from '../runtime.js';
import { adviseInstall } from '../typescript/missing-files.js';
import { LoggedStacks } from './logged-stacks.js';
import { readSources } from './read-sources.js';

/** Starts a run whose stacks show the author's own lines, both in its log and in the error that ends it. */
export function withAuthorLines(
  { program: { source_map: map }, engine }: RunSpec,
  host: RunHost,
  start: (host: RunHost) => RunHandle,
): RunHandle {
  if (map === null) return start(host);
  const stacks = new LoggedStacks(host, map);
  const handle = start(stacks);
  return {
    outcome: handle.outcome.then(async (outcome) => {
      await stacks.written();
      return mapped(outcome, map, engine);
    }),
    usage: handle.usage,
  };
}

/** Returns the outcome with mapped lines; without a stack if its lines cannot be read. */
async function mapped(
  outcome: RunOutcome,
  map: string,
  engine: RunSpec['engine'],
): Promise<RunOutcome> {
  if (outcome.kind !== 'failed' || outcome.stack === null) return outcome;
  const stack = await readSources('stack', { map, stack: outcome.stack }).catch(() => null);
  const message = engine === 'node' ? adviseInstall(outcome.message, stack) : outcome.message;
  return { ...outcome, message, stack };
}
