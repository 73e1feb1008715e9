import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import { LeasedQueue } from '../../../platform/database/leased-queue.js';

/** A server that says nothing of a document for so long has ended, in ms. */
const LEASE_MS = 15_000;

/** Which documents wait for their conversion, and which server is at which; projects take turns. */
@Injectable()
export class ConversionQueue {
  private readonly jobs: LeasedQueue<ConversionJobEntity>;
  /** The project whose turn was last. */
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

  /** The next document, for this server alone as long as it {@link hold}s; null where none is due. */
  async claim(): Promise<ConversionJobEntity | null> {
    const job =
      (await this.claimFrom('project_id > ?')) ?? (await this.claimFrom('project_id <= ?'));
    this.last = job?.project_id ?? '';
    return job;
  }

  /** Keeps the document for this server while `work` runs. */
  hold(job: ConversionJobEntity, work: () => Promise<void>): Promise<void> {
    return this.jobs.hold(job, work);
  }

  /** Releases the document, to be tried again after `afterMs`. `counts`: whether this was a try. */
  release(job: ConversionJobEntity, afterMs: number, counts: boolean): Promise<void> {
    return this.jobs.release(job, afterMs, counts);
  }

  private async claimFrom(where: string): Promise<ConversionJobEntity | null> {
    // In the order in which they came, by which their places are counted.
    const order = 'project_id, due_at, created_at, file_id';
    const [job] = await this.jobs.claim({ where, values: [this.last], order, limit: 1 });
    return job ?? null;
  }
}
