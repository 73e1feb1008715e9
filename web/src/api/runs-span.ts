import { type RunsFilter, sinceTime } from './runs-filter.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS } as const;
/** Longest spans that the server aggregates, by bucket size. */
const MOST_MS = { hour: 7 * DAY_MS, day: 31 * DAY_MS } as const;

/** A time span in ms since the epoch, and the size of its buckets. */
export interface Span {
  since: number;
  until: number;
  by: keyof typeof BUCKET_MS;
}

/** Parts of a filter that statistics support. */
export interface Range {
  since?: RunsFilter['since'] | undefined;
  until?: string | undefined;
  type?: string | undefined;
}

/**
 * Returns the time span for the statistics of a list, by default the last day; null if the range is empty or too long.
 */
export function resolveStatsSpan({ since, until }: Range, now: number): Span | null {
  const end = until === undefined ? now : Math.min(now, Date.parse(until));
  const begin = since === undefined ? end - DAY_MS : Date.parse(sinceTime(since, now));
  const length = end - begin;
  if (length <= 0 || length > MOST_MS.day) return null;
  return { since: begin, until: end, by: length > MOST_MS.hour ? 'day' : 'hour' };
}
