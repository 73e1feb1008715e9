import { expect, it } from '@jest/globals';
import { resolveStatsSpan } from '../../api/runs-span.js';
import type { Stats } from '../../api/types.js';
import { countByStatus, partAt, computeBucketRange, sumCounts } from './histogram-range.js';

const HOUR = 3_600_000;
const NOW = Date.parse('2026-03-01T12:30:00.000Z');
const hour = (at: number, more: object = {}): Stats['buckets'][number] => ({
  from: new Date(NOW - 30 * 60_000 + at * HOUR).toISOString(),
  pending: 0,
  running: 0,
  waiting: 0,
  success: 0,
  failed: 0,
  cancelled: 0,
  ...more,
});
const BUCKETS = [hour(-2, { success: 3 }), hour(-1, { failed: 2, success: 1 }), hour(0)];

it('the counts of all buckets are summed by status', () => {
  const counts = countByStatus({ buckets: BUCKETS });
  expect(counts).toMatchObject({ success: 4, failed: 2, pending: 0 });
  expect(sumCounts(counts)).toBe(6);
});

it('a selection of buckets gives a time range, without an end if it includes the current one', () => {
  const [first, second] = BUCKETS;
  const until = BUCKETS[2]?.from;
  expect(computeBucketRange(BUCKETS, 1, 0, HOUR, NOW)).toEqual({ since: first?.from, until });
  expect(computeBucketRange(BUCKETS, 1, 2, HOUR, NOW)).toEqual({ since: second?.from });
  expect(computeBucketRange([], 0, 0, HOUR, NOW)).toBeNull();
});

it('a position in the chart maps to a bucket, and one beyond its edge to the outermost', () => {
  expect([-1, 0, 0.34, 0.99, 1, 2].map((place) => partAt(place, 3))).toEqual([0, 0, 1, 2, 2, 2]);
});

it.each([
  [{}, { since: NOW - 24 * HOUR, until: NOW, by: 'hour' }],
  [{ since: '7d' }, { since: NOW - 168 * HOUR, until: NOW, by: 'hour' }],
  [{ since: '2026-02-10T12:30:00Z' }, { since: NOW - 19 * 24 * HOUR, until: NOW, by: 'day' }],
  [{ since: '2026-01-01T00:00:00Z' }, null],
  [
    { until: '2026-02-28T12:30:00Z' },
    { since: NOW - 48 * HOUR, until: NOW - 24 * HOUR, by: 'hour' },
  ],
  [{ since: '2026-03-02T00:00:00Z' }, null],
] as const)('a list with the filter %j has a histogram of %j', (filter, expected) => {
  expect(resolveStatsSpan(filter, NOW)).toEqual(expected);
});
