import type { LogLine } from '../api/types.js';
import { withoutAnsi } from './ansi.js';

/** A row of a log: either a line or the start of an attempt. */
export interface LogRow {
  key: number | string;
  line: LogLine | null;
  /** Index of the line among all lines. */
  index: number;
  attempt: number;
}

/** Returns the rows of lines. If they belong to several attempts, each attempt starts with a row of its own. */
export function buildLogRows(lines: readonly LogLine[]): LogRow[] {
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

/** Returns the numbers of the lines that contain a text, ignoring case. */
export function linesWith(lines: readonly LogLine[], q: string): number[] {
  const wanted = q.toLowerCase();
  if (wanted === '') return [];
  return lines
    .filter(({ text }) => withoutAnsi(text).toLowerCase().includes(wanted))
    .map(({ seq }) => seq);
}

/** Returns the text of a range of lines without colours, and their number; null if no range is selected. */
export function selectedText(
  lines: readonly LogLine[],
  from: number | undefined,
  to: number | undefined,
): { text: string; count: number } | null {
  if (from === undefined || to === undefined) return null;
  const selected = lines.filter(({ seq }) => seq >= from && seq <= to);
  return { text: selected.map(({ text }) => withoutAnsi(text)).join('\n'), count: selected.length };
}
