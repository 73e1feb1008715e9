import { expect, it } from '@jest/globals';
import { runSearch } from './run-search.js';

it.each([
  [{}, {}],
  [
    { tab: 'logs', level: 'warning', q: 'a b', line: 17, wrap: true, clock: 'off' },
    { tab: 'logs', level: 'warning', q: 'a b', line: 17, wrap: true, clock: 'off' },
  ],
  [
    { tab: 'timeline', span: 'x', from: 0, to: 1500, sort: 'duration', only: 'failed', name: 7 },
    { tab: 'timeline', span: 'x', from: 0, to: 1500, sort: 'duration', only: 'failed', name: '7' },
  ],
  [
    { tab: 'odd', attempt: 2 },
    { attempt: 2, unknown: 'tab' },
  ],
  [
    { line: -1, from: 1.5, wrap: 'yes', constructor: 1 },
    { unknown: 'line, from, wrap, constructor' },
  ],
])('the address parameters %j are read as %j', (parameters, expected) => {
  const search = runSearch(parameters);
  expect(search).toEqual(expected);
  // The result is read as itself.
  expect(runSearch({ ...search })).toEqual(expected);
});
