import type { FileEntity } from '../tree/file.entity.js';
import type { FileVersionEntity } from './file-version.entity.js';
import { MetarunError, notFound } from '../../../base/kernel/errors.js';
import { isUuid } from '../../../base/kernel/ids.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { getBaseName } from '../tree/file-path.js';

const LISTED = 'GET …/files/versions?path=… lists the versions of a file';

/** One content of a file, current or earlier. Times are in ms since the epoch. */
export interface FileVersion {
  /** Permanent id, which stays when the content is replaced. */
  id: string;
  /** Number of the content, from 1. */
  version: number;
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  mimeType: string;
  etag: string;
  updatedAt: number;
  convertedFrom: string | null;
  /** Null for the current content. */
  endedAt: number | null;
  endedBy: 'replaced' | 'deleted' | null;
}

export function versionId(fileId: string, number: number): string {
  return `${fileId}.${number}`;
}

/** Returns the parts of a {@link versionId}; null for any other text. */
export function parseVersionId(id: string): { fileId: string; number: number } | null {
  const [, fileId = '', number = ''] = /^([^.]{36})\.([1-9]\d{0,8})$/.exec(id) ?? [];
  return isUuid(fileId) ? { fileId: fileId.toLowerCase(), number: Number(number) } : null;
}

export function earlierVersion(row: FileVersionEntity): FileVersion {
  return {
    id: row.id,
    version: row.number,
    path: row.path,
    name: getBaseName(row.path),
    size: row.size,
    mimeType: row.mime_type,
    etag: row.etag,
    updatedAt: row.updated_at,
    convertedFrom: row.converted_from,
    endedAt: row.ended_at,
    endedBy: row.ended_by === 'deleted' ? 'deleted' : 'replaced',
  };
}

export function presentVersion(row: FileEntity): FileVersion {
  return {
    id: versionId(row.id, row.version),
    version: row.version,
    path: row.path,
    name: row.name,
    size: row.size,
    mimeType: row.mime_type,
    etag: row.etag,
    updatedAt: row.updated_at,
    convertedFrom: row.converted_from,
    endedAt: null,
    endedBy: null,
  };
}

/** Returns the 404 for an unknown version id; the message says if the text cannot be one. */
export function unknownVersion(id: string): MetarunError {
  if (parseVersionId(id)) return notFound('version of a file', id, LISTED);
  return new MetarunError(
    'not_found',
    `No version of a file can have the id ${quoted(id)}, because it is the id of a file, a dot and a number: ${LISTED}.`,
  );
}
