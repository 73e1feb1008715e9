import { readAnswer } from './client.js';

/** Returns the query of the next page from a Link header; null on the last page. */
export function nextQuery(link: string | null): URLSearchParams | null {
  const [, address] = /<([^>]*)>\s*;\s*rel="next"/.exec(link ?? '') ?? [];
  return address === undefined ? null : new URL(address, 'http://localhost').searchParams;
}

/** Returns the cursor of the next page from a Link header; null on the last page. */
export function parseNextCursor(link: string | null): string | null {
  return nextQuery(link)?.get('cursor') ?? null;
}

/** Items of a list, read up to a limit. */
export interface Whole<T> {
  items: T[];
  /** True if the list has more items. */
  truncated: boolean;
}

/** Reads the pages of a list one after another, up to `most` pages. */
export async function allPages<T>(
  read: (cursor?: string) => Parameters<typeof readAnswer<T[]>>[0],
  most: number,
): Promise<Whole<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < most; page += 1) {
    const { body, response } = await readAnswer(read(cursor));
    items.push(...body);
    cursor = parseNextCursor(response.headers.get('link')) ?? undefined;
    if (cursor === undefined) return { items, truncated: false };
  }
  return { items, truncated: true };
}
