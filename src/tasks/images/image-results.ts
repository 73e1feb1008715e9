import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../../platform/database/database.js';
import { newId } from '../../base/kernel/ids.js';
import type { ImageInfo } from '../../sandbox/containers/container-spec.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import type { Probe } from './image.js';
import { imageEvent } from './image-event.js';
import type { ImageError } from './image-pull.js';
import { isLocalReference } from './image-reference.js';
import type { ImageVersionEntity } from './image-version.entity.js';
import type { ImageEntity } from './image.entity.js';

/** SQL condition, with its values, that holds while the server that writes holds the image. */
interface Held {
  sql: string;
  values: SqlValue[];
}

/**
 * Writes the outcomes of pulls. Images that another server has taken over or that were deleted meanwhile are left
 * unchanged.
 */
@Injectable()
export class ImageResults {
  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
  ) {}

  /** Returns the id of the version of an image that already has this content, or null. */
  async known(image: ImageEntity, info: ImageInfo): Promise<string | null> {
    const [row] = await this.database.query<{ id: string }>(
      'SELECT id FROM image_versions WHERE project_id = ? AND image_id = ? AND digest = ? AND reference = ?',
      [image.project_id, image.id, info.digest, keptReference(image, info)],
    );
    return row?.id ?? null;
  }

  /** Makes a version the current one: the existing version `versionId`, or a new one if that is null. */
  async ready(
    image: ImageEntity,
    held: Held,
    { info, probe, versionId }: { info: ImageInfo; probe: Probe | null; versionId: string | null },
  ): Promise<void> {
    const now = Date.now();
    await this.database.write(async (transaction) => {
      const id = versionId ?? newId();
      const [row] = await transaction.query<ImageEntity>(
        `UPDATE images SET state = 'ready', version_id = ?, error_code = NULL, error = NULL, claims = 0,
           next_at = NULL, updated_at = ? WHERE ${held.sql} RETURNING *`,
        [id, now, ...held.values],
      );
      if (row === undefined) return;
      if (versionId === null) {
        const [last] = await transaction.query<Pick<ImageVersionEntity, 'number'>>(
          'SELECT number FROM image_versions WHERE project_id = ? AND image_id = ? ORDER BY number DESC LIMIT 1',
          [row.project_id, row.id],
        );
        await transaction.query(
          `INSERT INTO image_versions (id, project_id, image_id, image_name, number, reference, digest, is_local,
             size, probe, pulled_at, used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            id,
            row.project_id,
            row.id,
            row.name,
            (last?.number ?? 0) + 1,
            keptReference(row, info),
            info.digest,
            isLocalReference(row.reference),
            info.bytes,
            JSON.stringify(probe),
            now,
            now,
          ],
        );
      }
      this.transitions.append(transaction, row.project_id, [imageEvent(row, info.digest)]);
    });
  }

  /** Records why an image could not be obtained. Its current version stays. */
  async failed(image: ImageEntity, held: Held, { code, message }: ImageError): Promise<void> {
    await this.database.write(async (transaction) => {
      const [row] = await transaction.query<ImageEntity>(
        `UPDATE images SET state = 'failed', error_code = ?, error = ?, claims = 0, next_at = NULL, updated_at = ?
         WHERE ${held.sql} RETURNING *`,
        [code, message.toWellFormed(), Date.now(), ...held.values],
      );
      if (row === undefined) return;
      const [version] = await transaction.query<Pick<ImageVersionEntity, 'digest'>>(
        'SELECT digest FROM image_versions WHERE id = ? AND project_id = ?',
        [row.version_id, row.project_id],
      );
      const event = imageEvent(row, version?.digest ?? null);
      this.transitions.append(transaction, row.project_id, [event]);
    });
  }
}

/**
 * Returns the reference that the engine runs. A loaded image is stored by id, since its name may later refer to another
 * one.
 */
function keptReference({ reference }: Pick<ImageEntity, 'reference'>, info: ImageInfo): string {
  return isLocalReference(reference) ? info.id : info.pinned;
}
