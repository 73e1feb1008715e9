import { expect, it } from '@jest/globals';
import { everyPage } from './index.js';

interface Query {
  limit: number;
  cursor?: string;
}

/** Reads pages of one item each, from the first to the last or the first error; `next` says where each leads. */
async function reads(next: (cursor: number) => number | null) {
  const read: number[] = [];
  const list = async ({ limit, cursor = '0' }: Query) => {
    const place = next(Number(cursor));
    read.push(Number(cursor));
    return { items: ['x'], next: place === null ? null : { limit, cursor: String(place) } };
  };
  let code: unknown = null;
  try {
    for await (const { items } of everyPage(list, { limit: 1 })) expect(items).toEqual(['x']);
  } catch (error) {
    ({ code } = error as { code: unknown });
  }
  return { count: read.length, code };
}

it('a list of a thousand pages is read to its end', async () => {
  expect(await reads((place) => (place === 999 ? null : place + 1))).toEqual({
    count: 1000,
    code: null,
  });
});

it('a page that leads to itself ends the reading', async () => {
  expect(await reads(() => 7)).toEqual({ count: 3, code: 'wrong_answer' });
});

it.each([2, 3, 10, 64, 100])('a circle of %d full pages ends the reading', async (length) => {
  const { count, code } = await reads((place) => (place < 5 + length ? place + 1 : 5));
  expect(code).toBe('wrong_answer');
  expect(count).toBeLessThan(3 * (length + 5) + 2);
});
