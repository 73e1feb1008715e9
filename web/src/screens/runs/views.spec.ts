import { beforeEach, expect, it } from '@jest/globals';
import type { RunsSearch } from './runs-search.js';
import { isSame, queryOf, searchOf, storedViews, storeViews, withView } from './views.js';

const KEY = 'metarun-views';
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  Object.assign(globalThis, { localStorage });
});

it.each([
  {},
  { status: 'failed,cancelled', since: '24h', fold: false },
  { type: 'x', version: 3, q: 'a b&c=1', roots: false, slow: true, order: 'finished' },
  { q: '7', cols: 'status,name' },
] as RunsSearch[])('the list %j is the same after it was kept', (search) => {
  expect(searchOf(queryOf(search))).toEqual(search);
});

it('a list is the same with another name, and in whichever order its members stand', () => {
  expect(isSame({ q: 'a', status: 'failed', view: 'x' }, { status: 'failed', q: 'a' })).toBe(true);
  expect(isSame({ q: 'a' }, { q: 'a', fold: false })).toBe(false);
});

it('views are kept for each project, and one of a name that is there replaces it', () => {
  const first = withView([], { name: 'Mine', search: { q: 'a' } });
  expect(storeViews('p', withView(first, { name: 'Mine', search: { q: 'b' } }))).toBe(true);
  expect(storeViews('other', first)).toBe(true);
  expect(storedViews('p')).toEqual([{ name: 'Mine', search: { q: 'b' } }]);
});

it.each(['no json', '[]', 'null', '{"p": 7}', '{"p": [null, 7, {"name": 1}]}'])(
  'what is stored and not understood is no view: %s',
  (text) => {
    stored.set(KEY, text);
    expect(storedViews('p')).toEqual([]);
    expect(storeViews('p', [{ name: 'a', search: {} }])).toBe(true);
    expect(storedViews('p')).toHaveLength(1);
  },
);
