import { answerOf, type Result } from './answer.js';
import { ApiError } from './errors.js';
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

/** Empty pages that a list may have one after the other: a search may go on for some without a find. */
const MOST_EMPTY = 100;

/**
 * Every page of a list, each as it is asked for. Throws {@link ApiError} where one empty page leads to the next without end, or a
 * page leads to one that was read before.
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
 * Returns what says of each place whether the way goes round in a circle. It remembers one place alone, so that the longest list
 * costs nothing, and takes another after 1, 2, 4, … steps (Brent): it finds a circle within some three times its length.
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

/** Every item of a list, page by page as they are read. Throws as {@link everyPage} does. */
export async function* everyItem<T, Q>(
  list: (query: Q) => Promise<Page<T, Q>>,
  query: Q,
): AsyncGenerator<T, void, undefined> {
  for await (const page of everyPage(list, query)) yield* page.items;
}
