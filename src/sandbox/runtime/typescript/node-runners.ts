import type { GuestExit } from '../guest-exit.js';
import type { RunHandle, RunHost, RunSpec } from '../runtime.js';
import { queueRun } from './queue-run.js';
import { RunnerPool, type RunnerPoolOptions } from './runner-pool.js';

/** Time without a run after which the waiting processes are ended (ms): each holds about 40 MiB. */
const IDLE_MS = 2 * 60_000;

/** Node processes, one for each run. Some are kept waiting for the next runs as long as there are runs. */
export class NodeRunners {
  private pool: RunnerPool | null = null;
  private runs = 0;
  private idle: NodeJS.Timeout | null = null;
  private closed = false;

  constructor(private readonly options: Omit<RunnerPoolOptions, 'idleMs' | 'single'>) {}

  /** Reason why no process starts; null after a successful start. */
  get problem(): string | null {
    return this.pool?.problem ?? null;
  }

  /** Starts the waiting processes. */
  async warm(): Promise<void> {
    if (!this.closed) await this.open().warm();
  }

  start(run: RunSpec, host: RunHost): RunHandle {
    const handle = queueRun(this.open(), run, host);
    this.runs += 1;
    void handle.outcome.then(() => {
      this.runs -= 1;
    });
    return handle;
  }

  async close(exit: GuestExit): Promise<void> {
    this.closed = true;
    if (this.idle !== null) clearTimeout(this.idle);
    await this.pool?.close(exit);
  }

  private open(): RunnerPool {
    this.idle = this.idle?.refresh() ?? setTimeout(() => this.endIdle(), IDLE_MS).unref();
    return (this.pool ??= new RunnerPool({ ...this.options, idleMs: IDLE_MS, single: true }));
  }

  private endIdle(): void {
    if (this.runs > 0) return void this.idle?.refresh();
    this.idle = null;
    void this.pool?.close({ code: 'worker_lost', message: 'There was no run for long.' });
    this.pool = null;
  }
}
