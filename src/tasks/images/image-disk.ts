import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../base/tokens.js';
import type { Logger } from 'pino';
import { Database } from '../../platform/database/database.js';
import { messageOf } from '../../base/kernel/errors.js';
import type { ImageInfo } from '../../sandbox/containers/container-spec.js';
import { type ImageEngine, ImageError } from './image-pull.js';

const MIB = 1024 * 1024;
/** The most names of one image that are removed. */
const MAX_NAMES = 20;
/** The time for which a version is known after its image was deleted, so that each machine can remove it, ms. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Something that any project has pulled, as all of the installation knows it. */
interface Copy {
  reference: string;
  size: number;
  /** True if a meta-task or an image has it. */
  named: boolean;
  /** True if no image is left that has had it. */
  removed: boolean;
}

/** Keeps the images that this machine has pulled within METARUN_LIMITS.images_mb. Those that the operator has loaded are not counted, nor removed. */
@Injectable()
export class ImageDisk {
  /** References that the engine was found not to have, and that were not admitted since: it is asked for them at the next sweep only. */
  private readonly absent = new Set<string>();

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: { imagesMb: number },
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Makes space before a pull. Rejects with ImageError where what is in use fills the disk. */
  async makeSpace(engine: ImageEngine): Promise<void> {
    const used = await this.shrink(
      engine,
      await this.present(engine),
      this.config.imagesMb * MIB - 1,
    );
    if (used < this.config.imagesMb * MIB) return;
    throw new ImageError('image_pull_failed', `${this.full(used)}`);
  }

  /** Makes space for an image that has just been pulled, or removes it and rejects with ImageError. */
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

  /** Removes what belongs to images that are deleted, and what is too much. */
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

  /** Removes what nothing names, the least recently used first, until no more than `limit` bytes are left. Returns what is left. */
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

  /** Returns what this machine has of all that was pulled, the least recently used first. */
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

  /** Returns false where a container still has it. A pull by its tag and one by its digest have each given it a name. */
  private async remove(engine: ImageEngine, reference: string): Promise<boolean> {
    try {
      for (let names = 0; names < MAX_NAMES; names += 1) {
        await engine.removeImage(reference);
        if (!(await this.has(engine, reference))) return true;
      }
      return false;
    } catch (error) {
      this.logger.warn({ reference, reason: messageOf(error) }, 'failed to remove an image');
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
