import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { ConfigError } from '../../../base/config/config.js';
import type { Config } from '../../../base/config/settings.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { newId } from '../../../base/kernel/ids.js';
import { BlobMissingError, BlobStore } from '../../../platform/storage/blob-store.js';

/** Contents that are looked for where a mark is missing: one that is there will do. */
const SAMPLE = 20;

/**
 * Keeps a server from working with files that are not those of its database: it would answer 500 for those of others, and
 * its sweep would remove what another database names. Both have the installation's id. Where one of them has none yet (a
 * new installation, one of an earlier version, a backup), what is there decides.
 */
@Injectable()
export class InstallationCheck {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly blobs: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws {@link ConfigError}, having changed nothing. */
  async run(): Promise<void> {
    // Of servers that start together on one database the first marks, and the others find that.
    await this.database.write(async (transaction) => {
      await transaction.lock('installation');
      await this.check(transaction);
    });
  }

  private async check(transaction: Transaction): Promise<void> {
    const [row] = await transaction.query<{ value: string }>(
      "SELECT value FROM installation WHERE name = 'id'",
    );
    const known = row?.value ?? null;
    const mark = await this.blobs.readMark();
    if (known !== null && known === mark) return;
    if (known !== null && mark !== null) throw this.refusal(known);
    const named = await this.named(transaction);
    const belongs = named.length > 0 && (await this.hasOneOf(named));
    if (known !== null) {
      // SQLite's database lies in the folder itself.
      const own = this.database.kind === 'sqlite' && this.config.storage === 'disk';
      if (!belongs && !(own && named.length === 0)) throw this.refusal(known);
      await this.mark(known);
      return;
    }
    // One of an earlier version had no marks; it may have nothing but contents that the sweep is still to remove.
    const earlier = mark === null && !(await isNew(transaction));
    const mayOwn = belongs || (named.length === 0 && (earlier || (await this.isEmpty())));
    if (!mayOwn) throw this.refusal(null);
    const id = mark ?? newId();
    // In this order: a mark without a row is taken over by the next start, as long as there are no files.
    if (mark === null) await this.mark(id);
    await transaction.query("INSERT INTO installation (name, value) VALUES ('id', ?)", [id]);
  }

  private async mark(id: string): Promise<void> {
    await this.blobs.writeMark(id);
    this.logger.debug({ installation: id }, 'marked the files as those of the database');
  }

  /** Some of the contents that the database names. */
  private async named(transaction: Transaction): Promise<string[]> {
    const found: string[] = [];
    for (const table of ['files', 'file_versions', 'conversion_contents', 'script_contents']) {
      const rows = await transaction.query<{ blob_id: string }>(
        `SELECT blob_id FROM ${table} WHERE blob_id IS NOT NULL LIMIT ${SAMPLE}`,
      );
      found.push(...rows.map(({ blob_id }) => blob_id));
    }
    return found;
  }

  private async hasOneOf(ids: readonly string[]): Promise<boolean> {
    for (const id of ids)
      try {
        await this.blobs.size(id);
        return true;
      } catch (error) {
        if (!(error instanceof BlobMissingError)) throw error;
      }
    return false;
  }

  private async isEmpty(): Promise<boolean> {
    for await (const _ of this.blobs.list()) return false;
    return true;
  }

  private refusal(id: string | null): ConfigError {
    const { config, database } = this;
    const files =
      config.storage === 's3'
        ? `The bucket ${config.storageBucket} (METARUN_STORAGE_BUCKET, METARUN_STORAGE_PREFIX)`
        : `The folder ${config.dataDir} (METARUN_DATA_DIR)`;
    const other =
      database.kind === 'postgres' ? 'the database of METARUN_DATABASE_URL' : 'its database';
    const restored =
      id === null
        ? 'A new database needs an empty data folder, bucket or prefix.'
        : `If they do belong together, such as after a restore, write ${id} into ${this.blobs.markPlace}.`;
    return new ConfigError(
      `${files} has the files of another installation than ${other}. Servers on one database need the same files: ` +
        `share the data folder, keep files in a bucket, or name the right database. ${restored}`,
    );
  }
}

/** Returns whether the database has never been used. */
async function isNew(transaction: Transaction): Promise<boolean> {
  return (await transaction.query('SELECT id FROM users LIMIT 1')).length === 0;
}
