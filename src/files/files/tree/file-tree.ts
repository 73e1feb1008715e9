import type { Database, Transaction } from '../../../platform/database/database.js';
import type { FileEntity } from './file.entity.js';
import { type Actor, actorValues } from '../../../workflow/engine/state/actor.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import { JobRows, type NamedDocument } from '../documents/job-rows.js';
import {
  toContentColumns,
  type ContentColumns,
  CONVERTING,
  type ConversionState,
  type FileContent,
  nothingYet,
} from '../content/file-content.js';
import { type DroppedVersions, FileHistory, type Predecessor } from '../versions/file-history.js';
import {
  listAncestors,
  assertPlain,
  MAX_DEPTH,
  MAX_PATH_BYTES,
  getBaseName,
  getParentPath,
} from './file-path.js';
import { missingAmong } from './missing-path.js';
import { resolveMimeType } from '../content/mime-type.js';
import { belowDirectory } from './subtree.js';
import type { Workspace, WorkspaceRef } from '../workspaces/workspace.js';
import { FILE_ERRORS } from '../errors.js';

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
  'original_blob_id',
  'original_size',
  'original_etag',
  'converter',
  'charset',
  'conversion',
  'written_by',
  'written_by_name',
  'synced_as',
  'created_at',
  'updated_at',
] as const satisfies (keyof FileEntity)[];
const INSERTED_AT_ONCE = 100;

/**
 * The rows of one workspace within a transaction that locks the workspace, so that what was read still holds at the
 * write. Paths are normalised.
 */
export class FileTree {
  readonly history: FileHistory;
  readonly jobs: JobRows;
  /** Blobs that rows no longer name; other rows may. */
  readonly released: string[] = [];

  constructor(
    private readonly database: Database,
    private readonly transaction: Transaction,
    private readonly workspace: WorkspaceRef,
    /** In ms since the epoch. */
    readonly now: number,
    /** Actor that changes the workspace; null for changes by the server itself, such as a conversion. */
    private readonly writer: Actor | null,
  ) {
    this.history = new FileHistory(database, transaction, workspace, now);
    this.jobs = new JobRows(transaction, workspace, now);
  }

  async find(path: string): Promise<FileEntity | null> {
    const [row] = await this.transaction.query<FileEntity>(
      'SELECT * FROM files WHERE workspace_id = ? AND path = ? AND project_id = ?',
      [this.workspace.id, path, this.workspace.projectId],
    );
    return row ?? null;
  }

  /** Returns the error for a path without an entry, with the names beside it. */
  missing(workspace: Workspace, path: string): Promise<MetarunError> {
    return missingAmong(this.transaction, workspace, path, 'file or directory');
  }

  async usedBytes(): Promise<number> {
    const [row] = await this.transaction.query<{ bytes: number }>(
      `SELECT CAST(COALESCE(SUM(size + original_size), 0) AS bigint) AS bytes FROM files
        WHERE workspace_id = ? AND project_id = ?`,
      [this.workspace.id, this.workspace.projectId],
    );
    return row?.bytes ?? 0;
  }

  /** Creates the missing directories above `path`. Throws a 409 if one of them is a file. */
  async makeParents(path: string): Promise<void> {
    const wanted = listAncestors(path);
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
      if (!present.has(directory)) {
        assertPlain(getBaseName(directory), '/path');
        await this.insertAll([this.row(directory, 'directory')]);
      }
  }

  async findById(id: string): Promise<FileEntity | null> {
    const [row] = await this.transaction.query<FileEntity>(
      'SELECT * FROM files WHERE id = ? AND workspace_id = ? AND project_id = ?',
      [id, this.workspace.id, this.workspace.projectId],
    );
    return row ?? null;
  }

  /** Returns at most `limit` rows below a directory, at any depth. */
  below(path: string, limit: number): Promise<FileEntity[]> {
    const below = belowDirectory(this.database, path);
    return this.transaction.query<FileEntity>(
      `SELECT * FROM files WHERE workspace_id = ? AND project_id = ? AND ${below.sql} LIMIT ?`,
      [this.workspace.id, this.workspace.projectId, ...below.values, limit],
    );
  }

