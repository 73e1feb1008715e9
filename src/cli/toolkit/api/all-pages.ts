import { everyPage, type Page, pageOf, type Result } from '@metarun/client';

/** Maximum page size of the API's lists. */
const PAGE = 200;

interface Query {
  limit: number;
}

/** Reads up to `most` items of a list, following its pages. `more` is true if the list has further items. */
export async function readPages<T>(
  read: (query: Query) => Promise<Result<T[]>>,
  most: number,
): Promise<{ items: T[]; more: boolean }> {
  const items: T[] = [];
  const list = async (place: Query): Promise<Page<T, Query>> => {
    const query = { ...place, limit: Math.min(PAGE, most - items.length) };
    return pageOf(await read(query), query);
  };
  for await (const page of everyPage(list, { limit: PAGE })) {
    items.push(...page.items);
    if (items.length >= most) return { items, more: page.next !== null };
  }
  return { items, more: false };
}

/** Returns all items of a paginated list. */
export async function allPages<T>(read: (query: Query) => Promise<Result<T[]>>): Promise<T[]> {
  return (await readPages(read, Infinity)).items;
}
