import { Injectable } from '@nestjs/common';
import { unknownId } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import { Database } from '../../platform/database/database.js';
import { type Image, toImage, type ImageVersion, toImageVersion } from './image.js';
import type { ImageEntity } from './image.entity.js';
import type { ImageVersionEntity } from './image-version.entity.js';

/** Reads images of projects and their versions. */
@Injectable()
export class ImageStore {
  constructor(private readonly database: Database) {}

  /** Returns the images of a project, sorted by name. */
  async list(projectId: string): Promise<Image[]> {
    const rows = await this.database.query<ImageEntity>(
      'SELECT * FROM images WHERE project_id = ?',
      [projectId],
    );
    const versions = await this.database.query<ImageVersionEntity>(
      `SELECT version.* FROM image_versions version
       JOIN images image ON image.version_id = version.id WHERE image.project_id = ?`,
      [projectId],
    );
    const byId = new Map(versions.map((version) => [version.id, version]));
    return rows
      .map((row) => toImage(row, byId.get(row.version_id ?? '')))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Returns an image of a project; null if the project has no image with this id. */
  async find(projectId: string, id: string): Promise<Image | null> {
    if (!isUuid(id)) return null;
    const [row] = await this.database.query<ImageEntity>(
      'SELECT * FROM images WHERE id = ? AND project_id = ?',
      [id.toLowerCase(), projectId],
    );
    if (row === undefined) return null;
    const version = row.version_id === null ? null : await this.row(projectId, row.version_id);
    return toImage(row, version ?? undefined);
  }

  /** Returns an image of a project. Throws `not_found`. */
  async get(projectId: string, id: string): Promise<Image> {
    const found = await this.find(projectId, id);
    if (found === null) throw unknownId('image', id, 'images');
    return found;
  }

  /** Returns the versions of an image, newest first. */
  async versions({ projectId, id }: Image): Promise<ImageVersion[]> {
    const rows = await this.database.query<ImageVersionEntity>(
      'SELECT * FROM image_versions WHERE project_id = ? AND image_id = ? ORDER BY number DESC',
      [projectId, id],
    );
    return rows.map(toImageVersion);
  }

  /** Returns a version; null if it does not exist or was deleted. */
  async version(projectId: string, id: string): Promise<ImageVersion | null> {
    const row = await this.row(projectId, id);
    return row && toImageVersion(row);
  }

  /** Returns the name of the secret for the registry of a version; null if its image is deleted or needs no login. */
  async findSecretName({ projectId, imageId }: ImageVersion): Promise<string | null> {
    return (await this.find(projectId, imageId))?.authSecret ?? null;
  }

  private async row(projectId: string, id: string): Promise<ImageVersionEntity | null> {
    const [row] = await this.database.query<ImageVersionEntity>(
      'SELECT * FROM image_versions WHERE id = ? AND project_id = ?',
      [id, projectId],
    );
    return row ?? null;
  }
}
