import { ApiPropertyOptional } from '@nestjs/swagger';
import type { Response } from 'express';
import { weighJson } from '../../base/kernel/json-weight.js';
import { Slices } from '../../base/kernel/slices.js';
import { linkNext } from './link-next.js';
import { WholeNumberQuery } from './whole-number.decorator.js';

/** The requested part of a list. */
export interface Page {
  limit: number;
  offset: number;
}

/** The query of a list with pages by offset. */
export class PageQuery implements Page {
  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;

  @ApiPropertyOptional({ type: 'integer', default: 0, minimum: 0 })
  @WholeNumberQuery(0, 1_000_000_000)
  offset = 0;
}

/** Maximum JSON in a page, in characters; the page ends after the item that exceeds it. */
const MOST_CHARACTERS = 1024 * 1024;
/** Number of items that are read first if items may be large and their size is unknown. */
const FIRST = 2;
/** Number of items that are read together if each may have a megabyte of stored text, or of text to parse. */
export const LARGE_ITEMS = 8;
export const PARSED_ITEMS = 2;

/** A page, and whether more items follow it. */
interface ReadPage<T> {
  items: T[];
  more: boolean;
}

/**
 * Reads a page in parts, until it has `limit` items or the maximum amount of JSON. `read` returns at most `most` of the
 * items that follow those in `before`; `most` is never above `atOnce`. The page ends after the item that exceeds
 * `mostCharacters` of JSON.
 */
export async function readPage<T>(
  limit: number,
  read: (most: number, before: readonly T[]) => Promise<T[]>,
  atOnce = Infinity,
  mostCharacters = MOST_CHARACTERS,
): Promise<ReadPage<T>> {
  const items: T[] = [];
  let weight = 0;
  const slices = new Slices();
  // If no item is large, one read returns a consistent page.
  for (let part = atOnce === Infinity ? limit + 1 : Math.min(FIRST, limit + 1); ;) {
    await slices.rest();
    const found = await read(part, items);
    for (const item of found) {
      if (items.length === limit || weight > mostCharacters) return { items, more: true };
      weight += weighJson(item);
      items.push(item);
    }
    if (found.length < part) return { items, more: false };
    const fitting = Math.ceil((mostCharacters - weight) / (weight / items.length));
    part = Math.max(1, Math.min(fitting, atOnce, limit + 1 - items.length));
  }
}

/**
 * Returns the page of a list that `read` returns by offset, or fewer items if they are large. If there is a next page,
 * the `Link` header of the response leads to it.
 */
export async function paged<T>(
  { limit, offset }: Page,
  response: Response,
  read: (page: Page) => Promise<T[]>,
  atOnce?: number,
): Promise<T[]> {
  const { items, more } = await readPage<T>(
    limit,
    (most, before) => read({ limit: most, offset: offset + before.length }),
    atOnce,
  );
  if (more) linkNext(response, { limit, offset: offset + items.length });
  return items;
}

/** Returns the id of an item, the cursor of most lists. */
export function idOf({ id }: { id: string }): string {
  return id;
}

/** Works like {@link paged}, for a list whose next page starts after a cursor, that of the last item. */
export async function pagedAfter<T, C extends string | number>(
  { limit, cursor }: { limit: number; cursor?: C | undefined },
  response: Response,
  cursorOf: (item: T) => C,
  read: (page: { limit: number; cursor: C | undefined }) => Promise<T[]>,
  atOnce?: number,
): Promise<T[]> {
  const readOn = (most: number, before: readonly T[]): Promise<T[]> => {
    const last = before.at(-1);
    return read({ limit: most, cursor: last === undefined ? cursor : cursorOf(last) });
  };
  const { items, more } = await readPage(limit, readOn, atOnce);
  const last = items.at(-1);
  if (more && last !== undefined) linkNext(response, { cursor: cursorOf(last) });
  return items;
}
