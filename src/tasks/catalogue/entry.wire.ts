import { isoTime, isoTimeOrNull } from '../../base/kernel/clock.js';
import type { EntryDto } from './entry.dto.js';
import type { Entry } from './entry.js';

/** ETag header of responses in the OpenAPI document. */
export const ETAG = {
  ETag: {
    description: 'Version number in quotes, followed by "-archived" inside them if archived.',
    schema: { type: 'string', example: '"3"' },
  },
} as const;

/** Returns an entry as clients see it, without its definition. */
export function entryWire(entry: Entry): EntryDto {
  return {
    id: entry.id,
    identifier: entry.identifier,
    version: entry.version,
    current_version: entry.currentVersion,
    created_by: entry.createdBy,
    note: entry.note,
    created_at: isoTime(entry.createdAt),
    version_created_at: isoTime(entry.versionCreatedAt),
    updated_at: isoTime(entry.updatedAt),
    archived_at: isoTimeOrNull(entry.archivedAt),
  };
}
