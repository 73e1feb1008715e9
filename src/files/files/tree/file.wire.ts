import { isoTime } from '../../../base/kernel/clock.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import type { Actor } from '../../../workflow/engine/state/actor.js';
import { type DocumentProgress, progressJson } from '../documents/document-progress.js';
import type { FileEntry } from './file-entry.js';
import type { FilePart } from '../reading/file-part.js';
import type { Received } from '../uploads/upload.service.js';
import type { FileContentDto, FileEntryDto, UploadOutcomeDto } from './file.dto.js';

export function fileEntryDto(entry: FileEntry, progress?: DocumentProgress): FileEntryDto {
  return {
    path: entry.path,
    name: entry.name,
    type: entry.type,
    size: entry.size,
    mime_type: entry.mimeType,
    etag: entry.etag,
    created_at: isoTime(entry.createdAt),
    updated_at: isoTime(entry.updatedAt),
    converted_from: entry.convertedFrom,
    original: entry.original,
    synced_as: entry.syncedAs,
    conversion: entry.conversion && {
      ...entry.conversion,
      ...(progress && { progress: progressJson(progress) }),
    },
    written_by: writerDto(entry.writtenBy),
  };
}

function writerDto(writer: Actor | null): FileEntryDto['written_by'] {
  if (writer === null) return null;
  const { kind, id, name } = writer;
  return kind === 'task' ? { kind, id, name: null } : { kind, id, name };
}

/** Returns the entry of a file for scripts. */
export function fileEntryJson(entry: FileEntry): JsonObject {
  const {
    conversion: _state,
    written_by: _writer,
    original: _original,
    synced_as: _sync,
    ...rest
  } = fileEntryDto(entry);
  return { ...rest, conversion: entry.conversion && { ...entry.conversion } };
}

export function filePartDto(part: FilePart): FileContentDto {
  return {
    ...fileEntryDto(part.entry),
    content: part.content,
    encoding: 'utf-8',
    first_line: part.firstLine,
    last_line: part.lastLine,
    total_lines: part.totalLines,
    place: part.place,
  };
}

export function uploadOutcomeDto({ stored, failed }: Received): UploadOutcomeDto {
  return {
    stored: stored.map((entry) => fileEntryDto(entry)),
    failed: failed.map(({ index, name, error: { code, message } }) => {
      return { index, name, code, detail: message };
    }),
  };
}
