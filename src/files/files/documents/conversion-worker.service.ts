import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import type { Config } from '../../../base/config/settings.js';
import { ConverterBrokenError } from '../../../sandbox/conversion/document-converter.js';
import { converterCount } from '../../../sandbox/conversion/limits.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import { EventBus } from '../../../platform/events/event-bus.js';
import { BackgroundLoop } from '../../../base/kernel/background-loop.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { documentsQueued } from '../messages.js';
import { ConversionQueue } from './conversion-queue.js';
import { DocumentResultsService } from './document-results.service.js';
import type { NamedDocument } from './job-rows.js';
import { ConversionGoneError } from './document-writer.service.js';
import { ConversionProgressService } from './conversion-progress.js';
import { DocumentsService } from './documents.service.js';

/** Interval between checks for documents left behind by other servers, in ms. */
const PASS_MS = 5_000;
/** Maximum number of attempts without an outcome, because the server crashed or its environment failed. */
const MAX_ATTEMPTS = 5;
const RETRY_MS = 5_000;

/** Converts documents in the background: those that an upload did not wait for, and those to be converted again. */
@Injectable()
export class ConversionWorker {
  private readonly running = new Set<Promise<void>>();
  private readonly claimed = new Set<ConversionJobEntity>();
  private readonly loop = new BackgroundLoop({
    work: () => this.claimAll(),
    pollMs: PASS_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to claim documents to convert'),
  });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly queue: ConversionQueue,
    private readonly documents: DocumentsService,
    private readonly results: DocumentResultsService,
    private readonly progress: ConversionProgressService,
    private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  start(): void {
    this.bus.subscribe(documentsQueued, () => this.loop.trigger());
    this.loop.start();
  }

  /** Stops the worker. Unfinished conversions are left to another server or the next start. */
  async stop(): Promise<void> {
    await this.loop.stop();
    for (const job of this.claimed) await this.queue.release(job, 0, false).catch(() => undefined);
  }

  private async claimAll(): Promise<void> {
    while (!this.loop.stopped && this.running.size < converterCount(this.config)) {
      const job = await this.queue.claim();
      if (job === null) break;
      const running = this.work(job).finally(() => {
        this.running.delete(running);
        this.loop.trigger();
      });
      this.running.add(running);
    }
  }

  private async work(job: ConversionJobEntity): Promise<void> {
    this.claimed.add(job);
    try {
      await this.queue.hold(job, () => this.convert(job));
    } catch (error) {
      if (!this.loop.stopped) {
        this.logger.warn({ err: error, file_id: job.file_id }, 'failed to convert a document');
        await this.queue.release(job, RETRY_MS, true).catch(() => undefined);
      }
    } finally {
      this.claimed.delete(job);
    }
  }

  private async convertTracked(job: ConversionJobEntity, document: NamedDocument): Promise<void> {
    const tracked = this.progress.track(job);
    try {
      await this.documents.convert(job.project_id, document, (counted) => tracked.report(counted));
    } finally {
      tracked.end();
    }
  }

  private async convert(job: ConversionJobEntity): Promise<void> {
    const { project_id: projectId, blob_id: id, name, size, etag, charset } = job;
    if (job.attempts > MAX_ATTEMPTS) {
      await this.results.fail(job, `The conversion was broken off ${MAX_ATTEMPTS} times.`);
      return;
    }
    const document = { id, name, size, etag, charset };
    try {
      await this.convertTracked(job, document);
      if (!this.loop.stopped)
        await this.results.finish(job, this.documents.buildConversionKey(projectId, document));
    } catch (error) {
      if (this.loop.stopped) return;
      if (error instanceof ConversionGoneError) await this.queue.release(job, 0, true);
      else if (!(error instanceof MetarunError)) throw error;
      else if (error instanceof ConverterBrokenError) await this.results.fail(job, error.message);
      else if (error.code === 'unavailable') await this.queue.release(job, RETRY_MS, false);
      else await this.results.fail(job, error.message);
    }
  }
}
