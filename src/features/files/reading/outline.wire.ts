import type { JsonObject } from '../../../base/kernel/json.js';
import { fileEntryDto } from '../tree/file.wire.js';
import type { FileOutline, PlacedHeading } from './text-reader.service.js';
import type { FileOutlineDto, HeadingDto } from './outline.dto.js';

export function headingDto(heading: PlacedHeading): HeadingDto {
  const { level, title, anchor, path, firstLine, lastLine, place } = heading;
  return { level, title, anchor, path, first_line: firstLine, last_line: lastLine, place };
}

export function fileOutlineDto({ entry, headings, totalLines }: FileOutline): FileOutlineDto {
  return {
    ...fileEntryDto(entry),
    total_lines: totalLines,
    headings: headings.map(headingDto),
  };
}

/** {@link headingDto} for scripts. */
export function headingJson(heading: PlacedHeading): JsonObject {
  return { ...headingDto(heading), place: heading.place && { ...heading.place } };
}
