import type { RunsFilter } from '../../api/runs-filter.js';
import { STATUSES, type Stats, type TaskStatus } from '../../api/types.js';

export type Counts = Record<TaskStatus, number>;
type Bucket = Stats['buckets'][number];

/** Returns the number of runs of each status. */
export function countByStatus({ buckets }: Pick<Stats, 'buckets'>): Counts {
  const counts: Counts = {
    pending: 0,
    running: 0,
    waiting: 0,
    success: 0,
    failed: 0,
    cancelled: 0,
  };
  for (const bucket of buckets) for (const status of STATUSES) counts[status] += bucket[status];
  return counts;
}

/** Returns the number of runs of all statuses. */
export function sumCounts(counts: Counts): number {
  return STATUSES.reduce((sum, status) => sum + counts[status], 0);
}

/**
 * Returns the times of a filter for the buckets between two indexes, in either order and both included. The end is left
 * open if the last bucket is still in progress.
 */
export function computeBucketRange(
  buckets: readonly Bucket[],
  one: number,
  other: number,
  bucketMs: number,
  now: number,
): Pick<RunsFilter, 'since' | 'until'> | null {
  const first = buckets[Math.min(one, other)];
  const last = buckets[Math.max(one, other)];
  if (first === undefined || last === undefined) return null;
  const end = Date.parse(last.from) + bucketMs;
  return {
    since: first.from,
    ...(end < now && { until: new Date(end).toISOString() }),
  };
}

/**
 * Returns the index of the part that contains a position between 0 and 1, if the whole is divided into `count` equal
 * parts.
 */
export function partAt(place: number, count: number): number {
  return Math.max(0, Math.min(count - 1, Math.floor(place * count)));
}
