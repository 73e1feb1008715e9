import type { Logger } from 'pino';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { BackgroundWork } from '../../../base/kernel/background-work.js';
import type { Lead } from '../../../base/kernel/lead.js';
import type { Database } from '../../../platform/database/database.js';
import { type Job, JOBS } from './jobs.js';

/** Time for which a process leads a job unless it says so again, and how often it does, ms. */
const LEASE_MS = 6_000;
const RENEW_MS = 2_000;
/** A lease that reaches further than this is of a clock that has been set back since, ms. */
const TOO_FAR_MS = 10 * LEASE_MS;

/** `never`: this process does no work in the background. `always`: there is no other process. `elected`: one of several does. */
export type Election = 'never' | 'always' | 'elected';

class LeadOfJob implements Lead {
  /** Until when this process leads, by its monotonic clock in ms. */
  until = Number.NEGATIVE_INFINITY;
  private readonly listeners: (() => void)[] = [];

  get leads(): boolean {
    return performance.now() < this.until;
  }

  onTaken(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Notes until when this process leads. */
  hold(until: number): void {
    const { leads } = this;
    this.until = until;
    if (!leads && this.leads) for (const listener of this.listeners) listener();
  }
}

/**
 * Which jobs in the background this process leads. Two may lead one for a moment, as where one stands still: each job is made
 * for that. So that a leader costs no more than a row, and its death {@link LEASE_MS} and {@link RENEW_MS} at most.
 */
export class Keepers implements BackgroundWork {
  private readonly jobs = new Map<Job, LeadOfJob>(JOBS.map((job) => [job, new LeadOfJob()]));
  private readonly loop: BackgroundLoop;

  /** `processId`: the id of this process on the bus. */
  constructor(
    private readonly database: Database,
    private readonly processId: string,
    private readonly election: Election,
    private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.elect(),
      pollMs: RENEW_MS,
      onError: (error) => logger.warn({ err: error }, 'failed to say which jobs this server leads'),
    });
  }

  /** Returns whether this process leads a job, as it stands whenever that is read. */
  lead(job: Job): Lead {
    return this.of(job);
  }

  /** The jobs that this process leads. */
  get led(): Job[] {
    return JOBS.filter((job) => this.of(job).leads);
  }

  async start(): Promise<void> {
    if (this.election === 'never') return;
    if (this.election === 'always')
      return JOBS.forEach((job) => this.of(job).hold(Number.POSITIVE_INFINITY));
    await this.elect();
    this.loop.start(RENEW_MS);
  }

  /** Leaves all jobs to others. */
  async stop(): Promise<void> {
    await this.loop.stop();
    for (const job of JOBS) this.of(job).hold(Number.NEGATIVE_INFINITY);
    if (this.election !== 'elected') return;
    try {
      await this.database.execute('DELETE FROM keepers WHERE worker_id = ?', [this.processId]);
    } catch (error) {
      this.logger.warn({ err: error }, 'failed to leave the jobs of this server to others');
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
