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

/** The ticks to come, and up to when these are all. */
export interface UpcomingTicks {
  ticks: UpcomingTick[];
  until: number;
  /** Ids of the schedules that have more ticks until then than were asked for of each. */
  goesOn: string[];
}

/**
 * Returns the ticks of all schedules up to `until`, in their order, at most {@link MAX_UPCOMING}; of one schedule at most `each`, so
 * that one that ticks every few seconds leaves space for the others.
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
    // Other ticks may have the time of this one.
    if (ticks.length === MAX_UPCOMING) return { ticks, until: at - 1, goesOn };
    ticks.push({ schedule, at });
    first.count += 1;
    first.at = nextTick(schedule.timing, at) ?? Number.POSITIVE_INFINITY;
  }
}
