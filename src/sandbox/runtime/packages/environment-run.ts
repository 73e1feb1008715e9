import { MetarunError, getErrorMessage } from '../../../base/kernel/errors.js';
import { deferredRun, failedWith } from '../run-handles.js';
import type { RunHandle, RunHost, RunOutcome } from '../runtime.js';
import type { EnvironmentUse, WarmEnvironments } from './warm-environments.js';

export interface EnvironmentRunOptions<Made> {
  /** Values of `current_phase`: during the installation of packages, and from then on until the script sets a phase. */
  phases: readonly [installing: string, running: string];
  /** Starts the run. The start may have to wait, which does not count towards the run's deadline. */
  start: (made: Made) => RunHandle;
}

/** Runs a script with packages. Waits for its environment, however long that takes, and then starts the script. */
export function runInEnvironment<Made>(
  environments: WarmEnvironments<Made>,
  lock: string,
  host: RunHost,
  { phases: [installing, running], start }: EnvironmentRunOptions<Made>,
): RunHandle {
  const begin = async (): Promise<RunHandle | RunOutcome> => {
    let use: EnvironmentUse<Made>;
    let built = false;
    try {
      const onBuild = (): void => {
        built = true;
        host.onPhase(installing);
      };
      const onLine = (text: string): void => host.onLog('info', text);
      use = await environments.use(lock, { onBuild, onLine }, host.stop.toAbortSignal());
    } catch (error) {
      return explainFailure(error, host);
    }
    if (built) host.onPhase(running);
    const run = start(use.made);
    void run.outcome.then(() => use.release());
    return run;
  };
  return deferredRun(begin());
}

/** Returns the outcome of a run whose environment is not available. */
function explainFailure(error: unknown, { stop }: RunHost): RunOutcome {
  if (stop.reason !== null)
    return failedWith('cancelled', 'The run was cancelled before it began.');
  if (error instanceof MetarunError && error.code === 'unavailable')
    return { kind: 'not_started', reason: error.message };
  if (error instanceof MetarunError) return failedWith('dependency_error', error.message);
  const message = `The packages could not be installed: ${getErrorMessage(error)}.`;
  return failedWith('sandbox_error', message);
}
