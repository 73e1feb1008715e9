import type { Database, SqlValue, Transaction } from '../../../platform/database/database.js';
import type { FileEntity } from '../tree/file.entity.js';
import type { FileVersionEntity } from './file-version.entity.js';
import { type BlobColumns, listBlobIds, namedBlobs } from '../blobs/blob-references.js';
import { versionId } from './file-version.js';
import { belowDirectory } from '../tree/subtree.js';
import type { WorkspaceRef } from '../workspaces/workspace.js';

/** The file that a new one continues, and the number of its last version. */
export interface Predecessor {
  fileId: string;
  number: number;
}

export interface DroppedVersions {
  /** Blobs that nothing names any more. */
  blobs: string[];
  /** Number of deleted versions. */
  versions: number;
}

/** Maximum number of rows per statement. */
const PAGE = 500;
/** Maximum number of versions that one change deletes to make space: it blocks all other writers of SQLite. */
const MOST_DROPPED = 2_000;

/** Columns that a version takes from its file. */
const KEPT = `project_id, workspace_id, path, size, mime_type, etag, blob_id, converted_from, original_blob_id,
  original_size, original_etag, converter, charset, updated_at`;
const COLUMNS = `id, file_id, number, ${KEPT}, ended_at, ended_by`;

/** The earlier versions of a workspace's files within a transaction that locks the workspace. */
export class FileHistory {
  constructor(
    private readonly database: Database,
    private readonly transaction: Transaction,
    private readonly workspace: WorkspaceRef,
    /** In ms since the epoch. */
    private readonly now: number,
  ) {}

  /** Keeps the content of a file before it is replaced. */
  keepReplaced(row: FileEntity): Promise<void> {
    return this.keep('replaced', 'id = ?', [row.id]);
  }

  /** Keeps the contents of a file, or of all files below a directory, before they are deleted. */
  keepDeleted(path: string): Promise<void> {
    const below = belowDirectory(this.database, path);
    return this.keep('deleted', `(path = ? OR (${below.sql}))`, [path, ...below.values]);
  }

  private async keep(
    endedBy: 'replaced' | 'deleted',
    which: string,
    values: readonly SqlValue[],
  ): Promise<void> {
    await this.transaction.query(
      `INSERT INTO file_versions (${COLUMNS})
        SELECT id || '.' || version, id, version, ${KEPT}, CAST(? AS bigint), '${endedBy}'
        FROM files WHERE workspace_id = ? AND project_id = ? AND type = 'file' AND blob_id IS NOT NULL AND ${which}`,
      [this.now, ...this.own, ...values],
    );
  }

  /** Returns the file that was last deleted at a path and is not restored; a new one there continues its versions. */
  async predecessor(path: string): Promise<Predecessor | null> {
    const [row] = await this.transaction.query<{ file_id: string; number: number }>(
      `SELECT file_id, number FROM file_versions v
        WHERE workspace_id = ? AND project_id = ? AND path = ? AND ${LAST_OF_DELETED}
        ORDER BY ended_at DESC, number DESC LIMIT 1`,
      [...this.own, path],
    );
    return row ? { fileId: row.file_id, number: row.number } : null;
  }

  /** Returns the {@link predecessor} of a path and of every path below it, by path. */
  async predecessors(path: string): Promise<Map<string, Predecessor>> {
    const below = belowDirectory(this.database, path);
    const rows = await this.transaction.query<{ file_id: string; number: number; path: string }>(
      `SELECT path, file_id, number FROM file_versions v
        WHERE workspace_id = ? AND project_id = ? AND (path = ? OR (${below.sql})) AND ${LAST_OF_DELETED}
        ORDER BY ended_at, number`,
      [...this.own, path, ...below.values],
    );
    return new Map(rows.map((row) => [row.path, { fileId: row.file_id, number: row.number }]));
  }

