import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import { getLeadToken } from '../../../workflow/engine/election/lead.token.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import type { Lead } from '../../../base/kernel/lead.js';
import { BlobStore } from '../../../platform/storage/blob-store.js';
import { namedBlobs } from './blob-references.js';
import { removalsAreHeld } from './removal-hold.js';
import type { FileSettings } from '../settings.js';

/** Minimum age of blobs to remove, in ms: longer than any upload takes from storing its blob to inserting its row. */
const MIN_AGE_MS = 60 * 60 * 1000;
const BATCH = 200;
/** Pause after each batch, in ms, so that a sweep over a million blobs does not overload the disk and the database. */
const PAUSE_MS = 20;

/**
 * Removes the remains of crashes: unfinished contents, and blobs without a row. Runs in the background after the start
 * and at intervals.
 */
@Injectable()
export class BlobSweep {
  private readonly loop: BackgroundLoop;

  constructor(
    @Inject(CONFIG) config: FileSettings,
    private readonly database: Database,
    private readonly blobs: BlobStore,
    @Inject(getLeadToken('contents')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.sweep(Date.now() - MIN_AGE_MS),
      pollMs: config.contentSweepSeconds * 1000,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to remove stored contents that no file names'),
    });
  }

  start(): void {
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Removes what was stored before `before`, in ms since the epoch; the rows of newer contents may still follow. */
  private async sweep(before: number): Promise<void> {
    let removed = await this.blobs.removeUnfinished(before);
    let batch: string[] = [];
    for await (const blob of this.blobs.list()) {
      if (this.loop.stopped) break;
      if (blob.storedAt < before) batch.push(blob.id);
      if (batch.length < BATCH) continue;
      removed += await this.removeUnnamed(batch);
      batch = [];
      await this.pause(PAUSE_MS);
    }
    if (!this.loop.stopped) removed += await this.removeUnnamed(batch);
    if (removed > 0) this.logger.info({ removed }, 'removed stored contents that no file names');
  }

  private async removeUnnamed(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    const named = await namedBlobs(this.database, ids);
    const unnamed = ids.filter((id) => !named.has(id));
    if (unnamed.length === 0 || (await removalsAreHeld(this.database))) return 0;
    for (const id of unnamed) await this.blobs.remove(id);
    return unnamed.length;
  }

  private async pause(ms: number): Promise<void> {
    await delay(ms, undefined, { signal: this.loop.signal, ref: false }).catch(() => undefined);
  }
}
