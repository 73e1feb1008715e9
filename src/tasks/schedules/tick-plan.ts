import { dueTicks } from './next-times.js';
import type { MissedPolicy, Timing } from './timing.js';

/** Lateness from which a tick counts as missed even without a following one, in ms. */
export const MISSED_AFTER_MS = 60_000;
/** Maximum number of missed ticks that `all` catches up on; older ones are skipped. */
export const MAX_CATCH_UP = 100;

export interface TickPlan {
  /** Ticks that get a task, oldest first. */
  run: number[];
  /** Number of skipped ticks; a lower bound if there are very many. */
  skipped: number;
  /** The newest due tick. */
  last: number;
  /** First future tick, or null. */
  next: number | null;
}

/**
 * Returns the plan for a schedule whose tick `first` is due at `now`. A tick is missed if a later one is due as well,
 * or a minute has passed since.
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
