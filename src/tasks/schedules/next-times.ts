import { Cron } from 'croner';
import { plainCron } from './cron-line.js';
import type { Timing } from './timing.js';

/** Ticks that are counted one by one; more than that are only reported to be at least as many. */
const MAX_COUNTED = 1_000;
const HOUR_MS = 3_600_000;

/** Ticks up to now of a schedule that has none behind it but those before them. */
export interface DueTicks {
  /** The newest of them, oldest first. */
  ticks: number[];
  /** The number of all of them, with those in `ticks`; past {@link MAX_COUNTED} at least so many. */
  count: number;
  /** The first tick to come; null when there is none. */
  next: number | null;
}

/**
 * The pattern of a cron line: five fields, or a nickname such as `@daily`. Where hours and minutes are fixed, a
 * time that the clock skips is moved to the end of the gap, and one that comes twice counts once; with `*` or a
 * step in them it follows the clock on the wall. Throws an Error where the line cannot be read.
 */
export function cronPattern(line: string, timeZone: string): Cron {
  return new Cron(plainCron(line), {
    timezone: timeZone,
    mode: '5-part',
    fixedTimeRule: 'no-wildcard',
    paused: true,
  });
}

/** Returns a function that returns the first tick after a time; null when there is none. */
function following(timing: Timing): (after: number) => number | null {
  if (timing.kind === 'once') return (after) => (timing.at > after ? timing.at : null);
  if (timing.kind === 'every') {
    const { anchor, everyMs } = timing;
    return (after) => anchor + Math.max(1, Math.floor((after - anchor) / everyMs) + 1) * everyMs;
  }
  const pattern = cronPattern(timing.cron, timing.timeZone);
  return (after) => pattern.nextRun(new Date(after))?.getTime() ?? null;
}

/** The first `count` ticks after a time. */
export function nextTicks(timing: Timing, after: number, count: number): number[] {
  const tickAfter = following(timing);
  const ticks: number[] = [];
  for (let tick = tickAfter(after); tick !== null; tick = tickAfter(tick)) {
    ticks.push(tick);
    if (ticks.length >= count) break;
  }
  return ticks;
}

/** The first tick after a time; null when there is none. */
export function nextTick(timing: Timing, after: number): number | null {
  return following(timing)(after);
}

/**
 * The ticks from `first`, which is one of them, up to `now`, and at most the newest `keep` of them. The work is
 * bounded however long ago `first` was.
 */
export function dueTicks(timing: Timing, first: number, now: number, keep: number): DueTicks {
  const tickAfter = following(timing);
  const next = tickAfter(Math.max(first, now));
  if (timing.kind === 'every') {
    const { everyMs } = timing;
    const count = Math.floor((now - first) / everyMs) + 1;
    const newest = first + (count - 1) * everyMs;
    const kept = Math.min(keep, count);
    const ticks = Array.from({ length: kept }, (_, index) => newest - (kept - 1 - index) * everyMs);
    return { ticks, count, next };
  }
  const ticks = [first, ...ticksUpTo(tickAfter, first, now, MAX_COUNTED - 1)];
  const last = ticks.at(-1) ?? first;
  const further = tickAfter(last);
  if (further === null || further > now)
    return { ticks: ticks.slice(-keep), count: ticks.length, next };
  for (let span = HOUR_MS; ; span *= 2) {
    const newest = ticksUpTo(tickAfter, Math.max(last, now - span), now);
    if (newest.length >= keep || now - span <= last)
      return { ticks: [...ticks, ...newest].slice(-keep), count: MAX_COUNTED, next };
  }
}

function ticksUpTo(
  tickAfter: (after: number) => number | null,
  after: number,
  until: number,
  limit = Number.POSITIVE_INFINITY,
): number[] {
  const ticks: number[] = [];
  for (let tick = tickAfter(after); tick !== null && tick <= until; tick = tickAfter(tick)) {
    if (ticks.length >= limit) break;
    ticks.push(tick);
  }
  return ticks;
}
