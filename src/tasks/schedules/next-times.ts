import { Cron } from 'croner';
import { plainCron } from './cron-line.js';
import type { Timing } from './timing.js';

/** Number of ticks that are counted one by one; beyond it, the count is a lower bound. */
const MAX_COUNTED = 1_000;
const HOUR_MS = 3_600_000;

/** The due ticks of a schedule that has processed all ticks before them. */
export interface DueTicks {
  /** The newest due ticks, oldest first. */
  ticks: number[];
  /** Number of all due ticks, including `ticks`; beyond {@link MAX_COUNTED}, a lower bound. */
  count: number;
  /** First future tick, or null. */
  next: number | null;
}

/**
 * Returns the pattern of a cron line: five fields, or a nickname such as `@daily`. With fixed hours and minutes, a time
 * that the clock skips is moved to the end of the gap, and one that occurs twice counts once; with `*` or a step it
 * follows the wall clock. Throws an Error for an invalid line.
 */
export function cronPattern(line: string, timeZone: string): Cron {
  return new Cron(plainCron(line), {
    timezone: timeZone,
    mode: '5-part',
    fixedTimeRule: 'no-wildcard',
    paused: true,
  });
}

/** Returns a function from a time to the first tick after it, or null. */
function following(timing: Timing): (after: number) => number | null {
  if (timing.kind === 'once') return (after) => (timing.at > after ? timing.at : null);
  if (timing.kind === 'every') {
    const { anchor, everyMs } = timing;
    return (after) => anchor + Math.max(1, Math.floor((after - anchor) / everyMs) + 1) * everyMs;
  }
  const pattern = cronPattern(timing.cron, timing.timeZone);
  return (after) => pattern.nextRun(new Date(after))?.getTime() ?? null;
}

/** Returns the first `count` ticks after a time. */
export function nextTicks(timing: Timing, after: number, count: number): number[] {
  const tickAfter = following(timing);
  const ticks: number[] = [];
  for (let tick = tickAfter(after); tick !== null; tick = tickAfter(tick)) {
    ticks.push(tick);
    if (ticks.length >= count) break;
  }
  return ticks;
}

/** Returns the first tick after a time, or null. */
export function nextTick(timing: Timing, after: number): number | null {
  return following(timing)(after);
}

/**
 * Returns the ticks from `first`, which is one of them, up to `now`, with at most the newest `keep` of them. The work
 * is bounded however long ago `first` was.
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