  /** Returns the files directly in a directory that were part of document `name`. */
  mediaIn(directory: string, name: string): Promise<FileEntity[]> {
    return this.transaction.query<FileEntity>(
      `SELECT * FROM files WHERE workspace_id = ? AND project_id = ? AND parent_path = ? AND type = 'file'
        AND converted_from = ? AND original_blob_id IS NULL`,
      [this.workspace.id, this.workspace.projectId, directory, name],
    );
  }

  /** Deletes the oldest versions of the workspace until they fit beside its files; null = no limit. */
  async keepVersionsWithin(quotaBytes: number | null): Promise<DroppedVersions> {
    if (quotaBytes === null) return { blobs: [], versions: 0 };
    return this.history.keepBytes(Math.max(0, quotaBytes - (await this.usedBytes())));
  }

  /**
   * Makes a blob the content of the file at `path`; `present` is the result of {@link find}. Throws a 409 if an
   * ancestor is a file.
   */
  async setContent(
    path: string,
    present: FileEntity | null,
    blob: FileContent,
    syncedAs: string | null = null,
  ): Promise<FileEntity> {
    if (present) return this.replaceFile(present, blob, syncedAs);
    await this.makeParents(path);
    return this.insert(path, { ...toContentColumns(blob), ...this.written(syncedAs) });
  }

  /** `after`: file whose versions the new one continues, if it is not the one that was deleted at the path. */
  insertFile(path: string, content: FileContent, after?: Predecessor): Promise<FileEntity> {
    return this.insert(path, { ...toContentColumns(content), ...this.written() }, after);
  }

  /** Replaces the content of a file. The former content becomes a version; a pending conversion is cancelled. */
  async replaceFile(
    row: FileEntity,
    content: FileContent,
    syncedAs: string | null = null,
  ): Promise<FileEntity> {
    this.released.push(...(await this.jobs.cancel(row.id)));
    if (row.blob_id !== null) await this.history.keepReplaced(row);
    else if (row.original_blob_id !== null) this.released.push(row.original_blob_id);
    return this.update(row, {
      ...toContentColumns(content),
      ...this.written(syncedAs),
      version: row.version + (row.blob_id === null ? 0 : 1),
      updated_at: this.now,
    });
  }

  /**
   * Makes the file at `path` wait for the conversion of a document. It keeps its content until then; a new one has no
   * content, but already the document as its original. Throws a 409 if an ancestor is a file.
   */
  async awaitConversion(
    path: string,
    present: FileEntity | null,
    document: NamedDocument,
    syncedAs: string | null = null,
  ): Promise<FileEntity> {
    let row: FileEntity;
    if (present === null) {
      await this.makeParents(path);
      row = await this.insert(path, { ...nothingYet(document), ...this.written(syncedAs) });
    } else {
      this.released.push(...(await this.jobs.cancel(present.id)));
      if (present.blob_id === null && present.original_blob_id !== null)
        this.released.push(present.original_blob_id);
      const columns = {
        ...(present.blob_id === null ? nothingYet(document) : {}),
        ...this.written(syncedAs),
      };
      row = await this.update(present, { ...columns, conversion: JSON.stringify(CONVERTING) });
    }
    await this.jobs.add(row.id, document);
    return row;
  }

  /**
   * Makes a file without a pending conversion wait for another conversion of its original, and keeps its content until
   * then.
   */
  async convertAgain(row: FileEntity, original: NamedDocument): Promise<FileEntity> {
    await this.jobs.add(row.id, original);
    return this.setConversion(row, CONVERTING);
  }

