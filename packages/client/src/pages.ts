import type { Page } from './types.js';

/** The query of the next page, of the Link header; null on the last page. */
export function nextQuery({ headers }: Response): URLSearchParams | null {
  const link = /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return link === undefined ? null : new URL(link, 'http://x').searchParams;
}

/** The `cursor` of the next page; null on the last page. */
export function cursorOf(response: Response): string | null {
  return nextQuery(response)?.get('cursor') ?? null;
}

/** A page of a list that goes on at a cursor. */
export function cursorPage<T, Q extends object>(
  items: T[],
  response: Response,
  query: Q,
): Page<T, Q> {
  const cursor = cursorOf(response);
  if (cursor === null) return { items, next: null };
  const { offset: _gone, ...rest } = query as Q & { offset?: number };
  return { items, next: { ...(rest as Q), cursor } };
}

/** A page of a list that goes on at an offset: there may be more where it is full. */
export function offsetPage<T, Q extends { limit?: number; offset?: number }>(
  items: T[],
  query: Q,
): Page<T, Q> {
  const { limit = DEFAULT_LIMIT, offset = 0 } = query;
  return { items, next: items.length < limit ? null : { ...query, offset: offset + limit } };
}

const DEFAULT_LIMIT = 50;

/** Every item of a list, page by page as they are read. */
export async function* everyItem<T, Q>(
  list: (query: Q) => Promise<Page<T, Q>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  for (let next: Q | null = query; next !== null;) {
    const page: Page<T, Q> = await list(next);
    yield* page.items;
    next = page.next;
  }
}
