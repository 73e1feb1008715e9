import { expect, it } from '@jest/globals';
import { runsSearch } from './runs-search.js';

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
])('the parameters %j say %j', (parameters, expected) => {
  const search = runsSearch(parameters);
  expect(search).toEqual(expected);
  // What it makes of them, it understands.
  expect(runsSearch({ ...search })).toEqual(expected);
});
