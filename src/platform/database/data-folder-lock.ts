import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { getErrorMessage } from '../../base/kernel/errors.js';
import { makePrivate } from './private-file.js';

/** Thrown if another server uses the data folder. */
export class DataFolderInUseError extends Error {
  override readonly name = 'DataFolderInUseError';
}

/**
 * Keeps a second server from using a SQLite data folder. The lock is SQLite's exclusive lock on a separate file, which
 * the operating system releases when the process ends, for whatever reason. The holder knows that every run left over
 * in the database belongs to a dead server.
 */
export class DataFolderLock {
  private constructor(
    private readonly handle: Sqlite.Database | null,
    /** True if no other server can use the same database. */
    readonly exclusive: boolean,
  ) {}

  /** Takes the lock. With `exclusive` false (PostgreSQL, which many servers share), nothing is locked. */
  static take(folder: string, exclusive: boolean): DataFolderLock {
    if (!exclusive) return new DataFolderLock(null, false);
    const path = join(folder, 'server.lock');
    makePrivate(path);
    const handle = new Sqlite(path, { timeout: 0 });
    try {
      handle.exec('BEGIN EXCLUSIVE');
    } catch (error) {
      handle.close();
      if (!/locked|busy/i.test(getErrorMessage(error))) throw error;
      throw new DataFolderInUseError(
        `Another metarun server is using ${folder}. Stop it, or set METARUN_DATA_DIR to another folder.`,
        { cause: error },
      );
    }
    return new DataFolderLock(handle, true);
  }

  release(): void {
    this.handle?.close();
  }
}
