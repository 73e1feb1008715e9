import { message, sharedMessage, textsOf } from '../../../platform/events/event-bus.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import { readWake, type Wake } from '../queue/wake.js';
import type { PhaseTime } from '../runs/phase-times.js';

/** The status of a task that has ended. */
export type EndStatus = 'success' | 'failed' | 'cancelled';

/** Tasks may be claimed from now on. */
export const taskDue = message<Wake>('task.due');

/** Tasks may be claimed, and the server that this is sent to is to claim them as soon as it has a free slot. */
export const taskWake = sharedMessage<Wake>('task.wake', readWake);

/** A task that does not run has a time to come: it is due then, or past its deadline. */
export const taskScheduled = sharedMessage('task.scheduled', textsOf('taskId'));

/** A waiting task goes on in so many ms. */
export const taskWakes = sharedMessage<{ taskId: string; ms: number }>('task.wakes', (sent) => {
  const found = textsOf('taskId')(sent);
  const ms = isJsonObject(sent) ? sent['ms'] : null;
  return found !== null && typeof ms === 'number' ? { ...found, ms } : null;
});

/** A task has ended, on whichever server. */
export const taskEndedSomewhere = sharedMessage('task.ended-somewhere', textsOf('taskId'));

/** This server has ended a task, whether it ever ran or not. */
export const taskEnded = message<{
  taskId: string;
  projectId: string;
  metaTask: string;
  status: EndStatus;
  /** Null where it succeeded. */
  errorCode: string | null;
  /** The last one; 0 if it never ran. */
  attempt: number;
  /** From its first start to its end, ms; null if it never ran. */
  ms: number | null;
}>('task.ended');

/** An attempt has failed, and another one follows in `delayMs`. */
export const attemptFailed = message<{
  taskId: string;
  projectId: string;
  metaTask: string;
  errorCode: string;
  attempt: number;
  delayMs: number;
}>('task.attempt-failed');

/** A running task is to be cancelled. Without `graceMs` its script has the time that the settings name. */
export const cancelRequested = sharedMessage<{ taskId: string; graceMs?: number }>(
  'task.cancel-requested',
  textsOf('taskId'),
);

/** A task has ended that waited for its children. */
export const childrenOrphaned = message<{ parentId: string }>('task.children-orphaned');

/** The end of a step that waited has been recorded. */
export const stepCompleted = sharedMessage('step.completed', textsOf('taskId', 'stepId'));

/** A slot of a concurrency limit may have become free. */
export const slotReleased = message<{ slotKey: string }>('slot.released');

/** A run on this server has brought its task to its end. */
export const runFinished = message<{
  taskId: string;
  projectId: string;
  metaTask: string;
  status: EndStatus;
  /** From its start to its end, ms. */
  runMs: number;
  /** The durations of its phases, in their order. */
  phases: PhaseTime[];
  /** From the time when the task was due to its first start, ms. */
  waitMs: number;
  /** True for a version that is not saved: nothing is learnt from it. */
  draft: boolean;
}>('run.finished');
