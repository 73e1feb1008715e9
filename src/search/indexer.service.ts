import { setTimeout as delay } from 'node:timers/promises';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { EventBus } from '../events/event-bus.js';
import type { Workspace } from '../files/workspace.js';
import { LOGGER } from '../logging/logging.module.js';
import { BlobStore } from '../storage/blob-store.js';
import { IndexRun } from './index-run.js';
import { type IndexableFile, SearchIndex, type SectionKey } from './search-index.js';

/** After which what has failed, or was written by another server, is looked for again. */
const PASS_MS = 60_000;
/** Sections of deleted files are removed so often at most: nobody finds them any more. */
const SWEEP_MS = 10 * 60_000;
const PAGE = 100;
const MAX_PAUSE_MS = 200;
/** What a search waits for, so that it finds what its caller has just written. */
const AT_ONCE = { files: 20, bytes: 1024 * 1024 };

/**
 * Keeps the index up with the files: after each change, after the start, and every minute. Which files are behind is
 * in their rows, so that a crash costs time and nothing else. It leaves half of its time to others.
 */
@Injectable()
export class IndexerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private wantedAgain = false;
  private sweptAt = Number.NEGATIVE_INFINITY;
  /** After a failure each file is written by itself, so that one that cannot be indexed stands in no other's way. */
  private careful = false;

  constructor(
    @Inject(SearchIndex) private readonly index: SearchIndex,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(EventBus) private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.bus.subscribe('files', () => this.soon());
    this.timer = setInterval(() => this.soon(), PASS_MS).unref();
    this.soon();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    this.stop.abort();
    await this.running;
  }

  /** Indexes the few files of a workspace that are behind; many of them are left to the background. */
  async catchUp(workspace: Workspace): Promise<void> {
    const files = await this.index.behindIn(workspace.id, workspace.projectId, AT_ONCE.files + 1);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length === 0 || files.length > AT_ONCE.files || bytes > AT_ONCE.bytes) return;
    const run = new IndexRun(this.index, this.blobs, () => Promise.resolve());
    try {
      for (const file of files) await run.add(file);
      await run.finish();
    } catch (error) {
      this.logger.warn({ err: error }, 'files could not be indexed before a search');
    }
  }

  private soon(): void {
    this.wantedAgain = true;
    this.running ??= this.passes().finally(() => (this.running = null));
  }

  private async passes(): Promise<void> {
    while (this.wantedAgain && !this.stop.signal.aborted) {
      this.wantedAgain = false;
      try {
        this.careful = !(await this.pass());
        await this.sweep();
      } catch (error) {
        if (this.stop.signal.aborted) return;
        this.careful = true;
        this.logger.warn({ err: error }, 'the index of files is behind; the next pass goes on');
      }
    }
  }

  /** Indexes all that is behind; gives whether nothing failed. */
  private async pass(): Promise<boolean> {
    const run = new IndexRun(this.index, this.blobs, this.pacing());
    let last: IndexableFile | null = null;
    let files: IndexableFile[];
    let fine = true;
    do {
      files = await this.index.behind(last, PAGE);
      for (const file of files) {
        last = file;
        try {
          await run.add(file);
          if (this.careful) await run.finish();
        } catch (error) {
          if (this.stop.signal.aborted) throw error;
          fine = false;
          this.logger.warn({ err: error, file_id: file.id }, 'a file could not be indexed');
        }
      }
    } while (files.length === PAGE);
    await run.finish();
    return fine;
  }

  private async sweep(): Promise<void> {
    if (performance.now() - this.sweptAt < SWEEP_MS) return;
    this.sweptAt = performance.now();
    const pause = this.pacing();
    let after: SectionKey | null = { file_id: '', content: '' };
    while (after !== null) {
      const page: { last: SectionKey | null; stale: SectionKey[] } = await this.index.page(
        after,
        PAGE,
      );
      for (const key of page.stale) while (await this.index.remove(key)) await pause();
      after = page.last;
      await pause();
    }
  }

  /** Waits as long as it was worked since the last wait. */
  private pacing(): () => Promise<void> {
    let since = performance.now();
    return async () => {
      const worked = performance.now() - since;
      await delay(Math.min(MAX_PAUSE_MS, Math.max(1, worked)), undefined, {
        signal: this.stop.signal,
        ref: false,
      });
      since = performance.now();
    };
  }
}
