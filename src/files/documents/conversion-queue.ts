import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ConversionJobEntity } from '../../database/entities/conversion-job.entity.js';

/** A server that says nothing of a document for so long has ended, in ms. */
const LEASE_MS = 15_000;

/** Which documents wait for their conversion, and which server is at which; projects take turns. */
@Injectable()
export class ConversionQueue {
  /** The project whose turn was last. */
  private last = '';

  constructor(@Inject(Database) private readonly database: Database) {}

  /** The next document, for this server alone as long as it {@link renew}s; null where none is due. */
  async claim(): Promise<ConversionJobEntity | null> {
    const job =
      (await this.claimFrom('project_id > ?')) ?? (await this.claimFrom('project_id <= ?'));
    this.last = job?.project_id ?? '';
    return job;
  }

  /** Whether the document is still this server's. */
  async renew(job: ConversionJobEntity): Promise<boolean> {
    const rows = await this.database.execute(
      `UPDATE conversion_jobs SET due_at = ${this.database.now} + ?
        WHERE file_id = ? AND project_id = ? AND blob_id = ? AND attempts = ? RETURNING file_id`,
      [LEASE_MS, job.file_id, job.project_id, job.blob_id, job.attempts],
    );
    return rows.length > 0;
  }

  /** Gives the document back, to be tried again after `afterMs`. `counts`: whether this was a try. */
  async release(job: ConversionJobEntity, afterMs: number, counts: boolean): Promise<void> {
    await this.database.execute(
      `UPDATE conversion_jobs SET due_at = ${this.database.now} + ?, attempts = ?
        WHERE file_id = ? AND project_id = ? AND blob_id = ? AND attempts = ?`,
      [
        afterMs,
        counts ? job.attempts : job.attempts - 1,
        job.file_id,
        job.project_id,
        job.blob_id,
        job.attempts,
      ],
    );
  }

  private async claimFrom(projects: string): Promise<ConversionJobEntity | null> {
    const [job] = await this.database.execute<ConversionJobEntity>(
      `UPDATE conversion_jobs SET due_at = ${this.database.now} + ?, attempts = attempts + 1
        WHERE file_id = (SELECT file_id FROM conversion_jobs WHERE ${projects} AND due_at <= ${this.database.now}
          ORDER BY project_id, due_at LIMIT 1 ${this.database.kind === 'postgres' ? 'FOR UPDATE SKIP LOCKED' : ''})
        RETURNING *`,
      [LEASE_MS, this.last],
    );
    return job ?? null;
  }
}

/** How often a claim is renewed, in ms. */
export const RENEW_MS = LEASE_MS / 3;
