import { extraSlots } from '../../../base/config/concurrency.js';
import type { Dispatcher, TaskHint, Work, WorkSlots } from './dispatcher.js';
import { type Lane, LANES } from './lane.js';

/** A dispatcher for each lane, with slots of its own: no task waits for the slots of another lane. */
export class Lanes {
  constructor(private readonly dispatchers: Readonly<Record<Lane, Dispatcher>>) {}

  /** As {@link Dispatcher.start}, for each lane. */
  start(
    slots: Readonly<Record<Lane, WorkSlots>>,
    work: Work,
    wanted: (projectId: string, lane: Lane) => void,
    relieved: () => void = () => undefined,
  ): void {
    for (const lane of LANES)
      this.dispatchers[lane].start(
        slots[lane],
        work,
        (projectId) => wanted(projectId, lane),
        relieved,
      );
  }

  offer(hint: TaskHint): void {
    this.dispatchers[hint.lane].offer(hint);
  }

  withdraw(lane: Lane, isTaken: (hint: TaskHint) => boolean): TaskHint | undefined {
    return this.dispatchers[lane].withdraw(isTaken);
  }

  more(projectId: string, lane: Lane, priority: number): void {
    this.dispatchers[lane].more(projectId, priority);
  }

  stop(): void {
    for (const lane of LANES) this.dispatchers[lane].stop();
  }

  /** Returns the slots of a lane that are free, as {@link Dispatcher.free} has them. */
  free(lane: Lane): number {
    return this.dispatchers[lane].free;
  }

  /** Returns how many hints of a lane wait. */
  waiting(lane: Lane): number {
    return this.dispatchers[lane].size;
  }

  /** Returns whether hints of a lane wait, of `projectId` where it is given. */
  waits(lane: Lane, projectId?: string): boolean {
    return this.dispatchers[lane].waits(projectId);
  }

  /** Hints that wait. */
  get size(): number {
    return LANES.reduce((sum, lane) => sum + this.dispatchers[lane].size, 0);
  }
}

/** Returns the slots of a lane that has `usual` ones. */
export function slotsOf(usual: number): WorkSlots {
  return { usual, extra: extraSlots(usual) };
}
