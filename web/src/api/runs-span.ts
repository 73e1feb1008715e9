import { type RunsFilter, sinceTime } from './runs-filter.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
export const BUCKET_MS = { hour: HOUR_MS, day: DAY_MS } as const;
/** The longest spans that the server counts. */
const MOST_MS = { hour: 7 * DAY_MS, day: 31 * DAY_MS } as const;

/** A span of time and the size of its parts; times in ms since the epoch. */
export interface Span {
  since: number;
  until: number;
  by: keyof typeof BUCKET_MS;
}

/** The part of a filter that figures are there for. */
export interface Range {
  since?: RunsFilter['since'] | undefined;
  until?: string | undefined;
  type?: string | undefined;
}

/** Returns the span of which a list has figures, the last day where it names none; null where it is too long. */
export function spanOf({ since, until }: Range, now: number): Span | null {
  const end = until === undefined ? now : Math.min(now, Date.parse(until));
  const begin = since === undefined ? end - DAY_MS : Date.parse(sinceTime(since, now));
  const length = end - begin;
  if (length <= 0 || length > MOST_MS.day) return null;
  return { since: begin, until: end, by: length > MOST_MS.hour ? 'day' : 'hour' };
}
