import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../database/database.js';
import { LOGGER } from '../logging/logging.module.js';
import { BlobStore } from '../storage/blob-store.js';

/** Longer than any upload waits between its blob and its row, in ms. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH = 200;
/** Blobs looked at after one start. */
const MAX_BLOBS = 50_000;

/**
 * Removes what a crash left behind: contents that were never finished, and blobs that no row names. Runs once
 * after the start, in the background.
 */
@Injectable()
export class BlobSweep implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.running = this.sweep(Date.now() - MIN_AGE_MS).catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the sweep of stored contents stopped');
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  /** `before` in ms since the epoch: what is younger may be about to get its row. */
  private async sweep(before: number): Promise<void> {
    let removed = await this.blobs.removeUnfinished(before);
    let seen = 0;
    let batch: string[] = [];
    for await (const blob of this.blobs.list()) {
      if (this.stopped || seen === MAX_BLOBS) break;
      seen += 1;
      if (blob.storedAt < before) batch.push(blob.id);
      if (batch.length < BATCH) continue;
      removed += await this.removeUnnamed(batch);
      batch = [];
    }
    if (!this.stopped) removed += await this.removeUnnamed(batch);
    if (removed > 0) this.logger.info({ removed }, 'removed stored contents that no file names');
  }

  private async removeUnnamed(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const rows = await this.database.query<{ blob_id: string }>(
      `SELECT blob_id FROM files WHERE blob_id IN (${ids.map(() => '?').join(', ')})`,
      ids,
    );
    const named = new Set(rows.map((row) => row.blob_id));
    const unnamed = ids.filter((id) => !named.has(id));
    for (const id of unnamed) await this.blobs.remove(id);
    return unnamed.length;
  }
}
