/**
 * Returns the start positions of the lines of a text. A line ends after `\n`; text after the last `\n` is a line unless
 * it is empty.
 */
export function lineStarts(text: string): number[] {
  const starts: number[] = text === '' ? [] : [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1))
    if (at + 1 < text.length) starts.push(at + 1);
  return starts;
}

/** Returns the start of the line after the position `at`, or the end of the text. */
export function nextLine(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}

/** A range of lines, counted from 1, both ends included. It extends to the end of the file if `last` is null. */
export interface LineRange {
  first: number;
  last: number | null;
}

const MAX_LINE = 1_000_000_000;

/** Parses `10-20`, `10-`, or `10` for a single line. Returns null for other texts. */
export function parseLineRange(text: string): LineRange | null {
  const match = /^(\d{1,10})(-(\d{1,10})?)?$/.exec(text);
  if (!match) return null;
  const first = Number(match[1]);
  const to = match[3] === undefined ? null : Number(match[3]);
  const last = match[2] === undefined ? first : to;
  return isLineRange(first, last) ? { first, last } : null;
}

export function isLineRange(first: number, last: number | null): boolean {
  return first >= 1 && first <= MAX_LINE && (last === null || (last >= first && last <= MAX_LINE));
}
