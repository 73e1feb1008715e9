import { type Actor, actorOf } from '../../../workflow/engine/state/actor.js';
import { versionId } from '../versions/file-version.js';
import type { FileEntity } from './file.entity.js';
import {
  type ConversionState,
  conversionOfRow,
  type Original,
  originalOfRow,
} from '../content/file-content.js';

/** A file or a directory, as it is shown. Times are ms since the epoch. */
export interface FileEntry {
  id: string;
  path: string;
  name: string;
  type: 'file' | 'directory';
  /** Bytes; 0 for a directory. */
  size: number;
  /** Null for a directory. */
  mimeType: string | null;
  /** Null for a directory. */
  etag: string | null;
  createdAt: number;
  updatedAt: number;
  /** The present content among the versions of the file; null for a directory, and where there is none yet. */
  versionId: string | null;
  writtenBy: Actor | null;
  /** Name of the document where this is its conversion to Markdown, or was inside it. */
  convertedFrom: string | null;
  /** The document that this is made from; null where it is made from none. */
  original: Pick<Original, 'size' | 'etag'> | null;
  /** Name of the sync of a folder that has put it here. */
  syncedAs: string | null;
  /** Null where this is no conversion to Markdown. */
  conversion: ConversionState | null;
}

/** The one mapper from the row. */
export function toEntry(row: FileEntity): FileEntry {
  const isFile = row.type === 'file';
  const original = originalOfRow(row);
  return {
    id: row.id,
    path: row.path,
    name: row.name,
    type: isFile ? 'file' : 'directory',
    size: row.size,
    mimeType: isFile ? row.mime_type : null,
    etag: isFile ? row.etag : null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    versionId: isFile && row.blob_id !== null ? versionId(row.id, row.version) : null,
    writtenBy: isFile ? actorOf(row.written_by, row.written_by_name) : null,
    convertedFrom: row.converted_from,
    original: original && { size: original.size, etag: original.etag },
    syncedAs: row.synced_as,
    conversion: conversionOfRow(row),
  };
}
