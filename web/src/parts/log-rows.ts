import type { LogLine } from '../api/types.js';
import { withoutAnsi } from './ansi.js';

/** A row of a log: a line, or the beginning of an attempt. */
export interface LogRow {
  key: number | string;
  line: LogLine | null;
  /** The place of a line among the lines. */
  index: number;
  attempt: number;
}

/** Returns lines as rows, with the beginnings of attempts between them where there are several. */
export function rowsOf(lines: readonly LogLine[]): LogRow[] {
  const several = lines[0]?.attempt !== lines.at(-1)?.attempt;
  const rows: LogRow[] = [];
  let attempt = -1;
  for (const [index, line] of lines.entries()) {
    if (several && line.attempt !== attempt)
      rows.push({ key: `a${line.attempt}`, line: null, index, attempt: line.attempt });
    attempt = line.attempt;
    rows.push({ key: line.seq, line, index, attempt });
  }
  return rows;
}

/** Returns the numbers of the lines that have a text; case does not count. */
export function linesWith(lines: readonly LogLine[], q: string): number[] {
  const wanted = q.toLowerCase();
  if (wanted === '') return [];
  return lines
    .filter(({ text }) => withoutAnsi(text).toLowerCase().includes(wanted))
    .map(({ seq }) => seq);
}

/** Returns the text of the lines of a range, without their colours, and how many they are; null where no range is selected. */
export function selectedText(
  lines: readonly LogLine[],
  from: number | undefined,
  to: number | undefined,
): { text: string; count: number } | null {
  if (from === undefined || to === undefined) return null;
  const selected = lines.filter(({ seq }) => seq >= from && seq <= to);
  return { text: selected.map(({ text }) => withoutAnsi(text)).join('\n'), count: selected.length };
}