  async find(fileId: string, number: number): Promise<FileVersionEntity | null> {
    const [row] = await this.transaction.query<FileVersionEntity>(
      'SELECT * FROM file_versions WHERE id = ? AND workspace_id = ? AND project_id = ?',
      [versionId(fileId, number), ...this.own],
    );
    return row ?? null;
  }

  /** Returns the number of the last version of a deleted file; 0 if none is kept. */
  async lastNumber(fileId: string): Promise<number> {
    const [row] = await this.transaction.query<{ number: number | null }>(
      'SELECT MAX(number) AS number FROM file_versions WHERE file_id = ? AND workspace_id = ? AND project_id = ?',
      [fileId, ...this.own],
    );
    return row?.number ?? 0;
  }

  /** Deletes all but the last `count` versions before `number`; returns the blobs that nothing names any more. */
  async keepLast(fileId: string, number: number, count: number): Promise<string[]> {
    if (number - count <= 1) return [];
    return this.drop('file_id = ? AND number < ?', [fileId, number - count]);
  }

  /**
   * Deletes the oldest versions until their total size is at most `bytes`, or the maximum of one change is reached; the
   * next change continues. Returns the blobs as above.
   */
  async keepBytes(bytes: number): Promise<DroppedVersions> {
    const blobs: string[] = [];
    let versions = 0;
    let excess = (await this.bytes()) - bytes;
    while (excess > 0 && versions < MOST_DROPPED) {
      const rows = await this.transaction.query<{ id: string; size: number }>(
        `SELECT id, size + original_size AS size FROM file_versions
          WHERE workspace_id = ? AND project_id = ? AND size + original_size > 0
          ORDER BY ended_at, id LIMIT ?`,
        [...this.own, PAGE],
      );
      const ids: string[] = [];
      for (const { id, size } of rows) {
        if (excess <= 0) break;
        excess -= size;
        ids.push(id);
      }
      if (ids.length === 0) break;
      blobs.push(...(await this.dropIds(ids)));
      versions += ids.length;
    }
    return { blobs, versions };
  }

  /** Deletes these versions; returns the blobs that nothing names any more. */
  dropIds(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return Promise.resolve([]);
    return this.drop(`id IN (${ids.map(() => '?').join(', ')})`, ids);
  }

  /**
   * Returns those of the blobs that no file and no version names. Nothing can name them again: only rows lead to blobs.
   */
  async unnamed(blobs: readonly string[]): Promise<string[]> {
    const left = new Set(blobs);
    const all = [...left];
    for (let from = 0; from < all.length; from += PAGE) {
      const some = all.slice(from, from + PAGE);
      for (const id of await namedBlobs(this.transaction, some)) left.delete(id);
    }
    return [...left];
  }

  private async bytes(): Promise<number> {
    const [row] = await this.transaction.query<{ bytes: number }>(
      `SELECT CAST(COALESCE(SUM(size + original_size), 0) AS bigint) AS bytes FROM file_versions
        WHERE workspace_id = ? AND project_id = ?`,
      this.own,
    );
    return row?.bytes ?? 0;
  }

  private async drop(which: string, values: readonly SqlValue[]): Promise<string[]> {
    const rows = await this.transaction.query<BlobColumns>(
      `DELETE FROM file_versions WHERE workspace_id = ? AND project_id = ? AND ${which}
        RETURNING blob_id, original_blob_id`,
      [...this.own, ...values],
    );
    return this.unnamed(rows.flatMap(listBlobIds));
  }

  private get own(): [string, string] {
    return [this.workspace.id, this.workspace.projectId];
  }
}

/** SQL condition of the last version `v` of each deleted file. */
export const LAST_OF_DELETED = `v.ended_by = 'deleted'
  AND NOT EXISTS (SELECT 1 FROM files f WHERE f.id = v.file_id)
  AND NOT EXISTS (SELECT 1 FROM file_versions n WHERE n.file_id = v.file_id AND n.number > v.number)`;
