import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import { LONGEST_TIMER_MS } from '../../../base/kernel/timers.js';
import type { WorkerFacts, WorkerRows } from './worker-rows.js';

/** Number of renewals within the length of a lease. */
const RENEWALS = 5;
/** Time between two attempts to register, in ms. */
const RETRY_MS = 500;

/** The part of a process whose work is void without the lease. */
export interface LeaseHolder {
  /** Number of running tasks. */
  readonly running: number;
  /** Ends all runs, since other workers may hold their tasks by now. */
  leaseLost(): void;
}

/**
 * The lease of this process, which covers every task that it runs. If another server has declared it dead, or the
 * database does not renew the lease in time and other servers exist, all runs are abandoned and the process continues
 * as a new worker. A suspended process first asks whether its tasks were taken.
 */
export class WorkerLease implements BackgroundWork {
  /** True from the beginning of a stop. */
  draining = false;
  /** Called with the number of breaking migrations of the database. */
  onMarks: (breaking: number) => void = () => undefined;
  private holder: LeaseHolder = { running: 0, leaseLost: () => undefined };
  private leases = 0;
  private renewing: Promise<void> | null = null;
  private registered = false;
  /** True if another server may take the tasks of this one after its lease. */
  private hasOthers = true;
  /** Earliest end of the lease, by the monotonic clock in ms. */
  private heldUntil = 0;
  private deadline: NodeJS.Timeout | null = null;
  private readonly loop: BackgroundLoop;

  /** `processId`: the id of this process on the bus. */
  constructor(
    private readonly rows: WorkerRows,
    private readonly processId: string,
    readonly facts: WorkerFacts,
    readonly leaseMs: number,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.renew(),
      pollMs: this.renewMs,
      retryMs: Math.min(RETRY_MS, this.renewMs),
      onError: (error) => logger.warn({ err: error }, 'failed to renew the lease of this server'),
    });
  }

  /** Interval of the renewals, in ms. */
  get renewMs(): number {
    return this.leaseMs / RENEWALS;
  }

  /** Id of this worker in the rows of its tasks: see {@link parseProcessId}. */
  get id(): string {
    return this.leases <= 1 ? this.processId : `${this.processId}.${this.leases}`;
  }

  /** False from the loss of a lease until the process is registered as a new worker: it claims nothing meanwhile. */
  get isRegistered(): boolean {
    return this.registered;
  }

  /** True while no other server lives, by the last renewal: runs of this one can wait for the database. */
  get isLone(): boolean {
    return this.rows.alone || !this.hasOthers;
  }

  /** Registers the holder that is notified of a lost lease. */
  attend(holder: LeaseHolder): void {
    this.holder = holder;
  }

  /** Registers this process. */
  async start(): Promise<void> {
    await this.register();
    // A lease without an end needs no renewal.
    if (!this.rows.alone) this.loop.start(this.renewMs);
  }

  /** Reports to other servers at once that this process claims nothing more. */
  drain(): void {
    this.draining = true;
    this.loop.trigger();
  }

  async stop(): Promise<void> {
    await this.loop.stop();
    if (this.deadline !== null) clearTimeout(this.deadline);
    if (!this.registered) return;
    try {
      await this.rows.remove(this.id);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to notify other servers of the shutdown');
    }
  }

  /**
   * Returns whether the worker of this id still holds its lease. Within the lease, this process's clock suffices; after
   * it, as when the process was suspended, only the database knows.
   */
  async holds(id: string): Promise<boolean> {
    if (this.isOver()) await this.renew();
    return this.id === id;
  }

  private isOver(): boolean {
    return !this.rows.alone && performance.now() > this.heldUntil;
  }

  /** Renews the lease, one renewal at a time. */
  private renew(): Promise<void> {
    // Deferred, since a loss within the renewal makes the loop ask for another one.
    this.renewing ??= Promise.resolve()
      .then(() => this.renewOnce())
      .finally(() => {
        this.renewing = null;
      });
    return this.renewing;
  }

  private async renewOnce(): Promise<void> {
    if (!this.registered) return this.register();
    const asked = performance.now();
    const { id } = this;
    const renewal = await this.rows.renew(id, this.leaseMs, {
      running: this.holder.running,
      draining: this.draining,
    });
    // The lease was lost during the statement.
    if (id !== this.id || !this.registered) return;
    if (renewal === null) {
      this.lose('another server declared the lease of this server expired');
      return this.register();
    }
    this.hasOthers = renewal.others > 0;
    this.held(asked);
    this.onMarks(renewal.breaking);
  }

  private async register(): Promise<void> {
    const asked = performance.now();
    this.leases += 1;
    await this.rows.register(this.id, this.facts, this.leaseMs);
    this.registered = true;
    this.hasOthers = true;
    this.held(asked);
  }

  private held(since: number): void {
    this.heldUntil = since + this.leaseMs;
    if (!this.rows.alone) this.watch();
  }

  private watch(): void {
    if (this.deadline !== null) clearTimeout(this.deadline);
    // A database that does not answer would keep the loop waiting.
    this.deadline = setTimeout(
      () => void this.endInTime(),
      Math.min(this.heldUntil - performance.now() + 1, LONGEST_TIMER_MS),
    ).unref();
  }

  /**
   * Loses the lease if it is over. A process that was suspended could not renew in time and gets the time of one
   * renewal.
   */
  private async endInTime(): Promise<void> {
    if (this.isLone) return;
    // A timer of whole milliseconds may fire early.
    if (!this.isOver()) return this.watch();
    if (performance.now() - this.heldUntil > this.renewMs) {
      const patience = new AbortController();
      const { signal } = patience;
      const late = delay(this.renewMs, 'late', { signal, ref: false }).catch(() => 'late');
      // An answer that has arrived meanwhile may belong to an outdated request.
      while (this.registered && this.isOver())
        if ((await Promise.race([this.renew().catch(() => 'late'), late])) === 'late') break;
      patience.abort();
    }
    if (this.registered && this.isOver())
      this.lose('failed to renew the lease of this server in time');
  }

  private lose(why: string): void {
    this.logger.warn(
      { worker: this.id, runs: this.holder.running },
      `${why}; abandoning its runs and registering it as a new worker`,
    );
    this.registered = false;
    this.holder.leaseLost();
    this.loop.trigger();
  }
}

/** Returns the bus id of a worker's process. */
export function parseProcessId(workerId: string): string {
  return workerId.split('.', 1)[0] ?? workerId;
}
