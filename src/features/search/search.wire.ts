import { isoTime } from '../../base/kernel/clock.js';
import type { SearchResult } from './search.service.js';
import type { SearchResultDto } from './search.dto.js';

export function searchResultDto(result: SearchResult): SearchResultDto {
  return {
    path: result.path,
    name: result.name,
    mime_type: result.mimeType,
    etag: result.etag,
    updated_at: isoTime(result.updatedAt),
    heading: result.heading,
    anchor: result.anchor,
    line: result.line,
    first_line: result.firstLine,
    last_line: result.lastLine,
    snippet: result.snippet,
    highlights: result.highlights,
    score: result.score,
  };
}
