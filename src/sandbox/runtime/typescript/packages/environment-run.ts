import { MetarunError, messageOf } from '../../../../base/kernel/errors.js';
import { TYPESCRIPT } from '../../../../base/languages/typescript.js';
import type { CancelReason } from '../../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec, RunUsage } from '../../runtime.js';
import type { EnvironmentRunners, RunnersUse } from './environment-runners.js';

/** Values of `current_phase` while packages are installed, and after that until the script sets it. */
const [INSTALLING, RUNNING] = TYPESCRIPT.setupPhases;

/** A run on Node with packages: waits for them, however long that takes, and then runs beside them. */
export class EnvironmentRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private readonly cancelled = new AbortController();
  private begun: RunHandle | null = null;

  constructor(
    runners: EnvironmentRunners,
    lock: string,
    private readonly run: RunSpec,
    private readonly host: RunHost,
  ) {
    this.outcome = this.execute(runners, lock);
    this.usage = this.outcome.then(() => this.begun?.usage ?? null);
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.begun) this.begun.cancel(reason, graceMs);
    else this.cancelled.abort();
  }

  private async execute(environments: EnvironmentRunners, lock: string): Promise<RunOutcome> {
    let use: RunnersUse;
    let built = false;
    try {
      const onBuild = (): void => {
        built = true;
        this.host.onPhase(INSTALLING);
      };
      const onLine = (text: string): void => this.host.onLog('info', text);
      use = await environments.use(lock, { onBuild, onLine }, this.cancelled.signal);
    } catch (error) {
      return this.notBegun(error);
    }
    if (built) this.host.onPhase(RUNNING);
    this.begun = use.runners.start(this.run, this.host);
    if (this.cancelled.signal.aborted) this.begun.cancel('cancelled', 0);
    const outcome = await this.begun.outcome;
    use.release();
    return outcome;
  }

  private notBegun(error: unknown): RunOutcome {
    if (this.cancelled.signal.aborted)
      return failed('cancelled', 'The run was cancelled before it began.');
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
