import type { EventBus } from '../../../platform/events/event-bus.js';
import { taskEnded } from '../../../workflow/engine/state/messages.js';

const MINUTE_MS = 60_000;
/** Number of minutes that are kept. */
const COUNTED_MINUTES = 15;

/** Counts the tasks that end on this server per minute, in memory. */
export class EndedTasks {
  /** Counts by number of the minute, modulo {@link COUNTED_MINUTES}. */
  private readonly counts = Array.from({ length: COUNTED_MINUTES }, () => ({
    minute: -1,
    count: 0,
  }));

  constructor(
    bus: EventBus,
    private readonly now: () => number = Date.now,
  ) {
    bus.subscribe(taskEnded, () => this.count());
  }

  /** Returns the average number of tasks ended per minute over the last `minutes`, including the current one. */
  perMinute(minutes: 1 | 5 | 15): number {
    const present = Math.floor(this.now() / MINUTE_MS);
    const counted = this.counts
      .filter(({ minute }) => minute > present - minutes && minute <= present)
      .reduce((sum, { count }) => sum + count, 0);
    return counted / minutes;
  }

  private count(): void {
    const minute = Math.floor(this.now() / MINUTE_MS);
    const slot = this.counts[minute % COUNTED_MINUTES];
    if (slot === undefined) return;
    if (slot.minute !== minute) Object.assign(slot, { minute, count: 0 });
    slot.count += 1;
  }
}
