import type { Dispatcher, TaskHint, WorkSlots } from './dispatcher.js';
import { type Lane, LANES } from './lane.js';

/** A dispatcher for each lane, with slots of its own: no task waits for the slots of another lane. */
export class Lanes {
  constructor(private readonly dispatchers: Readonly<Record<Lane, Dispatcher>>) {}

  /** As {@link Dispatcher.start}, for each lane. */
  start(
    slots: Readonly<Record<Lane, WorkSlots>>,
    work: (hint: TaskHint) => Promise<void>,
    wanted: (projectId: string, lane: Lane) => void,
  ): void {
    for (const lane of LANES)
      this.dispatchers[lane].start(slots[lane], work, (projectId) => wanted(projectId, lane));
  }

  offer(hint: TaskHint): void {
    this.dispatchers[hint.lane].offer(hint);
  }

  more(projectId: string, lane: Lane, priority: number): void {
    this.dispatchers[lane].more(projectId, priority);
  }

  stop(): void {
    for (const lane of LANES) this.dispatchers[lane].stop();
  }

  /** Hints that wait. */
  get size(): number {
    return LANES.reduce((sum, lane) => sum + this.dispatchers[lane].size, 0);
  }
}
