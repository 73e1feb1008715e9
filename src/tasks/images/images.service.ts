import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '../../base/tokens.js';
import { invalidField, MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import { quoted } from '../../base/kernel/quoted.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { noteFormer } from '../../access/audit/former-values.js';
import { Quotas } from '../../access/projects/quotas.service.js';
import { SecretsService } from '../../access/secrets/secrets.service.js';
import { Engines } from './engines.js';
import { IMAGE_ERRORS } from './errors.js';
import { type Image, toImage, type ImageVersion, type NewImage } from './image.js';
import { imageEvent } from './image-event.js';
import { isPlatform, ownPlatform, readReference, runsOn } from './image-reference.js';
import { ImageStore } from './image-store.js';
import type { ImageSettings } from './settings.js';
import type { ImageEntity } from './image.entity.js';
import { imageDue } from './messages.js';
import { registryLogin } from './registry-login.js';
import { isAllowed } from './registries.js';

/** Number of meta-tasks that an error message lists. */
const NAMED = 20;

/** Port: finds what uses images. */
export abstract class ImageUsers {
  /** Returns the identifiers of the meta-tasks whose current version uses the image. */
  abstract onImage(projectId: string, imageId: string): Promise<string[]>;
}

/** Container images of projects, for clients. */
@Injectable()
export class Images {
  constructor(
    private readonly database: Database,
    private readonly store: ImageStore,
    private readonly transitions: Transitions,
    private readonly quotas: Quotas,
    @Inject(SecretsService) private readonly secrets: Pick<SecretsService, 'read'>,
    @Inject(Engines) private readonly engines: Pick<Engines, 'missing' | 'isHere'>,
    private readonly users: ImageUsers,
    @Inject(CONFIG) private readonly config: Pick<ImageSettings, 'imageRegistries'>,
  ) {}

  list(projectId: string): Promise<Image[]> {
    return this.store.list(projectId);
  }

  get(projectId: string, id: string): Promise<Image> {
    return this.store.get(projectId, id);
  }

  versions(image: Image): Promise<ImageVersion[]> {
    return this.store.versions(image);
  }

  listUsers({ projectId, id }: Image): Promise<string[]> {
    return this.users.onImage(projectId, id);
  }

  /** Stores an image, which is then pulled in the background. */
  async create(projectId: string, given: NewImage, by: string): Promise<Image> {
    this.requireEngine();
    await this.check(projectId, given);
    const { name, reference, platform, authSecret } = given;
    const now = Date.now();
    return this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, 'maxImages');
      const [row] = await transaction.query<ImageEntity>(
        `INSERT INTO images (id, project_id, name, reference, platform, auth_secret, state, attempts,
           claims, next_at, created_at, updated_at, updated_by)
         VALUES (?, ?, ?, ?, ?, ?, 'pulling', 0, 0, ${this.database.now}, ?, ?, ?)
         ON CONFLICT (project_id, name) DO NOTHING RETURNING *`,
        [newId(), projectId, name, reference, platform, authSecret, now, now, by],
      );
      if (row === undefined)
        throw new MetarunError(
          'duplicate',
          `The project has an image ${quoted(name)} already: choose another name, or delete that one.`,
          { errors: [{ pointer: '/name', message: 'is in use' }] },
        );
      this.announce(transaction, row, null);
      return toImage(row, undefined);
    });
  }

  /** Requests another pull of an image. Changes nothing while a pull is pending. */
  async refresh(projectId: string, id: string, by: string): Promise<Image> {
    const image = await this.store.get(projectId, id);
    this.requireEngine();
    await this.check(projectId, image);
    await this.database.write(async (transaction) => {
      const [row] = await transaction.query<ImageEntity>(
        `UPDATE images SET state = 'pulling', error_code = NULL, error = NULL, claims = 0,
           next_at = ${this.database.now}, updated_at = ?, updated_by = ?
         WHERE id = ? AND project_id = ? AND state <> 'pulling' RETURNING *`,
        [Date.now(), by, image.id, projectId],
      );
      if (row !== undefined) this.announce(transaction, row, image.version?.digest ?? null);
    });
    return this.store.get(projectId, image.id);
  }

  /** Deletes an image. Its versions are kept until machines have removed them. Throws `image_in_use`. */
  async remove(projectId: string, id: string, force: boolean): Promise<void> {
    const image = await this.store.get(projectId, id);
    noteFormer({ name: image.name, reference: image.reference });
    const users = force ? [] : await this.listUsers(image);
    if (users.length > 0) {
      const more = users.length > NAMED ? ` and ${users.length - NAMED} more` : '';
      throw new MetarunError(
        IMAGE_ERRORS.image_in_use,
        `The image ${quoted(image.name)} is that of ${users.slice(0, NAMED).map(quoted).join(', ')}${more}: give these meta-tasks another one first, or delete it with ?force=true, and their tasks fail.`,
      );
    }
    await this.database.write(async (transaction) => {
      await transaction.query(
        'UPDATE image_versions SET removed_at = ? WHERE image_id = ? AND project_id = ?',
        [Date.now(), image.id, projectId],
      );
      await transaction.query('DELETE FROM images WHERE id = ? AND project_id = ?', [
        image.id,
        projectId,
      ]);
    });
  }

  private announce(transaction: Transaction, row: ImageEntity, digest: string | null): void {
    this.transitions.append(transaction, row.project_id, [imageEvent(row, digest)]);
    this.transitions.publish(transaction, imageDue, { imageId: row.id });
  }

  private requireEngine(): void {
    const { missing } = this.engines;
    if (missing !== null) throw new MetarunError('not_available', `${missing}.`);
  }

  /**
   * Throws MetarunError if an image cannot be pulled here. An existing image is checked again, since the settings may
   * have changed.
   */
  private async check(
    projectId: string,
    { reference, platform, authSecret }: Omit<NewImage, 'name'>,
  ): Promise<void> {
    const read = readReference(reference);
    if ('error' in read) throw invalidField('/reference', read.error);
    if (!isAllowed(read.repository, this.config.imageRegistries))
      throw invalidField(
        '/reference',
        `is of ${read.registry}, and METARUN_IMAGE_REGISTRIES allows ${allowed(this.config.imageRegistries)}: the operator adds it there`,
      );
    if (platform !== null) {
      if (!isPlatform(platform))
        throw invalidField('/platform', `is not a platform of Linux, such as ${ownPlatform()}`);
      // If tasks run on another machine, the pull there checks the platform.
      if (this.engines.isHere && !runsOn(platform, ownPlatform()))
        throw invalidField('/platform', `is not that of this machine, ${ownPlatform()}`);
    }
    if (authSecret === null) return;
    if (read.isLocal)
      throw invalidField(
        '/auth_secret',
        'goes with images of a registry alone, and this one is loaded on the machine: leave it out',
      );
    await this.checkLogin(projectId, authSecret);
  }

  private async checkLogin(projectId: string, name: string): Promise<void> {
    try {
      registryLogin(await this.secrets.read(projectId, name));
    } catch (error) {
      if (!(error instanceof MetarunError)) throw error;
      throw invalidField(
        '/auth_secret',
        error.code === 'not_found'
          ? `there is no secret ${quoted(name)} in this project: store it first, as user:password`
          : error.message,
      );
    }
  }
}

function allowed(registries: readonly string[]): string {
  return registries.length === 0 ? 'none' : registries.join(', ');
}
