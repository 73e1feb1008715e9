import { Injectable } from '@nestjs/common';
import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Database } from '../../../platform/database/database.js';
import type { FileEntity } from './file.entity.js';
import type { FileVersionEntity } from '../versions/file-version.entity.js';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import {
  BlobMissingError,
  BlobStore,
  type ByteRange,
  type DownloadHeaders,
} from '../../../platform/storage/blob-store.js';
import { type FileEntry, toEntry } from './file-entry.js';
import { originalOfRow } from '../content/file-content.js';
import { ROOT } from './file-path.js';
import {
  earlierVersion,
  type FileVersion,
  parseVersionId,
  presentVersion,
  unknownVersion,
} from '../versions/file-version.js';
import { decodeCursor, encodeCursor } from './list-cursor.js';
import { resolveMimeType } from '../content/mime-type.js';
import { missingAmong } from './missing-path.js';
import { notConverted } from '../documents/not-converted.js';
import { belowDirectory, byBytes } from './subtree.js';
import type { Workspace } from '../workspaces/workspace.js';
import { FILE_ERRORS } from '../errors.js';

/** Maximum size of a file that is read into memory, in bytes. */
export const MAX_CONTENT_BYTES = 8 * 1024 * 1024;
/** Maximum number of attempts: a reader meets a removed blob only if the file was replaced between two statements. */
const MAX_ATTEMPTS = 50;

export interface ListPage {
  /** True for everything below the directory, false for its own entries. */
  recursive: boolean;
  /** True for only those files whose document is not converted yet. */
  converting?: boolean;
  limit: number;
  /** From {@link FileList.next}. */
  cursor?: string | undefined;
}

export interface FileList {
  entries: FileEntry[];
  /** Cursor of the next page; null on the last one. */
  next: string | null;
}

export interface FileText {
  entry: FileEntry;
  content: string;
  encoding: 'utf-8' | 'base64';
}

export interface OpenVersion {
  version: FileVersion;
  content: Readable;
  /** The selected range; null = all. */
  range: ByteRange | null;
}

/** Metadata of a document that was converted. */
export type OriginalEntry = Pick<FileEntry, 'name' | 'size' | 'mimeType' | 'etag' | 'updatedAt'>;

export interface OpenOriginal {
  original: OriginalEntry;
  content: Readable;
  /** The selected range; null = all. */
  range: ByteRange | null;
}

export interface OpenFile {
  entry: FileEntry;
  content: Readable;
  /** The selected range; null = all. */
  range: ByteRange | null;
}

