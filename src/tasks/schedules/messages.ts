import { message, sharedMessage, textsOf } from '../../platform/events/event-bus.js';

/** The outcome of a tick of a schedule. */
export type TickOutcome =
  /** It has a task. */
  | 'fired'
  /** No server was there in time, and the schedule makes up for no such tick. */
  | 'missed'
  /** A task of the schedule had not ended. */
  | 'overlapped'
  /** No task could be made. */
  | 'failed';

/** Ticks of a schedule have been dealt with. */
export const ticked = message<{
  outcome: TickOutcome;
  ticks: number;
  /** From the tick to its task, ms; null if there is none. */
  lateMs: number | null;
}>('schedule.ticked');

/** The times of schedules have changed. */
export const schedulesChanged = sharedMessage('schedules.changed', textsOf());
