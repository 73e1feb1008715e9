import { MetarunError, messageOf } from '../../../../base/kernel/errors.js';
import { PYTHON } from '../../../../base/languages/python.js';
import type { CancelReason } from '../../protocol.js';
import type { RunHandle, RunHost, RunOutcome, RunSpec, RunUsage } from '../../runtime.js';
import { PythonRun } from '../python-run.js';
import type { EnvironmentServers, ServerUse } from './environment-servers.js';

/** Values of `current_phase` while packages are installed, and after that until the script sets it. */
const [INSTALLING, RUNNING] = PYTHON.setupPhases;

/** A run of a script with packages: waits for its environment, however long that takes, and then runs in it. */
export class EnvironmentRun implements RunHandle {
  readonly outcome: Promise<RunOutcome>;
  readonly usage: Promise<RunUsage | null>;
  private readonly cancelled = new AbortController();
  private begun: PythonRun | null = null;

  constructor(
    servers: EnvironmentServers,
    lock: string,
    private readonly run: RunSpec,
    private readonly host: RunHost,
  ) {
    this.outcome = this.execute(servers, lock);
    this.usage = this.outcome.then(() => this.begun?.usage ?? null);
  }

  cancel(reason: CancelReason, graceMs: number): void {
    if (this.begun) this.begun.cancel(reason, graceMs);
    else this.cancelled.abort();
  }

  private async execute(servers: EnvironmentServers, lock: string): Promise<RunOutcome> {
    let use: ServerUse;
    let built = false;
    try {
      const onBuild = (): void => {
        built = true;
        this.host.onPhase(INSTALLING);
      };
      const onLine = (text: string): void => this.host.onLog('info', text);
      use = await servers.use(lock, { onBuild, onLine }, this.cancelled.signal);
    } catch (error) {
      return this.notBegun(error);
    }
    // The start of the server does not count towards the deadline either. The run reports it if the start fails.
    await use.server.catch(() => undefined);
    if (built) this.host.onPhase(RUNNING);
    this.begun = new PythonRun(use.server, this.run, this.host);
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
