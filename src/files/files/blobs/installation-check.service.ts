import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER } from '../../../base/tokens.js';
import type { Logger } from 'pino';
import { ConfigError } from '../../../base/config/config.js';
import type { Config } from '../../../base/config/settings.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { newId } from '../../../base/kernel/ids.js';
import { BlobMissingError, BlobStore } from '../../../platform/storage/blob-store.js';
import { sampleBlobIds } from './blob-references.js';

/** Number of contents of each column to look for if a mark is missing; a single match suffices. */
const SAMPLE = 20;

/**
 * Refuses to start a server on files that belong to another database: reads of its own files would fail with 500, and
 * its sweep would remove the files of the other database. Files and database both store the id of the installation. If
 * either has no id yet (a new installation, one of an earlier version, a backup), the existing contents decide.
 */
@Injectable()
export class InstallationCheck {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly blobs: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Throws {@link ConfigError}, without changing anything, if the files do not belong to the database. */
  async run(): Promise<void> {
    // Of several servers that start together on one database, the first writes the mark and the others find it.
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
    const named = await sampleBlobIds(transaction, SAMPLE);
    const belongs = named.length > 0 && (await this.hasAnyBlob(named));
    if (known !== null) {
      // The folder also contains the SQLite database.
      const own = this.database.kind === 'sqlite' && this.config.storage === 'disk';
      if (!belongs && !(own && named.length === 0)) throw this.refusal(known);
      await this.mark(known);
      return;
    }
    // Earlier versions wrote no marks. Such an installation may have only contents that the sweep has yet to remove.
    const earlier = mark === null && !(await isNew(transaction));
    const mayOwn = belongs || (named.length === 0 && (earlier || (await this.isEmpty())));
    if (!mayOwn) throw this.refusal(null);
    const id = mark ?? newId();
    // The mark is written first: without a row, it is adopted at the next start as long as there are no files.
    if (mark === null) await this.mark(id);
    await transaction.query("INSERT INTO installation (name, value) VALUES ('id', ?)", [id]);
  }

  private async mark(id: string): Promise<void> {
    await this.blobs.writeMark(id);
    this.logger.debug({ installation: id }, 'marked the files as those of the database');
  }

  private async hasAnyBlob(ids: readonly string[]): Promise<boolean> {
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

async function isNew(transaction: Transaction): Promise<boolean> {
  return (await transaction.query('SELECT id FROM users LIMIT 1')).length === 0;
}