  /** Records that a file already has this content: only its origin changes. */
  async confirm(
    row: FileEntity,
    { id, original, conversion }: FileContent,
    syncedAs: string | null = null,
  ): Promise<FileEntity> {
    this.released.push(...(await this.jobs.cancel(row.id)), id, original?.id ?? id);
    const { converter = null, charset = null } = original ?? {};
    const state = conversion && JSON.stringify(conversion);
    const synced = syncedAs === null ? {} : { synced_as: syncedAs };
    return this.update(row, { converter, charset, conversion: state, ...synced });
  }

  /** Sets the state of a file's conversion, and nothing else. */
  setConversion(row: FileEntity, state: ConversionState): Promise<FileEntity> {
    return this.update(row, { conversion: JSON.stringify(state) });
  }

  /** Removes a row and everything below it; the files are kept as earlier versions. */
  async remove(path: string): Promise<void> {
    await this.history.keepDeleted(path);
    const below = belowDirectory(this.database, path);
    const which = `workspace_id = ? AND project_id = ? AND (path = ? OR (${below.sql}))`;
    const values = [this.workspace.id, this.workspace.projectId, path, ...below.values];
    this.released.push(
      ...(await this.jobs.cancelThose(`SELECT id FROM files WHERE ${which}`, values)),
    );
    const without = await this.transaction.query<{ original_blob_id: string }>(
      `SELECT original_blob_id FROM files WHERE ${which} AND blob_id IS NULL AND original_blob_id IS NOT NULL`,
      values,
    );
    this.released.push(...without.map((row) => row.original_blob_id));
    await this.transaction.query(`DELETE FROM files WHERE ${which}`, values);
  }

  /** Moves a row and everything below it to a free path that is not below the old one. */
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
      parent_path: getParentPath(to),
      name: getBaseName(to),
      mime_type: row.type === 'file' ? resolveMimeType(getBaseName(to)) : '',
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

  /** Throws a 422 if `to` is not a valid new name, or a path below `from` would become too long or too deep. */
  async assertFits(from: string, to: string): Promise<void> {
    assertPlain(getBaseName(to), '/to');
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
    throw new MetarunError(FILE_ERRORS.invalid_path, `/to: ${message}.`, {
      errors: [{ pointer: '/to', message }],
    });
  }

  private async insert(
    path: string,
    columns: ContentColumns & Partial<FileEntity>,
    after?: Predecessor,
  ): Promise<FileEntity> {
    const before = after ?? (await this.history.predecessor(path));
    // A restored version keeps its former name.
    if (before === null) assertPlain(getBaseName(path), '/path');
    const row: FileEntity = {
      ...this.row(path, 'file'),
      ...columns,
      ...(before && { id: before.fileId, version: before.number + 1 }),
    };
    row.mime_type = resolveMimeType(row.name);
    await this.insertAll([row]);
    return row;
  }

  private async update(row: FileEntity, columns: Partial<FileEntity>): Promise<FileEntity> {
    const set = Object.entries(columns);
    await this.transaction.query(
      `UPDATE files SET ${set.map(([name]) => `${name} = ?`).join(', ')} WHERE id = ? AND project_id = ?`,
      [...set.map(([, value]) => value), row.id, this.workspace.projectId],
    );
    return { ...row, ...columns };
  }

  /** Returns the columns of the writer; none if the actor is unknown, as for a conversion. */
  private written(syncedAs: string | null = null): Partial<FileEntity> {
    if (this.writer === null) return {};
    const [written_by, written_by_name] = actorValues(this.writer);
    return { written_by, written_by_name, synced_as: syncedAs };
  }

  private row(path: string, type: 'file' | 'directory'): FileEntity {
    return {
      id: newId(),
      project_id: this.workspace.projectId,
      workspace_id: this.workspace.id,
      path,
      parent_path: getParentPath(path),
      name: getBaseName(path),
      type,
      size: 0,
      mime_type: '',
      etag: '',
      version: 1,
      blob_id: null,
      converted_from: null,
      original_blob_id: null,
      original_size: 0,
      original_etag: null,
      converter: null,
      charset: null,
      conversion: null,
      written_by: null,
      written_by_name: null,
      synced_as: null,
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
