import { message, sharedMessage, createTextsReader } from '../../platform/events/event-bus.js';

/** The outcome of a tick of a schedule. */
export type TickOutcome =
  /** A task was created. */
  | 'fired'
  /** No server was there in time, and the schedule skips missed ticks. */
  | 'missed'
  /** A task of the schedule had not ended. */
  | 'overlapped'
  /** No task could be created. */
  | 'failed';

/** Ticks of a schedule have been processed. */
export const ticked = message<{
  outcome: TickOutcome;
  ticks: number;
  /** Time from the tick to its task, in ms; null without one. */
  lateMs: number | null;
}>('schedule.ticked');

/** The times of schedules have changed. */
export const schedulesChanged = sharedMessage('schedules.changed', createTextsReader());
