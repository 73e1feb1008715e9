import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import { getLeadToken } from '../../workflow/engine/election/lead.token.js';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { EventBus } from '../../platform/events/event-bus.js';
import { filesChanged } from '../files/messages.js';
import { filesIndexed } from './messages.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import type { Lead } from '../../base/kernel/lead.js';
import { BlobStore } from '../../platform/storage/blob-store.js';
import { IndexRun } from './index-run.js';
import { SectionReader } from './section-reader.js';
import { type IndexableFile, SearchIndex, type SectionKey } from './search-index.js';

/** Interval of the search for files that have failed, or that another server has written, in ms. */
const PASS_MS = 60_000;
/** Minimum interval between removals of sections of deleted files and of their words, in ms. No search finds them. */
const SWEEP_MS = 10 * 60_000;
const PAGE = 100;
const MAX_PAUSE_MS = 200;
/** Maximum number and size of files for which a search waits, so that it finds what its caller has just written. */
const AT_ONCE = { files: 20, bytes: 1024 * 1024 };

/**
 * Keeps the index up to date: after each change, after the start, and every minute. The rows of files say which are
 * unindexed, so that a crash costs only time. It uses at most half of its time.
 */
@Injectable()
export class IndexerService {
  private readonly loop: BackgroundLoop;
  private sweptAt = Number.NEGATIVE_INFINITY;
  /** True after a failure: each file is then written by itself, so that one that fails does not block others. */
  private careful = false;

  constructor(
    private readonly index: SearchIndex,
    private readonly blobs: BlobStore,
    private readonly reader: SectionReader,
    private readonly bus: EventBus,
    @Inject(getLeadToken('search')) led: Lead,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.loop = new BackgroundLoop({
      work: () => this.work(),
      pollMs: PASS_MS,
      led,
      onError: (error) =>
        this.logger.warn({ err: error }, 'failed to bring the index of files up to date'),
    });
  }

  start(): void {
    this.bus.subscribe(filesChanged, () => this.loop.trigger());
    this.loop.start();
  }

  stop(): Promise<void> {
    return this.loop.stop();
  }

  /** Indexes the unindexed files of a workspace if they are few; many are left to the background. */
  async catchUp(workspace: Workspace): Promise<void> {
    const files = await this.index.behindIn(workspace.id, workspace.projectId, AT_ONCE.files + 1);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (files.length === 0 || files.length > AT_ONCE.files || bytes > AT_ONCE.bytes) return;
    try {
      await this.indexNow(files);
    } catch (error) {
      this.logger.warn({ err: error }, 'files could not be indexed before a search');
    }
  }

  /** Indexes one file if its index is outdated. Throws `not_found`. */
  async bringUp(workspace: Workspace, path: string): Promise<void> {
    const found = await this.index.fileAt(workspace, path);
    if (found === null) throw new MetarunError('not_found', `There is no file "${path}".`);
    if (found.isBehind) await this.indexNow([found.file]);
  }

  /** Indexes files for which a search waits, without a pause. */
  private async indexNow(files: readonly IndexableFile[]): Promise<void> {
    const run = new IndexRun(this.index, this.blobs, this.reader, () => Promise.resolve());
    for (const file of files) await run.add(file);
    await run.finish();
    this.bus.publish(filesIndexed, {});
  }

  private async work(): Promise<void> {
    let fine = false;
    try {
      fine = await this.pass();
    } finally {
      this.careful = !fine;
    }
    await this.sweep();
  }

  /** Indexes all unindexed files; returns whether nothing failed. */
  private async pass(): Promise<boolean> {
    const run = new IndexRun(this.index, this.blobs, this.reader, pacing(this.loop.signal));
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
          if (this.loop.stopped) throw error;
          fine = false;
          this.logger.warn({ err: error, file_id: file.id }, 'a file could not be indexed');
        }
      }
    } while (files.length === PAGE);
    await run.finish();
    if (last !== null) this.bus.publish(filesIndexed, {});
    return fine;
  }

  private async sweep(): Promise<void> {
    if (performance.now() - this.sweptAt < SWEEP_MS) return;
    this.sweptAt = performance.now();
    const pause = pacing(this.loop.signal);
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
    await this.index.vocabulary.removeUnused(pause);
    await this.index.meanings?.removeUnused(pause);
  }
}

/** Returns a function that pauses for as long as the work since the last pause. */
function pacing(stop: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    const worked = performance.now() - since;
    const ms = Math.min(MAX_PAUSE_MS, Math.max(1, worked));
    await delay(ms, undefined, { signal: stop, ref: false });
    since = performance.now();
  };
}
