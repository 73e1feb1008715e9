import { stripVTControlCharacters } from 'node:util';

const GAP = 2;

/**
 * Rows below their headings, in columns as wide as what is in them. What does not fit into `width` is cut off the last
 * column that `flexible` names, by index; a cell of it keeps 8 characters at least.
 */
export function table(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  flexible = headings.length - 1,
): string {
  const all = [headings, ...rows];
  const widths = headings.map((_, column) =>
    Math.max(...all.map((row) => lengthOf(row[column] ?? ''))),
  );
  const total = widths.reduce((sum, each) => sum + each, GAP * (headings.length - 1));
  const wide = widths[flexible] ?? 0;
  if (total > width) widths[flexible] = Math.max(8, wide - (total - width));
  return all
    .map((row) =>
      headings
        .map((_, column) => fitted(row[column] ?? '', widths[column] ?? 0))
        .join(' '.repeat(GAP))
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function lengthOf(text: string): number {
  return [...stripVTControlCharacters(text)].length;
}

/** What is too long is cut, without its colours. */
function fitted(text: string, width: number): string {
  const length = lengthOf(text);
  if (length <= width) return text + ' '.repeat(width - length);
  return `${[...stripVTControlCharacters(text)].slice(0, width - 1).join('')}…`;
}
