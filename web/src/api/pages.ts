import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query';
import { readAnswer } from './client.js';
import { nextQuery } from './cursors.js';

/** Query parameters that lead to a page of a list; empty for the first page. */
interface Place {
  cursor?: string;
  offset?: number;
}

/** A page of a list. It may contain fewer items than requested although another page follows. */
export interface Page<T> {
  items: T[];
  /** Position of the next page; null on the last page. */
  next: Place | null;
}

/**
 * Items of a list, read page by page along its Link headers. `pause` returns the time until the list is read again, in
 * ms.
 */
export function pagesQuery<T>(
  queryKey: readonly unknown[],
  read: (place: Place, signal: AbortSignal) => Parameters<typeof readAnswer<T[]>>[0],
  pause: (items: readonly T[]) => number | false = () => false,
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: async ({ pageParam, signal }): Promise<Page<T>> => {
      const { body, response } = await readAnswer(read(pageParam, signal));
      return { items: body, next: findNextPlace(response) };
    },
    initialPageParam: {} as Place,
    getNextPageParam: ({ next }: Page<T>) => next,
    select: collectItems<T>,
    refetchInterval: ({ state: { data } }) =>
      data === undefined ? false : pause(collectItems(data)),
  });
}

function findNextPlace({ headers }: Response): Place | null {
  const next = nextQuery(headers.get('link'));
  if (next === null) return null;
  const cursor = next.get('cursor');
  return cursor === null ? { offset: Number(next.get('offset')) } : { cursor };
}

function collectItems<T>({ pages }: InfiniteData<Page<T>>): T[] {
  return pages.flatMap(({ items }) => items);
}
