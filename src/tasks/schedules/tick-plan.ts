import { dueTicks } from './next-times.js';
import type { MissedPolicy, Timing } from './timing.js';

/** A tick that is later than this is missed, also when no other has followed, ms. */
export const MISSED_AFTER_MS = 60_000;
/** Ticks that `all` makes up for; older ones are skipped. */
export const MAX_CATCH_UP = 100;

export interface TickPlan {
  /** Ticks to make a task for, oldest first. */
  run: number[];
  /** Ticks that get none; of very many at least so many. */
  skipped: number;
  /** The newest tick that has come. */
  last: number;
  /** The first tick to come; null when there is none. */
  next: number | null;
}

/**
 * Returns what is to be done about a schedule whose tick `first` has come by `now`. A tick is missed when a later one has
 * come as well, or a minute has passed since.
 */
export function planTicks(
  timing: Timing,
  policy: MissedPolicy,
  first: number,
  now: number,
): TickPlan {
  const due = dueTicks(timing, first, now, policy === 'all' ? MAX_CATCH_UP : 1);
  const last = due.ticks.at(-1) ?? first;
  const run = policy === 'skip' && now - last > MISSED_AFTER_MS ? [] : due.ticks;
  return { run, skipped: due.count - run.length, last, next: due.next };
}
