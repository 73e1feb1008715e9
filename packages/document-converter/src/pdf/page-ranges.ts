/** Maximum number of page ranges in a message; further ones are only counted. */
const MAX_RANGES = 20;

/** Describes pages in words, such as `page 3`, or `pages 2 to 9 and 12`. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: { from: number; to: number }[] = [];
  for (const page of [...new Set(pages)].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last?.to === page - 1) last.to = page;
    else ranges.push({ from: page, to: page });
  }
  const more = ranges.length - MAX_RANGES;
  const named = ranges
    .slice(0, MAX_RANGES)
    .map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  if (more > 0) named.push(`${more} more places`);
  const all = new Intl.ListFormat('en-GB').format(named);
  return /^\d+$/.test(all) ? `page ${all}` : `pages ${all}`;
}

/** Capitalises the first letter of a text. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
