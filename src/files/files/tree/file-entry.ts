import { type Actor, parseActor } from '../../../workflow/engine/state/actor.js';
import { versionId } from '../versions/file-version.js';
import type { FileEntity } from './file.entity.js';
import {
  type ConversionState,
  conversionOfRow,
  type Original,
  originalOfRow,
} from '../content/file-content.js';

/** A file or a directory as clients see it. Times are in ms since the epoch. */
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
  /** Id of the current content among the versions; null for a directory, and before the first content. */
  versionId: string | null;
  writtenBy: Actor | null;
  /** Name of the document if this is its conversion to Markdown, or was part of it. */
  convertedFrom: string | null;
  /** Document of which this is the conversion; null for any other file. */
  original: Pick<Original, 'size' | 'etag'> | null;
  /** Name of the folder sync that wrote the file. */
  syncedAs: string | null;
  /** Null for a file that is not a conversion to Markdown. */
  conversion: ConversionState | null;
}

/** Returns the entry of a row. All entries are made here. */
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
    writtenBy: isFile ? parseActor(row.written_by, row.written_by_name) : null,
    convertedFrom: row.converted_from,
    original: original && { size: original.size, etag: original.etag },
    syncedAs: row.synced_as,
    conversion: conversionOfRow(row),
  };
}
