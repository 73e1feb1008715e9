import { pageOf, type Result } from '@metarun/client';
import { CommandError } from '../command-error.js';

/** The most that every list gives at once. */
const PAGE = 200;
/** Empty pages that a list may have one after the other: a search may go on for some without a find. */
const MOST_EMPTY = 100;

interface Query {
  limit: number;
}

/** Reads up to `most` items of a list, page by page as each leads to the next; `more`: there are others. */
export async function readPages<T>(
  read: (query: Query) => Promise<Result<T[]>>,
  most: number,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  let empty = 0;
  for (let next: Query | null = { limit: PAGE }; next !== null;) {
    const query: Query = { ...next, limit: Math.min(PAGE, most - items.length) };
    const page = pageOf(await read(query), query);
    items.push(...page.items);
    empty = page.items.length === 0 ? empty + 1 : 0;
    if (empty > MOST_EMPTY)
      throw new CommandError('The server leads from one empty page to the next.', {
        code: 'wrong_answer',
      });
    ({ next } = page);
    if (items.length >= most) return { items, more: next !== null };
  }
  return { items, more: false };
}

/** Returns all items of a list that comes in pages. */
export async function allPages<T>(read: (query: Query) => Promise<Result<T[]>>): Promise<T[]> {
  return (await readPages(read, Infinity)).items;
}
