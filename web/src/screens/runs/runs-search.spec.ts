import { expect, it } from '@jest/globals';
import { selectRunsFilter, selectRunsLook, runsSearch } from './runs-search.js';

const ID = '0197c1de-0000-7000-8000-00000000000a';

it.each([
  [{}, {}],
  [
    { status: 'failed', type: 'x', q: 'a b' },
    { status: 'failed', type: 'x', q: 'a b' },
  ],
  [{ q: 7 }, { q: '7' }],
  [
    { since: '24h', until: '2026-01-01T00:00:00Z', roots: false, fold: false, error: 'timeout' },
    { since: '24h', until: '2026-01-01T00:00:00Z', roots: false, fold: false, error: 'timeout' },
  ],
  [
    { since: 'toString', until: 'soon', roots: true, schedule: 's', parent: 'p' },
    { schedule: 's', parent: 'p', unknown: 'since, until, roots' },
  ],
  [
    { status: 'odd', q: 'a' },
    { q: 'a', unknown: 'status' },
  ],
  [{ status: ['failed'], x: 1 }, { unknown: 'status, x' }],
  [{ q: 'x'.repeat(201) }, { unknown: 'q' }],
  [{ q: '' }, { unknown: 'q' }],
  [
    { status: 'failed,cancelled,failed', slow: true, order: 'finished', view: 'Mine' },
    { status: 'failed,cancelled', slow: true, order: 'finished', view: 'Mine' },
  ],
  [{ status: 'failed,odd', order: 'created', slow: false }, { unknown: 'status, order, slow' }],
  [
    { type: 'x', version: 3, by: `user:${ID.toUpperCase()}`, bulk: ID, cols: 'name,took' },
    { type: 'x', version: 3, by: `user:${ID}`, bulk: ID, cols: 'name,took' },
  ],
  [{ version: 3 }, { unknown: 'version' }],
  [
    { type: 'x', version: 0, by: 'user:ada', bulk: '../x', cols: 'name,odd' },
    { type: 'x', unknown: 'version, by, bulk, cols' },
  ],
])('the address parameters %j are read as %j', (parameters, expected) => {
  const search = runsSearch(parameters);
  expect(search).toEqual(expected);
  // The result is read as itself.
  expect(runsSearch({ ...search })).toEqual(expected);
});

it('a search splits into a filter and view settings', () => {
  const search = runsSearch({ status: 'failed', fold: false, view: 'x', odd: 1 });
  expect(selectRunsFilter(search)).toEqual({ status: 'failed' });
  expect(selectRunsLook(search)).toEqual({ fold: false, view: 'x' });
});
