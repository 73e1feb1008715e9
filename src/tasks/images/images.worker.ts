import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { BackgroundLoop } from '../../base/kernel/background-loop.js';
import { Database } from '../../platform/database/database.js';
import { LeasedQueue } from '../../platform/database/leased-queue.js';
import { EventBus } from '../../platform/events/event-bus.js';
import { Engines } from './engines.js';
import { ImageDisk } from './image-disk.js';
import { ImageError, ImagePulls } from './image-pull.js';
import { isLocalReference } from './image-reference.js';
import { ImageResults } from './image-results.js';
import type { ImageEntity } from './image.entity.js';
import { imageDue } from './messages.js';

/** Interval at which the worker polls for images that another server has abandoned, in ms. */
const POLL_MS = 10_000;
/** Time without renewal after which a server is considered dead, in ms. */
const LEASE_MS = 60_000;
const RETRY_MS = 10_000;
/** Maximum number of simultaneous pulls of a server. */
const MAX_PULLS = 2;
/** Number of times that a pull may be broken off by the end of its server. */
const MAX_BROKEN = 5;
const SWEEP_MS = 60 * 60 * 1000;

/** Pulls images in the background, on a machine with an engine. A pull that its server did not finish is repeated. */
@Injectable()
export class ImagesWorker {
  private readonly queue: LeasedQueue<ImageEntity>;
  private readonly running = new Set<Promise<void>>();
  private readonly loop = new BackgroundLoop({
    work: () => this.claimAll(),
    pollMs: POLL_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to claim images to pull'),
  });
  private readonly sweeps = new BackgroundLoop({
    work: () => this.sweep(),
    pollMs: SWEEP_MS,
    onError: (error) => this.logger.warn({ err: error }, 'failed to remove unused images'),
  });

  constructor(
    private readonly database: Database,
    private readonly engines: Engines,
    private readonly pulls: ImagePulls,
    private readonly disk: ImageDisk,
    private readonly results: ImageResults,
    private readonly bus: EventBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.queue = new LeasedQueue(database, {
      name: 'images',
      keys: ['id', 'project_id'],
      due: 'next_at',
      queued: `state = 'pulling'`,
      leaseMs: LEASE_MS,
    });
  }

  /** Starts the worker. On SQLite no other server can hold a lease, so that all pending pulls continue at once. */
  async start(): Promise<void> {
    const { kind, now } = this.database;
    if (kind === 'sqlite')
      await this.database.execute(
        `UPDATE images SET next_at = ${now} WHERE state = 'pulling' AND next_at > ${now}`,
      );
    this.bus.subscribe(imageDue, () => this.loop.trigger());
    this.loop.start();
    this.sweeps.start(SWEEP_MS);
  }

  /** Stops the worker. Pulls in progress are left for another server or the next start. */
  async stop(): Promise<void> {
    await Promise.all([this.loop.stop(), this.sweeps.stop()]);
    await Promise.all(this.running);
  }

  private async claimAll(): Promise<void> {
    while (!this.loop.stopped && this.running.size < MAX_PULLS) {
      const claim = { order: 'next_at, id', limit: 1, set: 'claims = claims + 1' };
      const [image] = await this.queue.claim(claim);
      if (image === undefined) return;
      const running = this.work(image).finally(() => {
        this.running.delete(running);
        this.loop.trigger();
      });
      this.running.add(running);
    }
  }

  private async work(image: ImageEntity): Promise<void> {
    const pull = (signal: AbortSignal): Promise<void> => this.pull(image, signal);
    const failed = async (error: unknown): Promise<void> => {
      this.logger.warn({ err: error, image_id: image.id }, 'failed to pull an image');
      await this.queue.release(image, RETRY_MS, true);
    };
    await this.queue.attempt(image, this.loop.signal, pull, failed).catch(() => undefined);
  }

  private async pull(image: ImageEntity, signal: AbortSignal): Promise<void> {
    const held = this.queue.held(image);
    try {
      if (image.claims > MAX_BROKEN)
        throw new ImageError('image_pull_failed', `The pull was broken off ${MAX_BROKEN} times.`);
      const found = this.engines.find();
      if ('missing' in found) throw new ImageError('not_available', found.missing);
      const { engine } = found;
      const { project_id: projectId, reference, platform, auth_secret: authSecret } = image;
      const isPulled = !isLocalReference(reference);
      if (isPulled) await this.disk.makeSpace(engine);
      const wanted = { projectId, reference, platform, authSecret };
      const info = await this.pulls.fetch(engine, wanted, signal);
      const versionId = await this.results.known(image, info);
      const probe = versionId === null ? await this.pulls.probe(engine, info, signal) : null;
      if (isPulled) await this.disk.admit(engine, info);
      await this.results.ready(image, held, { info, probe, versionId });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ImageError)) throw error;
      await this.results.failed(image, held, error);
    }
  }

  private async sweep(): Promise<void> {
    const [any] = await this.database.query('SELECT id FROM image_versions LIMIT 1');
    if (any === undefined) return;
    const found = this.engines.find();
    if ('engine' in found) await this.disk.sweep(found.engine);
  }
}
