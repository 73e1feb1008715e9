import { isoTime } from '../../base/kernel/clock.js';
import type { JsonObject } from '../../base/kernel/json.js';
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
    place: result.place,
    snippet: result.snippet,
    highlights: result.highlights,
    match: result.match,
    words: result.words,
    score: result.score,
  };
}

/** {@link searchResultDto} for scripts and tools. */
export function searchResultJson(result: SearchResult): JsonObject {
  return {
    ...searchResultDto(result),
    place: result.place && { ...result.place },
    words: result.words.map((word) => ({ ...word })),
  };
}
