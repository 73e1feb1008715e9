import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import { LeasedQueue } from '../../../platform/database/leased-queue.js';

/** Duration after which a lease expires unless it is renewed, in ms. */
const LEASE_MS = 15_000;

/** Queue of documents to convert, each leased by one server at a time. Projects take turns. */
@Injectable()
export class ConversionQueue {
  private readonly jobs: LeasedQueue<ConversionJobEntity>;
  /** Project of the last claimed document. */
  private last = '';

  constructor(database: Database) {
    this.jobs = new LeasedQueue(database, {
      name: 'conversion_jobs',
      keys: ['file_id', 'project_id', 'blob_id'],
      due: 'due_at',
      queued: 'due_at IS NOT NULL',
      leaseMs: LEASE_MS,
    });
  }

  /** Leases the next document for this server, which must {@link hold} it; null if no document is due. */
  async claim(): Promise<ConversionJobEntity | null> {
    const job =
      (await this.claimFrom('project_id > ?')) ?? (await this.claimFrom('project_id <= ?'));
    this.last = job?.project_id ?? '';
    return job;
  }

  /** Renews the lease of a document while `work` runs. */
  hold(job: ConversionJobEntity, work: () => Promise<void>): Promise<void> {
    return this.jobs.hold(job, work);
  }

  /** Releases a document, to be tried again after `afterMs`. `counts`: whether this counts as an attempt. */
  release(job: ConversionJobEntity, afterMs: number, counts: boolean): Promise<void> {
    return this.jobs.release(job, afterMs, counts);
  }

  private async claimFrom(where: string): Promise<ConversionJobEntity | null> {
    // The order of arrival, by which places in the queue are also counted.
    const order = 'project_id, due_at, created_at, file_id';
    const [job] = await this.jobs.claim({ where, values: [this.last], order, limit: 1 });
    return job ?? null;
  }
}
