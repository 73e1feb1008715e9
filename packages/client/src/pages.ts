import { answerOf, type Result } from './answer.js';
import { ApiError } from './errors.js';
import type { Page } from './types.js';

/** Returns the query of the next page from the Link header; null on the last page. */
export function nextQuery({ headers }: Response): URLSearchParams | null {
  const link = /<([^>]*)>\s*;\s*rel="next"/.exec(headers.get('Link') ?? '')?.[1];
  return link === undefined ? null : new URL(link, 'http://x').searchParams;
}

/** Returns the `cursor` of the next page; null on the last page. */
export function cursorOf(response: Response): string | null {
  return nextQuery(response)?.get('cursor') ?? null;
}

/**
 * Returns a page of a list from the response of `api` to this query. A page may have fewer items than `limit`; only
 * `next` indicates whether another follows. Throws {@link ApiError} for an error response.
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

/** Maximum number of consecutive empty pages. A search may return some before the first match. */
const MOST_EMPTY = 100;

/**
 * Yields the pages of a list and requests each when it is needed. Throws {@link ApiError} if a series of empty pages
 * does not end, or a page leads back to an earlier one.
 */
export async function* everyPage<T, Q>(
  list: (query: Q) => Promise<Page<T, Q>>,
  query: Q,
): AsyncGenerator<Page<T, Q>, void, undefined> {
  let empty = 0;
  const wasRead = circleFinder();
  for (let next: Q | null = query; next !== null;) {
    if (wasRead(JSON.stringify(next)))
      throw wrongAnswer('The server leads from a page to one that it has given before.');
    const page: Page<T, Q> = await list(next);
    empty = page.items.length === 0 ? empty + 1 : 0;
    if (empty > MOST_EMPTY) throw wrongAnswer('The server leads from one empty page to the next.');
    yield page;
    next = page.next;
  }
}

function wrongAnswer(detail: string): ApiError {
  return new ApiError({ status: 200, code: 'wrong_answer', detail });
}

/**
 * Returns a function that detects cycles in a sequence of positions (Brent's algorithm). It keeps only one position,
 * so that long lists cost no memory, and replaces it after 1, 2, 4, … steps: a cycle is detected within about three
 * times its length.
 */
function circleFinder(): (place: string) => boolean {
  let remembered: string | null = null;
  let steps = 0;
  let most = 1;
  return (place) => {
    if (place === remembered) return true;
    steps += 1;
    if (steps === most) {
      remembered = place;
      steps = 0;
      most *= 2;
    }
    return false;
  };
}

/** Yields the items of a list, page by page. Throws like {@link everyPage}. */
export async function* everyItem<T, Q>(
  list: (query: Q) => Promise<Page<T, Q>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  for await (const page of everyPage(list, query)) yield* page.items;
}
