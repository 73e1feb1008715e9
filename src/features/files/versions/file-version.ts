import type { FileEntity } from '../tree/file.entity.js';
import type { FileVersionEntity } from './file-version.entity.js';
import { isUuid } from '../../../base/kernel/ids.js';
import { nameOf } from '../tree/file-path.js';

/** One content of a file: the present one or an earlier one. Times are ms since the epoch. */
export interface FileVersion {
  /** Names it for good, also once it has become an earlier one. */
  id: string;
  /** Counts the contents of the file, from 1. */
  version: number;
  path: string;
  name: string;
  /** Bytes. */
  size: number;
  mimeType: string;
  etag: string;
  updatedAt: number;
  convertedFrom: string | null;
  /** Null of the present content. */
  endedAt: number | null;
  endedBy: 'replaced' | 'deleted' | null;
}

export function versionId(fileId: string, number: number): string {
  return `${fileId}.${number}`;
}

/** Returns the parts that {@link versionId} was made of; null for a text that it did not make. */
export function parseVersionId(id: string): { fileId: string; number: number } | null {
  const [, fileId = '', number = ''] = /^([^.]{36})\.([1-9]\d{0,8})$/.exec(id) ?? [];
  return isUuid(fileId) ? { fileId: fileId.toLowerCase(), number: Number(number) } : null;
}

export function earlierVersion(row: FileVersionEntity): FileVersion {
  return {
    id: row.id,
    version: row.number,
    path: row.path,
    name: nameOf(row.path),
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
