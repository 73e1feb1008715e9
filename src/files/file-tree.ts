import type { Database, Transaction } from '../database/database.js';
import type { FileEntity } from '../database/entities/file.entity.js';
import { MetarunError } from '../kernel/errors.js';
import { newId } from '../kernel/ids.js';
import { ancestorsOf, MAX_DEPTH, MAX_PATH_BYTES, nameOf, parentOf } from './file-path.js';
import { mimeTypeOf } from './mime-type.js';
import { belowDirectory } from './subtree.js';
import type { Workspace } from './workspace.js';

/** A stored blob, to be the content of a file. */
export interface FileContent {
  id: string;
  /** Bytes. */
  size: number;
  etag: string;
}

/**
 * The rows of one workspace within a transaction that has the workspace to itself, so that what was just read
 * still holds when it writes. Paths are normalised.
 */
export class FileTree {
  constructor(
    private readonly database: Database,
    private readonly transaction: Transaction,
    private readonly workspace: Workspace,
    /** ms since the epoch. */
    private readonly now: number,
  ) {}

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
      if (!present.has(directory)) await this.insert(this.row(directory, 'directory'));
  }

  async insertFile(path: string, blob: FileContent): Promise<FileEntity> {
    const row = this.row(path, 'file');
    Object.assign(row, {
      size: blob.size,
      etag: blob.etag,
      blob_id: blob.id,
      mime_type: mimeTypeOf(row.name),
    });
    await this.insert(row);
    return row;
  }

  async replaceFile(row: FileEntity, blob: FileContent): Promise<FileEntity> {
    await this.transaction.query(
      `UPDATE files SET size = ?, etag = ?, blob_id = ?, converted_from = NULL, updated_at = ?
        WHERE id = ? AND project_id = ?`,
      [blob.size, blob.etag, blob.id, this.now, row.id, this.workspace.projectId],
    );
    const { id: blob_id, size, etag } = blob;
    return { ...row, size, etag, blob_id, converted_from: null, updated_at: this.now };
  }

  /** Removes a row and everything below it; gives the ids of the blobs that nobody names any more. */
  async remove(path: string): Promise<string[]> {
    const below = belowDirectory(this.database, path);
    const removed = await this.transaction.query<{ blob_id: string | null }>(
      `DELETE FROM files WHERE workspace_id = ? AND project_id = ? AND (path = ? OR (${below.sql}))
        RETURNING blob_id`,
      [this.workspace.id, this.workspace.projectId, path, ...below.values],
    );
    return removed.flatMap(({ blob_id }) => blob_id ?? []);
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

  private async assertFits(from: string, to: string): Promise<void> {
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
      blob_id: null,
      converted_from: null,
      indexed_as: null,
      created_at: this.now,
      updated_at: this.now,
    };
  }

  private async insert(row: FileEntity): Promise<void> {
    await this.transaction.query(
      `INSERT INTO files (id, project_id, workspace_id, path, parent_path, name, type, size, mime_type, etag,
          blob_id, converted_from, created_at, updated_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      [
        row.id,
        row.project_id,
        row.workspace_id,
        row.path,
        row.parent_path,
        row.name,
        row.type,
        row.size,
        row.mime_type,
        row.etag,
        row.blob_id,
        row.converted_from,
        row.created_at,
        row.updated_at,
      ],
    );
  }
}
