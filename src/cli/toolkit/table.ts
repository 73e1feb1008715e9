import { stripVTControlCharacters } from 'node:util';
import { fitted, measureTextWidth } from './text-width.js';

const GAP = 2;

/**
 * Formats rows below their headings, with columns as wide as their contents. If the table exceeds `width`, the column
 * with the index `flexible` is truncated, to at least 8 terminal columns.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  flexible = headings.length - 1,
): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => measureTextWidth(row[column] ?? ''))),
  );
  const total = widths.reduce((sum, each) => sum + each, GAP * (headings.length - 1));
  const wide = widths[flexible] ?? 0;
  if (total > width) widths[flexible] = Math.max(8, wide - (total - width));
  return all
    .map((row) =>
      headings
        .map((_, column) => cell(row[column] ?? '', widths[column] ?? 0))
        .join(' '.repeat(GAP))
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns a cell. Text that is too wide is truncated and loses its colours. */
function cell(text: string, width: number): string {
  return fitted(measureTextWidth(text) > width ? stripVTControlCharacters(text) : text, width);
}
