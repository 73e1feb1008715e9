import { createReadStream } from 'node:fs';
import { copyFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { prepareDataDir } from '../../../base/config/data-dir.js';
import type { Config } from '../../../base/config/settings.js';
import { findErrorCode } from '../../../base/kernel/errors.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { DataFolderLock } from '../../../platform/database/data-folder-lock.js';
import type { Tables } from '../../../platform/database/feature.js';
import type { BlobStore } from '../../../platform/storage/blob-store.js';
import { openBlobStore } from '../../../platform/storage/open-blob-store.js';
import { contentPath, type Manifest, NAMES } from '../backup/manifest.js';
import type { Progress } from '../backup/progress.js';
import { BackupFolder, runConcurrently } from './backup-folder.js';
import { assertRestorable, keyWarning } from './fitness.js';
import { RestoredPostgres, restoreSqlite } from './restored-database.js';

export interface RestoreResult {
  manifest: Manifest;
  /** Notes for the operator. */
  warnings: string[];
}

/**
 * Restores a backup to the configured data folder, database and bucket, which must be empty. Everything is verified
 * before anything is written. The database is written last, so that an interrupted restore leaves no installation.
 */
export class Restore {
  constructor(
    private readonly config: Config,
    private readonly tables: Tables,
    private readonly onProgress: (progress: Progress) => void,
  ) {}

  async run(folder: string): Promise<RestoreResult> {
    const { config } = this;
    const backup = await BackupFolder.open(folder);
    const { manifest } = backup;
    assertRestorable(manifest, config, this.tables);
    await assertEmptyFolder(config);
    await using opened = new AsyncDisposableStack();
    const postgres =
      manifest.database.kind === 'postgres'
        ? opened.use(await RestoredPostgres.open(config, backup, this.tables))
        : null;
    await backup.check(this.onProgress);
    await prepareDataDir(config);
    try {
      const lock = DataFolderLock.take(config.dataDir, true);
      opened.defer(() => lock.release());
      const blobs = await openBlobStore(config);
      opened.defer(() => blobs.close());
      await this.putContents(blobs, backup);
      if (NAMES.key in manifest.files)
        await copyFile(backup.path(NAMES.key), join(config.dataDir, NAMES.key));
      if (postgres === null) await restoreSqlite(backup, config);
      else await postgres.load(backup, this.onProgress);
      // Until the mark is written, the next start recognises the store of the database by its contents.
      await blobs.writeMark(manifest.installation);
    } catch (error) {
      // The folder was empty before. Contents in a bucket are reused by the next attempt.
      for (const name of await readdir(config.dataDir))
        await rm(join(config.dataDir, name), { recursive: true, force: true });
      throw error;
    }
    return { manifest, warnings: this.listWarnings(manifest) };
  }

  private async putContents(blobs: BlobStore, backup: BackupFolder): Promise<void> {
    if (!backup.manifest.contents.included) return;
    await assertEmptyStore(blobs, backup, this.config);
    const ofBytes = backup.blobs.reduce((sum, { bytes }) => sum + bytes, 0);
    let [done, bytes] = [0, 0];
    await runConcurrently(backup.blobs, async ({ id, sha256, bytes: size }) => {
      await blobs.putAs(id, createReadStream(backup.path(contentPath(sha256))), size);
      done += 1;
      bytes += size;
      const ofBlobs = backup.blobs.length;
      this.onProgress({ step: 'contents', blobs: done, ofBlobs, bytes, ofBytes });
    });
  }

  private listWarnings(manifest: Manifest): string[] {
    const { included, unreadable } = manifest.contents;
    const warnings = [
      keyWarning(manifest, this.config),
      unreadable > 0
        ? `${unreadable} contents were missing when the backup was made. \`metarun doctor --storage\` names their files.`
        : null,
      included
        ? null
        : 'The contents were left in the bucket. `metarun doctor --storage` checks whether all are there.',
    ];
    return warnings.filter((warning) => warning !== null);
  }
}

/** Throws unless the data folder is empty. The lock of a server that has ended is ignored. */
async function assertEmptyFolder({ dataDir }: Config): Promise<void> {
  let names: string[] = [];
  try {
    names = await readdir(dataDir);
  } catch (error) {
    if (findErrorCode(error) !== 'ENOENT') throw error;
  }
  if (names.every((name) => name.startsWith('server.lock'))) return;
  throw new GuidedError(`The data folder ${dataDir} is not empty.`, {
    code: 'not_empty',
    fix: 'Set METARUN_DATA_DIR to a folder that is not there yet, or move this one away.',
    docs: 'operations.md#restore',
  });
}

/**
 * Throws if the store has contents of another installation. Contents of this backup may remain from an interrupted
 * restore.
 */
async function assertEmptyStore(
  blobs: BlobStore,
  backup: BackupFolder,
  config: Config,
): Promise<void> {
  const own = new Set(backup.blobs.map(({ id }) => id));
  let foreign = (await blobs.readMark()) !== null;
  for await (const { id } of blobs.list()) foreign ||= !own.has(id);
  if (!foreign) return;
  const place = config.storage === 's3' ? `The bucket ${config.storageBucket}` : config.dataDir;
  throw new GuidedError(`${place} has files of an installation.`, {
    code: 'not_empty',
    fix: 'Name an empty bucket, or another METARUN_STORAGE_PREFIX in it.',
    docs: 'operations.md#restore',
  });
}
