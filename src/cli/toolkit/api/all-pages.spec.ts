import { expect, it } from '@jest/globals';
import { allPages, readPages } from './all-pages.js';

const ALL = Array.from({ length: 450 }, (_, index) => index);
/** Page size of a server whose pages are smaller than allowed. */
const MOST = 70;

async function read(query: { limit: number; offset?: number }) {
  const { limit, offset = 0 } = query;
  const data = ALL.slice(offset, offset + Math.min(limit, MOST));
  const end = offset + data.length;
  const headers = new Headers();
  if (end < ALL.length) headers.set('Link', `</things?limit=${limit}&offset=${end}>; rel="next"`);
  return { data, response: new Response(null, { headers }) };
}

it('all items of a list are read, however short its pages are', async () => {
  expect(await allPages(read)).toEqual(ALL);
});

it('a list is read up to a number of items, and says whether there are more', async () => {
  expect(await readPages(read, 100)).toEqual({ items: ALL.slice(0, 100), more: true });
  expect(await readPages(read, 450)).toEqual({ items: ALL, more: false });
  expect(await readPages(read, 1_000)).toEqual({ items: ALL, more: false });
});
