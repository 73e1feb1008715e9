import type { JsonObject } from '../../../base/kernel/json.js';
import { fileEntryDto } from '../tree/file.wire.js';
import type { FileOutline } from './text-reader.service.js';
import type { PlacedHeading } from './text-jobs.js';
import type { FileOutlineDto, HeadingDto } from './outline.dto.js';

export function headingDto(heading: PlacedHeading): HeadingDto {
  const { level, title, anchor, parent, firstLine, lastLine, place } = heading;
  return { level, title, anchor, parent, first_line: firstLine, last_line: lastLine, place };
}

export function fileOutlineDto({ entry, headings, more, totalLines }: FileOutline): FileOutlineDto {
  return {
    ...fileEntryDto(entry),
    total_lines: totalLines,
    headings: headings.map(headingDto),
    more,
  };
}

/** Returns the {@link headingDto} of a heading as JSON for scripts. */
export function headingJson(heading: PlacedHeading): JsonObject {
  return { ...headingDto(heading), place: heading.place && { ...heading.place } };
}
