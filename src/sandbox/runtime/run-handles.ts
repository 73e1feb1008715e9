import type { RunErrorCode, RunHandle, RunOutcome } from './runtime.js';

export function failedWith(code: RunErrorCode, message: string): RunOutcome {
  return { kind: 'failed', code, message, stack: null };
}

/** Returns the handle of a run that has ended without a process. */
export function endedRun(outcome: RunOutcome): RunHandle {
  return { outcome: Promise.resolve(outcome), usage: Promise.resolve(null) };
}

/**
 * Returns the handle of a run that is started later: `start` resolves to it, or to an outcome if the run ends without a
 * process. `start` must not reject.
 */
export function deferredRun(start: Promise<RunHandle | RunOutcome>): RunHandle {
  const started = start.then((run) => ('kind' in run ? endedRun(run) : run));
  return {
    outcome: started.then((run) => run.outcome),
    usage: started.then((run) => run.usage),
  };
}