/** Reads workspaces. Paths are normalised; an unknown path is a 404. */
@Injectable()
export class FileReaderService {
  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
  ) {}

  /** Returns null if nothing is there. The root always exists, without a row. */
  async find(workspace: Workspace, path: string): Promise<FileEntry | null> {
    const row = await this.row(workspace, path);
    return row === null ? null : toEntry(row);
  }

  /**
   * Lists directories first, then files, by name; a recursive list is sorted by path. Names are compared by their
   * bytes.
   */
  async list(workspace: Workspace, directory: string, page: ListPage): Promise<FileList> {
    if (directory !== ROOT) {
      const row = await this.row(workspace, directory);
      if (!row) throw await missingAmong(this.database, workspace, directory, 'directory');
      if (row.type === 'file')
        throw notOfType(directory, 'is a file, not a directory; read its content instead');
    }
    const bytes = byBytes(this.database);
    const key = page.recursive ? [`path${bytes}`] : [`type${bytes}`, `name${bytes}`];
    const within = page.recursive
      ? belowDirectory(this.database, directory)
      : { sql: 'parent_path = ?', values: [directory] };
    // Driven by the jobs, which are few.
    const wanted = page.converting
      ? 'AND id IN (SELECT file_id FROM conversion_jobs WHERE workspace_id = files.workspace_id)'
      : '';
    const after = page.cursor === undefined ? [] : decodeCursor(page.cursor, key.length);
    const rows = await this.database.query<FileEntity>(
      `SELECT * FROM files WHERE workspace_id = ? AND project_id = ? AND ${within.sql} ${wanted}
        ${after.length === 0 ? '' : `AND (${key.join(', ')}) > (${key.map(() => '?').join(', ')})`}
        ORDER BY ${key.join(', ')} LIMIT ?`,
      [workspace.id, workspace.projectId, ...within.values, ...after, page.limit + 1],
    );
    const entries = rows.slice(0, page.limit).map(toEntry);
    const last = entries.at(-1);
    const more = rows.length > page.limit && last !== undefined;
    return {
      entries,
      next: more ? encodeCursor(page.recursive ? [last.path] : [last.type, last.name]) : null,
    };
  }

  /**
   * Returns a file of at most {@link MAX_CONTENT_BYTES}: as text if it is UTF-8 without NUL, which JSON documents must
   * not contain here, otherwise in base64.
   */
  async read(workspace: Workspace, path: string): Promise<FileText> {
    const { entry, bytes } = await this.readBytes(workspace, path);
    return isUtf8(bytes) && !bytes.includes(0)
      ? { entry, content: bytes.toString('utf8'), encoding: 'utf-8' }
      : { entry, content: bytes.toString('base64'), encoding: 'base64' };
  }

  /** Returns the bytes of a file of at most {@link MAX_CONTENT_BYTES}. */
  async readBytes(
    workspace: Workspace,
    path: string,
  ): Promise<{ entry: FileEntry; bytes: Buffer }> {
    const { entry, content } = await this.open(workspace, path, (file) => {
      if (file.size <= MAX_CONTENT_BYTES) return null;
      throw new MetarunError(
        'too_large',
        `"${path}" has ${file.size} bytes; of more than ${MAX_CONTENT_BYTES} bytes read it in parts, from …/files/raw or in a script by lines.`,
      );
    });
    return { entry, bytes: await buffer(content) };
  }

  /**
   * Returns the entry of a file with its content, or the part of it that `choose` selects; both are of the same moment.
   */
  async open(
    workspace: Workspace,
    path: string,
    choose: (entry: FileEntry) => ByteRange | null,
  ): Promise<OpenFile> {
    return this.openAt(
      workspace,
      path,
      (row) => {
        if (row?.type !== 'file')
          throw notOfType(path, 'is a directory, not a file; list it instead');
        if (row.blob_id === null) throw notConverted(row);
        return { entry: toEntry(row), blobId: row.blob_id };
      },
      ({ entry }) => choose(entry),
    );
  }

  /** Opens the document of which a file is, or will be, the conversion. Throws a 422 without one. */
  async openOriginal(
    workspace: Workspace,
    path: string,
    choose: (original: OriginalEntry) => ByteRange | null,
  ): Promise<OpenOriginal> {
    return this.openAt(
      workspace,
      path,
      (row) => {
        const found = row && findOriginal(row);
        if (!found) throw hasNoOriginal();
        return found;
      },
      ({ original }) => choose(original),
    );
  }

  /** Opens the blob that `find` reads from a row, which may be replaced in between. */
  private async openAt<Found extends { blobId: string }>(
    workspace: Workspace,
    path: string,
    find: (row: FileEntity | null) => Found,
    choose: (found: Found) => ByteRange | null,
  ): Promise<Found & { content: Readable; range: ByteRange | null }> {
    for (let attempt = 1; ; attempt += 1) {
      const row = await this.row(workspace, path);
      if (!row && path !== ROOT) throw await missingAmong(this.database, workspace, path, 'file');
      const found = find(row);
      const range = choose(found);
      try {
        const content = await this.blobs.open(found.blobId, range ?? undefined);
        return { ...found, range, content };
      } catch (error) {
        if (!(error instanceof BlobMissingError) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }

  /** Opens a version, in any workspace of the project. */
  async openVersion(
    projectId: string,
    id: string,
    choose: (version: FileVersion) => ByteRange | null,
  ): Promise<OpenVersion> {
    const found = await this.version(projectId, id);
    if (!found) throw unknownVersion(id);
    const range = choose(found.version);
    try {
      return { ...found, range, content: await this.blobs.open(found.blobId, range ?? undefined) };
    } catch (error) {
      // The version was deleted between the two statements.
      if (error instanceof BlobMissingError && !(await this.version(projectId, id)))
        throw unknownVersion(id);
      throw error;
    }
  }

  /**
   * Returns a version. The current content may become an earlier version at any moment, but a version never changes.
   */
  private async version(
    projectId: string,
    id: string,
  ): Promise<{ version: FileVersion; blobId: string } | null> {
    const key = parseVersionId(id);
    if (!key) return null;
    const there = 'workspace_id IN (SELECT id FROM workspaces WHERE deleted_at IS NULL)';
    const [present] = await this.database.query<FileEntity>(
      `SELECT * FROM files WHERE id = ? AND version = ? AND project_id = ? AND ${there}`,
      [key.fileId, key.number, projectId],
    );
    if (present?.blob_id != null)
      return { version: presentVersion(present), blobId: present.blob_id };
    const [row] = await this.database.query<FileVersionEntity>(
      `SELECT * FROM file_versions WHERE file_id = ? AND number = ? AND project_id = ? AND ${there}`,
      [key.fileId, key.number, projectId],
    );
    return row ? { version: earlierVersion(row), blobId: row.blob_id } : null;
  }

  /**
   * Returns a URL at which the storage itself serves the file for a short time; null if the file is to be read through
   * {@link open}, which also reports problems of the path, and if `headersOf` returns null.
   */
  async directUrl(
    workspace: Workspace,
    path: string,
    headersOf: (entry: FileEntry) => DownloadHeaders | null,
  ): Promise<string | null> {
    if (!this.blobs.givesUrls) return null;
    const row = await this.row(workspace, path);
    if (row?.type !== 'file' || row.blob_id === null) return null;
    const headers = headersOf(toEntry(row));
    return headers && this.blobs.directUrl(row.blob_id, row.size, headers);
  }

  private async row(workspace: Workspace, path: string): Promise<FileEntity | null> {
    const [row] = await this.database.query<FileEntity>(
      'SELECT * FROM files WHERE workspace_id = ? AND path = ? AND project_id = ?',
      [workspace.id, path, workspace.projectId],
    );
    return row ?? null;
  }
}

function findOriginal(row: FileEntity): { blobId: string; original: OriginalEntry } | null {
  const original = originalOfRow(row);
  const { converted_from: name, updated_at: updatedAt } = row;
  if (original === null || name === null) return null;
  const { id: blobId, size, etag } = original;
  return { blobId, original: { name, size, etag, updatedAt, mimeType: resolveMimeType(name) } };
}

function hasNoOriginal(): MetarunError {
  return invalidField(
    '?original',
    'the file was not converted from a document, so that it has no original',
  );
}

function notOfType(path: string, message: string): MetarunError {
  return new MetarunError(FILE_ERRORS.invalid_path, `"${path}" ${message}.`, {
    errors: [{ pointer: '?path', message: `the path ${message}` }],
  });
}
