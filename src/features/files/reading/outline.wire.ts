import { fileEntryDto } from '../tree/file.wire.js';
import type { Heading } from './outline.js';
import type { FileOutline } from './text-reader.service.js';
import type { FileOutlineDto, HeadingDto } from './outline.dto.js';

export function headingDto(heading: Heading): HeadingDto {
  const { level, title, anchor, path, firstLine, lastLine } = heading;
  return { level, title, anchor, path, first_line: firstLine, last_line: lastLine };
}

export function fileOutlineDto({ entry, headings, totalLines }: FileOutline): FileOutlineDto {
  return {
    ...fileEntryDto(entry),
    total_lines: totalLines,
    headings: headings.map(headingDto),
  };
}
