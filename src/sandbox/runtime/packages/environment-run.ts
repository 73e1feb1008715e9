import { MetarunError, messageOf } from '../../../base/kernel/errors.js';
import type { CancelReason } from '../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec, RunUsage } from '../runtime.js';
import type { EnvironmentUse, WarmEnvironments } from './warm-environments.js';

export interface EnvironmentRunOptions<Made> {
  /** Values of `current_phase`: during the installation of packages, and from then on until the script sets a phase. */
  phases: readonly [installing: string, running: string];
  /** Starts a run. The start may have to wait, which does not count towards the run's deadline. */
  start: (made: Made, run: RunSpec, host: RunHost) => RunHandle;
}

/** A run of a script with packages. Waits for its environment, however long that takes, and then starts the script. */
export class EnvironmentRun<Made> implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private readonly cancelled = new AbortController();
  private begun: RunHandle | null = null;

  constructor(
    environments: WarmEnvironments<Made>,
    lock: string,
    private readonly run: RunSpec,
    private readonly host: RunHost,
    private readonly options: EnvironmentRunOptions<Made>,
  ) {
    this.outcome = this.execute(environments, lock);
    this.usage = this.outcome.then(() => this.begun?.usage ?? null);
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.begun) this.begun.cancel(reason, graceMs);
    else this.cancelled.abort();
  }

  private async execute(environments: WarmEnvironments<Made>, lock: string): Promise<RunOutcome> {
    const { phases, start } = this.options;
    const [installing, running] = phases;
    let use: EnvironmentUse<Made>;
    let built = false;
    try {
      const onBuild = (): void => {
        built = true;
        this.host.onPhase(installing);
      };
      const onLine = (text: string): void => this.host.onLog('info', text);
      use = await environments.use(lock, { onBuild, onLine }, this.cancelled.signal);
    } catch (error) {
      return this.notBegun(error);
    }
    if (built) this.host.onPhase(running);
    this.begun = start(use.made, this.run, this.host);
    if (this.cancelled.signal.aborted) this.begun.cancel('cancelled', 0);
    const outcome = await this.begun.outcome;
    use.release();
    return outcome;
  }

  private notBegun(error: unknown): RunOutcome {
    if (this.cancelled.signal.aborted)
      return failed('cancelled', 'The run was cancelled before it began.');
    if (error instanceof MetarunError && error.code === 'unavailable')
      return { kind: 'not_started', reason: error.message };
    if (error instanceof MetarunError) return failed('dependency_error', error.message);
    return failed('sandbox_error', `The packages could not be installed: ${messageOf(error)}.`);
  }
}

function failed(
  code: 'cancelled' | 'dependency_error' | 'sandbox_error',
  message: string,
): RunOutcome {
  return { kind: 'failed', code, message, stack: null };
}
