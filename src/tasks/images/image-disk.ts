import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { Database } from '../../platform/database/database.js';
import { getErrorMessage } from '../../base/kernel/errors.js';
import type { ImageInfo } from '../../sandbox/containers/container-spec.js';
import { type ImageEngine, ImageError } from './image-pull.js';

const MIB = 1024 * 1024;
/** Maximum number of names that are removed from one image. */
const MAX_NAMES = 20;
/** Retention of a version after its image was deleted, so that each machine can remove it, in ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** An image on this machine that was pulled for any project. */
interface Copy {
  reference: string;
  size: number;
  /** True if an image or a version of a meta-task uses it. */
  named: boolean;
  /** True if all images that used it are deleted. */
  removed: boolean;
}

/**
 * Keeps the pulled images of this machine within METARUN_LIMITS.images_mb. Images that the operator has loaded are
 * neither counted nor removed.
 */
@Injectable()
export class ImageDisk {
  /**
   * References that the engine was found not to have. Until they are admitted or the next sweep begins, the engine is
   * not asked again.
   */
  private readonly absent = new Set<string>();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: { imagesMb: number },
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Frees space before a pull. Rejects with ImageError if images in use fill the space. */
  async makeSpace(engine: ImageEngine): Promise<void> {
    const used = await this.shrink(
      engine,
      await this.present(engine),
      this.config.imagesMb * MIB - 1,
    );
    if (used < this.config.imagesMb * MIB) return;
    throw new ImageError('image_pull_failed', `${this.full(used)}`);
  }

  /** Frees space for an image that has just been pulled, or removes that image and rejects with ImageError. */
  async admit(engine: ImageEngine, image: ImageInfo): Promise<void> {
    const limit = this.config.imagesMb * MIB;
    this.absent.delete(image.pinned);
    const present = await this.present(engine);
    if (present.some(({ reference }) => reference === image.pinned)) return;
    const used = await this.shrink(engine, present, Math.max(0, limit - image.bytes));
    if (used + image.bytes <= limit) return;
    await this.remove(engine, image.pinned);
    throw new ImageError(
      'image_pull_failed',
      `It takes ${mib(image.bytes)} MiB. ${this.full(used)}`,
    );
  }

  /** Removes the images that are deleted, and then unused ones if the limit is exceeded. */
  async sweep(engine: ImageEngine): Promise<void> {
    this.absent.clear();
    const left: Copy[] = [];
    for (const copy of await this.present(engine)) {
      const goes = copy.removed && !copy.named && (await this.remove(engine, copy.reference));
      if (!goes) left.push(copy);
    }
    await this.shrink(engine, left, this.config.imagesMb * MIB);
    await this.database.execute(
      `DELETE FROM image_versions WHERE removed_at IS NOT NULL AND removed_at < ? AND NOT EXISTS (
         SELECT 1 FROM task_type_versions used WHERE used.image_version_id = image_versions.id)`,
      [Date.now() - KEPT_MS],
    );
  }

  /**
   * Removes unused images, least recently used first, until at most `limit` bytes are used. Returns the bytes that are
   * used then.
   */
  private async shrink(
    engine: ImageEngine,
    present: readonly Copy[],
    limit: number,
  ): Promise<number> {
    let used = present.reduce((sum, { size }) => sum + size, 0);
    for (const { reference, size, named } of present) {
      if (used <= limit) break;
      if (!named && (await this.remove(engine, reference))) used -= size;
    }
    return used;
  }

  /** Returns the pulled images that are on this machine, least recently used first. */
  private async present(engine: ImageEngine): Promise<Copy[]> {
    const rows = await this.database.query<
      Omit<Copy, 'named' | 'removed'> & { named: number; kept: number }
    >(
      `SELECT version.reference AS reference, MAX(version.size) AS size, MAX(version.used_at) AS used_at,
         MAX(CASE WHEN version.removed_at IS NULL THEN 1 ELSE 0 END) AS kept,
         MAX(CASE WHEN version.removed_at IS NULL AND (
           EXISTS (SELECT 1 FROM images image WHERE image.version_id = version.id) OR
           EXISTS (SELECT 1 FROM task_type_versions used WHERE used.image_version_id = version.id)
         ) THEN 1 ELSE 0 END) AS named
       FROM image_versions version WHERE version.is_local = ? GROUP BY version.reference ORDER BY MAX(version.used_at)`,
      [false],
    );
    const copies: Copy[] = [];
    for (const { reference, size, named, kept } of rows)
      if (await this.has(engine, reference))
        copies.push({
          reference,
          size: Number(size),
          named: Number(named) === 1,
          removed: Number(kept) === 0,
        });
    return copies;
  }

  private async has(engine: ImageEngine, reference: string): Promise<boolean> {
    if (this.absent.has(reference)) return false;
    if ((await engine.inspectImage(reference)) !== null) return true;
    this.absent.add(reference);
    return false;
  }

  /**
   * Removes an image with all its names, since pulls by tag and by digest each add one. Returns false if a container
   * still uses it.
   */
  private async remove(engine: ImageEngine, reference: string): Promise<boolean> {
    try {
      for (let names = 0; names < MAX_NAMES; names += 1) {
        await engine.removeImage(reference);
        if (!(await this.has(engine, reference))) return true;
      }
      return false;
    } catch (error) {
      this.logger.warn({ reference, reason: getErrorMessage(error) }, 'failed to remove an image');
      return false;
    }
  }

  private full(used: number): string {
    return `The images that are in use on this machine take ${mib(used)} MiB, and METARUN_LIMITS.images_mb allows ${this.config.imagesMb}: delete images, or have the operator raise it.`;
  }
}

function mib(bytes: number): number {
  return Math.ceil(bytes / MIB);
}
