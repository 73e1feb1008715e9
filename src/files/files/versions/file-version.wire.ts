import { isoTime } from '../../../base/kernel/clock.js';
import type { FileVersion } from './file-version.js';
import type { FileVersionDto } from './file-version.dto.js';

export function fileVersionDto(version: FileVersion): FileVersionDto {
  return {
    id: version.id,
    version: version.version,
    path: version.path,
    name: version.name,
    size: version.size,
    mime_type: version.mimeType,
    etag: version.etag,
    updated_at: isoTime(version.updatedAt),
    converted_from: version.convertedFrom,
    ended_at: version.endedAt === null ? null : isoTime(version.endedAt),
    ended_by: version.endedBy,
  };
}
