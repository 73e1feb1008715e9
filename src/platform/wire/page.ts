import { ApiPropertyOptional } from '@nestjs/swagger';
import type { Response } from 'express';
import { linkNext } from './link-next.js';
import { WholeNumberQuery } from './whole-number.decorator.js';

/** Which part of a list is wanted. */
export interface Page {
  limit: number;
  offset: number;
}

/** The query of a list that is paged by offset. */
export class PageQuery implements Page {
  @ApiPropertyOptional({ type: 'integer', default: 50, minimum: 1, maximum: 200 })
  @WholeNumberQuery(1, 200)
  limit = 50;

  @ApiPropertyOptional({ type: 'integer', default: 0, minimum: 0 })
  @WholeNumberQuery(0, 1_000_000_000)
  offset = 0;
}

/** Returns the page that `read` gives; where there is a next one, the answer's `Link` header leads to it. */
export async function paged<T>(
  { limit, offset }: Page,
  response: Response,
  read: (page: Page) => Promise<T[]>,
): Promise<T[]> {
  const found = await read({ limit: limit + 1, offset });
  if (found.length > limit) linkNext(response, { limit, offset: offset + limit });
  return found.slice(0, limit);
}
