import { expect, it } from '@jest/globals';
import { progressText, computeShare } from './conversion-progress.js';

const NONE = { place: null, done: null, total: null, unit: null, seconds_left: null };

it.each([
  [{}, 'is being converted'],
  [{ done: 12, total: 180, unit: 'pages', seconds_left: 20 }, 'page 12 of 180, about 20 s left'],
  [{ done: 400, unit: 'rows' }, 'row 400'],
  [{ place: 1 }, '1st in the queue'],
  [{ place: 3, seconds_left: 240 }, '3rd in the queue, about 4 min left'],
  [{ place: 12, seconds_left: 7_200 }, '12th in the queue, about 2 h left'],
  [{ place: 122 }, '122nd in the queue'],
] as const)('the progress %j reads as "%s"', (given, text) => {
  expect(progressText({ ...NONE, ...given })).toBe(text);
});

it('the share of a document is known with its total alone', () => {
  expect(computeShare({ ...NONE, done: 45, total: 180, unit: 'pages' })).toBe(0.25);
  expect([computeShare(NONE), computeShare({ ...NONE, done: 4, unit: 'rows' })]).toEqual([
    null,
    null,
  ]);
});
