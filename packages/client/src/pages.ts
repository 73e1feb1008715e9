import { answerOf, type Result } from './answer.js';
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

/**
 * A page of a list, of an answer of `api` to this query. It may have fewer items than `limit`: only `next` says whether there is
 * a next one. Throws {@link ApiError} where the answer is an error.
 */
export function pageOf<T, Q extends object>(result: Result<T[]>, query: Q): Page<T, Q> {
  const items = answerOf(result);
  const found = nextQuery(result.response);
  if (found === null) return { items, next: null };
  const {
    cursor: _past,
    offset: _before,
    ...rest
  } = query as { cursor?: unknown; offset?: unknown };
  const cursor = found.get('cursor');
  const offset = found.get('offset');
  const place = {
    ...(cursor !== null && { cursor }),
    ...(offset !== null && { offset: Number(offset) }),
  };
  return { items, next: { ...rest, ...place } as Q };
}

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
