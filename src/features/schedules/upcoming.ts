import { nextTick } from './next-times.js';
import type { Timing } from './timing.js';

/** Ticks of one answer. */
export const MAX_UPCOMING = 500;

/** A schedule with its next tick, ms. */
export interface Ticking {
  id: string;
  name: string;
  metaTaskIdentifier: string;
  timing: Timing;
  nextAt: number;
}

/** One tick to come, ms. */
export interface UpcomingTick {
  schedule: Ticking;
  at: number;
}

/**
 * Returns the ticks of all schedules up to `until`, in their order, at most {@link MAX_UPCOMING}; and the time up to which these are
 * all.
 */
export function upcomingTicks(
  schedules: readonly Ticking[],
  until: number,
): { ticks: UpcomingTick[]; until: number } {
  const next = schedules.map((schedule) => ({ schedule, at: schedule.nextAt }));
  const ticks: UpcomingTick[] = [];
  for (;;) {
    const first = next.reduce<(typeof next)[number] | null>(
      (least, one) => (least === null || one.at < least.at ? one : least),
      null,
    );
    if (first === null || first.at > until) return { ticks, until };
    const { at } = first;
    // Other ticks may have the time of this one.
    if (ticks.length === MAX_UPCOMING) return { ticks, until: at - 1 };
    ticks.push({ schedule: first.schedule, at });
    first.at = nextTick(first.schedule.timing, at) ?? Number.POSITIVE_INFINITY;
  }
}
