import { beforeEach, expect, it } from '@jest/globals';
import type { RunsSearch } from './runs-search.js';
import {
  isSame,
  toQueryString,
  parseQueryString,
  storedViews,
  storeViews,
  withView,
} from './views.js';

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
  { type: 'x', version: 3, q: 'a b&c=1', roots: false, slow: true, stale: true, order: 'finished' },
  { q: '7', cols: 'status,name' },
] as RunsSearch[])('the list %j is unchanged after it is saved and loaded', (search) => {
  expect(parseQueryString(toQueryString(search))).toEqual(search);
});

it('a list is the same under another view name and in any order of its members', () => {
  expect(isSame({ q: 'a', status: 'failed', view: 'x' }, { status: 'failed', q: 'a' })).toBe(true);
  expect(isSame({ q: 'a' }, { q: 'a', fold: false })).toBe(false);
});

it('views are stored per project, and a view replaces another of the same name', () => {
  const first = withView([], { name: 'Mine', search: { q: 'a' } });
  expect(storeViews('p', withView(first, { name: 'Mine', search: { q: 'b' } }))).toBe(true);
  expect(storeViews('other', first)).toBe(true);
  expect(storedViews('p')).toEqual([{ name: 'Mine', search: { q: 'b' } }]);
});

it('all views of a project are stored', () => {
  const views = Array.from({ length: 60 }, (_, index) => ({ name: `v${index}`, search: {} }));
  expect(storeViews('p', views)).toBe(true);
  expect(storedViews('p')).toEqual(views);
});

it.each(['no json', '[]', 'null', '{"p": 7}', '{"p": [null, 7, {"name": 1}]}'])(
  'stored data that is not understood gives no views: %s',
  (text) => {
    stored.set(KEY, text);
    expect(storedViews('p')).toEqual([]);
    expect(storeViews('p', [{ name: 'a', search: {} }])).toBe(true);
    expect(storedViews('p')).toHaveLength(1);
  },
);
