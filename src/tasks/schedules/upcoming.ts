import { nextTick } from './next-times.js';
import type { Timing } from './timing.js';

/** Maximum number of ticks per response. */
export const MAX_UPCOMING = 500;

/** A schedule with its next tick, in ms. */
export interface Ticking {
  id: string;
  name: string;
  metaTaskIdentifier: string;
  timing: Timing;
  nextAt: number;
}

/** One future tick, in ms. */
export interface UpcomingTick {
  schedule: Ticking;
  at: number;
}

/** Future ticks, and the time up to which they are complete. */
export interface UpcomingTicks {
  ticks: UpcomingTick[];
  until: number;
  /** Ids of the schedules with more ticks until then than requested of each. */
  goesOn: string[];
}

/**
 * Returns the ticks of all schedules up to `until`, in order, at most {@link MAX_UPCOMING}; at most `each` of one
 * schedule, so that a frequent one leaves space for the others.
 */
export function upcomingTicks(
  schedules: readonly Ticking[],
  until: number,
  each = MAX_UPCOMING + 1,
): UpcomingTicks {
  const next = schedules.map((schedule) => ({ schedule, at: schedule.nextAt, count: 0 }));
  const ticks: UpcomingTick[] = [];
  const goesOn: string[] = [];
  for (;;) {
    const first = next.reduce<(typeof next)[number] | null>(
      (least, one) => (least === null || one.at < least.at ? one : least),
      null,
    );
    if (first === null || first.at > until) return { ticks, until, goesOn };
    const { at, schedule } = first;
    if (first.count === each) {
      goesOn.push(schedule.id);
      first.at = Number.POSITIVE_INFINITY;
      continue;
    }
    // Other ticks may have the same time.
    if (ticks.length === MAX_UPCOMING) return { ticks, until: at - 1, goesOn };
    ticks.push({ schedule, at });
    first.count += 1;
    first.at = nextTick(schedule.timing, at) ?? Number.POSITIVE_INFINITY;
  }
}
