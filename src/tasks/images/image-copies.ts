import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { quoted } from '../../base/kernel/quoted.js';
import type { RunImage } from '../../sandbox/runtime/runtime.js';
import { Engines } from './engines.js';
import type { ImageVersion } from './image.js';
import { ImageDisk } from './image-disk.js';
import { type ImageEngine, ImageError, ImagePulls } from './image-pull.js';
import { ImageStore } from './image-store.js';

/** Interval within which the uses of a version are recorded only once, in ms. */
const NOTED_MS = 60 * 60 * 1000;

/** Thrown if a run needs an image that cannot be obtained. The message contains the digest. */
export class ImageGoneError extends Error {
  override readonly name = 'ImageGoneError';
}

/** Provides the images that runs on this machine need. A missing image is pulled by its digest. */
@Injectable()
export class ImageCopies {
  /** Images that are being looked up or are present, by project and version id. */
  private readonly getting = new Map<string, Promise<RunImage>>();
  private readonly noted = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly store: ImageStore,
    private readonly engines: Engines,
    private readonly pulls: ImagePulls,
    private readonly disk: ImageDisk,
  ) {}

  /**
   * Returns the image of a version once it is on this machine. Rejects with ImageGoneError, or with the signal's
   * reason.
   */
  async get(projectId: string, versionId: string, signal: AbortSignal): Promise<RunImage> {
    const key = `${projectId}/${versionId}`;
    const getting = this.getting.get(key) ?? this.begin(key, projectId, versionId);
    const image = await orAborted(getting, signal);
    this.note(projectId, versionId);
    return image;
  }

  /** Forgets that an image is on this machine, so that the next run looks it up again. */
  forget(pinned: string): void {
    for (const [key, getting] of this.getting)
      void getting.then(
        (image) => image.pinned === pinned && this.getting.delete(key),
        () => undefined,
      );
  }

  private begin(key: string, projectId: string, versionId: string): Promise<RunImage> {
    const getting = this.find(projectId, versionId);
    this.getting.set(key, getting);
    getting.catch(() => this.getting.delete(key));
    return getting;
  }

  private async find(projectId: string, versionId: string): Promise<RunImage> {
    const version = await this.store.version(projectId, versionId);
    if (version === null)
      throw new ImageGoneError('image_gone: the image of this version is not known any more.');
    const { digest, reference, isRemoved } = version;
    if (isRemoved) throw gone(version, 'was deleted from the project');
    const found = this.engines.find();
    if ('missing' in found) throw gone(version, `cannot be run here: ${found.missing}`);
    const present = await found.engine.inspectImage(reference);
    // The engine resolves the reference even if the tag that was pulled has moved.
    if (present !== null) return { digest, pinned: present.pinned };
    if (version.isLocal)
      throw gone(version, 'is not on this machine any more: its operator loads it again');
    return { digest, pinned: await this.fetch(found.engine, version) };
  }

  /** Pulls the image of a version and returns the reference that the engine runs. */
  private async fetch(engine: ImageEngine, version: ImageVersion): Promise<string> {
    const { projectId, reference } = version;
    const authSecret = await this.store.findSecretName(version);
    try {
      await this.disk.makeSpace(engine);
      // The pull has its own time limit. One run must not abort it, since others may wait for it as well.
      const never = new AbortController().signal;
      const wanted = { projectId, reference, platform: null, authSecret };
      const image = await this.pulls.fetch(engine, wanted, never);
      await this.disk.admit(engine, image);
      return image.pinned;
    } catch (error) {
      if (error instanceof ImageError) throw gone(version, `cannot be had: ${error.message}`);
      throw error;
    }
  }

  private note(projectId: string, versionId: string): void {
    const now = Date.now();
    if (now - (this.noted.get(versionId) ?? 0) < NOTED_MS) return;
    this.noted.set(versionId, now);
    void this.database
      .execute('UPDATE image_versions SET used_at = ? WHERE id = ? AND project_id = ?', [
        now,
        versionId,
        projectId,
      ])
      .catch(() => this.noted.delete(versionId));
  }
}

function gone({ imageName, digest }: ImageVersion, what: string): ImageGoneError {
  return new ImageGoneError(`image_gone: the image ${quoted(imageName)} (${digest}) ${what}`);
}

function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
