import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Lead } from '../../../base/kernel/lead.js';
import type { Database } from '../../../platform/database/database.js';
import { type Job, JOBS } from './jobs.js';

/** Duration of a lead that is not renewed, and interval of its renewal, in ms. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;
/** Longest plausible rest of a lease, in ms: a longer one was taken before the clock was set back. */
const TOO_FAR_MS = 10 * LEASE_MS;

/** `never`: this process does no background work. `always`: there is no other process. `elected`: several processes compete. */
export type ElectionMode = 'never' | 'always' | 'elected';

class LeadOfJob implements Lead {
  /** End of the lead of this process, by its monotonic clock in ms. */
  until = Number.NEGATIVE_INFINITY;
  private readonly listeners: (() => void)[] = [];

  get leads(): boolean {
    return performance.now() < this.until;
  }

  onTaken(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Sets the end of the lead, and notifies the listeners if it begins. */
  hold(until: number): void {
    const { leads } = this;
    this.until = until;
    if (!leads && this.leads) for (const listener of this.listeners) listener();
  }
}

/**
 * Elects the process that leads each background job. Two processes may briefly lead the same job, for example if one was
 * suspended; every job tolerates this. Electing a leader costs one row; a dead leader is replaced within {@link LEASE_MS} +
 * {@link RENEW_MS}.
 */
export class LeaderElection implements BackgroundWork {
  private readonly jobs = new Map<Job, LeadOfJob>(JOBS.map((job) => [job, new LeadOfJob()]));
  private readonly loop: BackgroundLoop;

  /** `processId`: the id of this process on the bus. */
  constructor(
    private readonly database: Database,
    private readonly processId: string,
    private readonly mode: ElectionMode,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.elect(),
      pollMs: RENEW_MS,
      onError: (error) =>
        logger.warn({ err: error }, 'failed to renew the leadership of this server'),
    });
  }

  /** Returns a live view of whether this process leads a job. */
  lead(job: Job): Lead {
    return this.of(job);
  }

  /** The jobs that this process leads. */
  get led(): Job[] {
    return JOBS.filter((job) => this.of(job).leads);
  }

  async start(): Promise<void> {
    if (this.mode === 'never') return;
    if (this.mode === 'always')
      return JOBS.forEach((job) => this.of(job).hold(Number.POSITIVE_INFINITY));
    await this.elect();
    this.loop.start(RENEW_MS);
  }

  /** Releases all leads. */
  async stop(): Promise<void> {
    await this.loop.stop();
    for (const job of JOBS) this.of(job).hold(Number.NEGATIVE_INFINITY);
    if (this.mode !== 'elected') return;
    try {
      await this.database.execute('DELETE FROM keepers WHERE worker_id = ?', [this.processId]);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to release the leadership of this server');
    }
  }

  private of(job: Job): LeadOfJob {
    const lead = this.jobs.get(job);
    if (lead === undefined) throw new Error(`there is no job ${job}`);
    return lead;
  }

  private async elect(): Promise<void> {
    const asked = performance.now();
    const { now } = this.database;
    const values = JOBS.map(() => `(?, ?, ${now} + ${LEASE_MS})`).join(', ');
    const won = await this.database.execute<{ job: string }>(
      `INSERT INTO keepers (job, worker_id, lease_until) VALUES ${values}
       ON CONFLICT (job) DO UPDATE SET worker_id = excluded.worker_id, lease_until = excluded.lease_until
       WHERE keepers.worker_id = excluded.worker_id OR keepers.lease_until < ${now}
         OR keepers.lease_until > ${now} + ${TOO_FAR_MS} RETURNING job`,
      JOBS.flatMap((job) => [job, this.processId]),
    );
    const jobs = new Set(won.map(({ job }) => job));
    for (const job of JOBS)
      this.of(job).hold(jobs.has(job) ? asked + LEASE_MS : Number.NEGATIVE_INFINITY);
  }
}
