import type { Database, Transaction } from '../database/database.js';
import type { FileEntity } from '../database/entities/file.entity.js';
import { MetarunError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { type DroppedVersions, FileHistory, type Predecessor } from './file-history.js';
import { ancestorsOf, MAX_DEPTH, MAX_PATH_BYTES, nameOf, parentOf } from './file-path.js';
import { mimeTypeOf } from './mime-type.js';
import { belowDirectory } from './subtree.js';
import type { WorkspaceRef } from './workspace.js';

const COLUMNS = [
  'id',
  'project_id',
  'workspace_id',
  'path',
  'parent_path',
  'name',
  'type',
  'size',
  'mime_type',
  'etag',
  'version',
  'blob_id',
  'converted_from',
  'created_at',
  'updated_at',
] as const satisfies (keyof FileEntity)[];
const INSERTED_AT_ONCE = 100;

/** A stored blob, to be the content of a file. */
export interface FileContent {
  id: string;
  /** Bytes. */
  size: number;
  etag: string;
  /** Name of the original where it is its conversion to Markdown. */
  convertedFrom: string | null;
}

/**
 * The rows of one workspace within a transaction that has the workspace to itself, so that what was just read
 * still holds when it writes. Paths are normalised.
 */
export class FileTree {
  readonly history: FileHistory;

  constructor(
    private readonly database: Database,
    private readonly transaction: Transaction,
    private readonly workspace: WorkspaceRef,
    /** ms since the epoch. */
    readonly now: number,
  ) {
    this.history = new FileHistory(database, transaction, workspace, now);
  }

  async find(path: string): Promise<FileEntity | null> {
    const [row] = await this.transaction.query<FileEntity>(
      'SELECT * FROM files WHERE workspace_id = ? AND path = ? AND project_id = ?',
      [this.workspace.id, path, this.workspace.projectId],
    );
    return row ?? null;
  }

  async usedBytes(): Promise<number> {
    const [row] = await this.transaction.query<{ bytes: number }>(
      `SELECT CAST(COALESCE(SUM(size), 0) AS bigint) AS bytes FROM files
        WHERE workspace_id = ? AND project_id = ?`,
      [this.workspace.id, this.workspace.projectId],
    );
    return row?.bytes ?? 0;
  }

  /** Makes the missing directories above `path`. Throws a 409 where one of them is a file. */
  async makeParents(path: string): Promise<void> {
    const wanted = ancestorsOf(path);
    if (wanted.length === 0) return;
    const found = await this.transaction.query<FileEntity>(
      `SELECT path, type FROM files WHERE workspace_id = ? AND project_id = ?
        AND path IN (${wanted.map(() => '?').join(', ')})`,
      [this.workspace.id, this.workspace.projectId, ...wanted],
    );
    const file = found.find((row) => row.type === 'file');
    if (file)
      throw new MetarunError(
        'conflict',
        `"${file.path}" is a file, so that nothing can be below it.`,
      );
    const present = new Set(found.map((row) => row.path));
    for (const directory of wanted)
      if (!present.has(directory)) await this.insertAll([this.row(directory, 'directory')]);
  }

  async findById(id: string): Promise<FileEntity | null> {
    const [row] = await this.transaction.query<FileEntity>(
      'SELECT * FROM files WHERE id = ? AND workspace_id = ? AND project_id = ?',
      [id, this.workspace.id, this.workspace.projectId],
    );
    return row ?? null;
  }

  /** At most `limit` rows below a directory, at any depth. */
  below(path: string, limit: number): Promise<FileEntity[]> {
    const below = belowDirectory(this.database, path);
    return this.transaction.query<FileEntity>(
      `SELECT * FROM files WHERE workspace_id = ? AND project_id = ? AND ${below.sql} LIMIT ?`,
      [this.workspace.id, this.workspace.projectId, ...below.values, limit],
    );
  }

  /** Drops the oldest versions of the workspace until they fit beside its files; null = all fit. */
  async keepVersionsWithin(quotaBytes: number | null): Promise<DroppedVersions> {
    if (quotaBytes === null) return { blobs: [], versions: 0 };
    return this.history.keepBytes(Math.max(0, quotaBytes - (await this.usedBytes())));
  }

  /** Makes a blob the content of the file at `path`; `present` is what {@link find} gave. Throws a 409 where a file is above. */
  async put(path: string, present: FileEntity | null, blob: FileContent): Promise<FileEntity> {
    if (present) return this.replaceFile(present, blob);
    await this.makeParents(path);
    return this.insertFile(path, blob);
  }

  /** `after`: the file whose versions it goes on with, where that is not the one that was deleted there. */
  async insertFile(path: string, blob: FileContent, after?: Predecessor): Promise<FileEntity> {
    const before = after ?? (await this.history.predecessor(path));
    const row = this.row(path, 'file');
    if (before) Object.assign(row, { id: before.fileId, version: before.number + 1 });
    Object.assign(row, {
      size: blob.size,
      etag: blob.etag,
      blob_id: blob.id,
      mime_type: mimeTypeOf(row.name),
      converted_from: blob.convertedFrom,
    });
    await this.insertAll([row]);
    return row;
  }

  /** What it was is kept as its earlier version. */
  async replaceFile(row: FileEntity, blob: FileContent): Promise<FileEntity> {
    await this.history.keepReplaced(row);
    const { id: blob_id, size, etag, convertedFrom: converted_from } = blob;
    const version = row.version + 1;
    await this.transaction.query(
      `UPDATE files SET size = ?, etag = ?, blob_id = ?, converted_from = ?, version = ?, updated_at = ?
        WHERE id = ? AND project_id = ?`,
      [size, etag, blob_id, converted_from, version, this.now, row.id, this.workspace.projectId],
    );
    return { ...row, size, etag, blob_id, converted_from, version, updated_at: this.now };
  }

  /** Removes a row and everything below it; the files are kept as earlier versions. */
  async remove(path: string): Promise<void> {
    await this.history.keepDeleted(path);
    const below = belowDirectory(this.database, path);
    await this.transaction.query(
      `DELETE FROM files WHERE workspace_id = ? AND project_id = ? AND (path = ? OR (${below.sql}))`,
      [this.workspace.id, this.workspace.projectId, path, ...below.values],
    );
  }

  /** Gives a row and everything below it a new place, which must be free and not below the old one. */
  async move(row: FileEntity, to: string): Promise<FileEntity> {
    await this.assertFits(row.path, to);
    const below = belowDirectory(this.database, row.path);
    const rest = [...row.path].length + 1;
    await this.transaction.query(
      `UPDATE files SET path = CAST(? AS text) || substr(path, ${rest}),
          parent_path = CAST(? AS text) || substr(parent_path, ${rest})
        WHERE workspace_id = ? AND project_id = ? AND ${below.sql}`,
      [to, to, this.workspace.id, this.workspace.projectId, ...below.values],
    );
    const moved: FileEntity = {
      ...row,
      path: to,
      parent_path: parentOf(to),
      name: nameOf(to),
      mime_type: row.type === 'file' ? mimeTypeOf(nameOf(to)) : '',
      updated_at: this.now,
    };
    await this.transaction.query(
      `UPDATE files SET path = ?, parent_path = ?, name = ?, mime_type = ?, updated_at = ?
        WHERE id = ? AND project_id = ?`,
      [
        to,
        moved.parent_path,
        moved.name,
        moved.mime_type,
        this.now,
        row.id,
        this.workspace.projectId,
      ],
    );
    return moved;
  }

  /** Throws a 422 where a path below `from` would become too long or too deep below `to`. */
  async assertFits(from: string, to: string): Promise<void> {
    const below = belowDirectory(this.database, from);
    const [longest] = await this.transaction.query<{ bytes: number | null; depth: number | null }>(
      `SELECT MAX(octet_length(path)) AS bytes,
          MAX(length(path) - length(replace(path, '/', ''))) AS depth
        FROM files WHERE workspace_id = ? AND project_id = ? AND ${below.sql}`,
      [this.workspace.id, this.workspace.projectId, ...below.values],
    );
    const bytes = (longest?.bytes ?? 0) + Buffer.byteLength(to) - Buffer.byteLength(from);
    const depth = (longest?.depth ?? 0) + to.split('/').length - from.split('/').length;
    if (bytes <= MAX_PATH_BYTES && depth <= MAX_DEPTH) return;
    const message = `a path below the directory would pass ${MAX_PATH_BYTES} bytes or ${MAX_DEPTH} levels`;
    throw new MetarunError('invalid_path', `/to: ${message}.`, {
      errors: [{ pointer: '/to', message }],
    });
  }

  private row(path: string, type: 'file' | 'directory'): FileEntity {
    return {
      id: newId(),
      project_id: this.workspace.projectId,
      workspace_id: this.workspace.id,
      path,
      parent_path: parentOf(path),
      name: nameOf(path),
      type,
      size: 0,
      mime_type: '',
      etag: '',
      version: 1,
      blob_id: null,
      converted_from: null,
      indexed_as: null,
      created_at: this.now,
      updated_at: this.now,
    };
  }

  async insertAll(rows: readonly FileEntity[]): Promise<void> {
    for (let from = 0; from < rows.length; from += INSERTED_AT_ONCE) {
      const some = rows.slice(from, from + INSERTED_AT_ONCE);
      await this.transaction.query(
        `INSERT INTO files (${COLUMNS.join(', ')})
          VALUES ${some.map(() => `(${COLUMNS.map(() => '?').join(', ')})`).join(', ')}`,
        some.flatMap((row) => COLUMNS.map((column) => row[column])),
      );
    }
  }
}
