import { message, sharedMessage, createTextsReader } from '../../../platform/events/event-bus.js';
import { isJsonObject } from '../../../base/kernel/json.js';
import { readWake, type Wake } from '../queue/wake.js';
import type { PhaseTime } from '../runs/phase-times.js';

/** Status of an ended task. */
export type EndStatus = 'success' | 'failed' | 'cancelled';

/** Tasks have become due. */
export const taskDue = message<Wake>('task.due');

/** Tasks have become due, and the receiving server is to claim them once it has a free slot. */
export const taskWake = sharedMessage<Wake>('task.wake', readWake);

/** A task that does not run has a time at which it becomes due or reaches its deadline. */
export const taskScheduled = sharedMessage('task.scheduled', createTextsReader('taskId'));

/** A waiting task is resumed in `ms`. */
export const taskWakes = sharedMessage<{ taskId: string; ms: number }>('task.wakes', (sent) => {
  const found = createTextsReader('taskId')(sent);
  const ms = isJsonObject(sent) ? sent['ms'] : null;
  return found !== null && typeof ms === 'number' ? { ...found, ms } : null;
});

/** A task has ended on some server. */
export const taskEndedSomewhere = sharedMessage(
  'task.ended-somewhere',
  createTextsReader('taskId'),
);

/** This server has ended a task, whether or not it ever ran. */
export const taskEnded = message<{
  taskId: string;
  projectId: string;
  metaTask: string;
  status: EndStatus;
  /** Null if the task succeeded. */
  errorCode: string | null;
  /** Number of the last attempt; 0 if it never ran. */
  attempt: number;
  /** Time from the first start to the end, in ms; null if it never ran. */
  ms: number | null;
}>('task.ended');

/** An attempt has failed and is followed by another one in `delayMs`. */
export const attemptFailed = message<{
  taskId: string;
  projectId: string;
  metaTask: string;
  errorCode: string;
  attempt: number;
  delayMs: number;
}>('task.attempt-failed');

/** A cancel of a running task was requested. Without `graceMs`, its script has the time in the settings. */
export const cancelRequested = sharedMessage<{ taskId: string; graceMs?: number }>(
  'task.cancel-requested',
  createTextsReader('taskId'),
);

/** A task that waited for its children has ended. */
export const childrenOrphaned = message<{ parentId: string }>('task.children-orphaned');

/** The end of a waiting step has been recorded. */
export const stepCompleted = sharedMessage('step.completed', createTextsReader('taskId', 'stepId'));

/** A slot of a concurrency limit may have become free. */
export const slotReleased = message<{ slotKey: string }>('slot.released');

/** A run on this server has ended its task. */
export const runFinished = message<{
  taskId: string;
  projectId: string;
  metaTask: string;
  status: EndStatus;
  /** Time from its start to its end, in ms. */
  runMs: number;
  /** Durations of its phases, in order. */
  phases: PhaseTime[];
  /** Time from when the task became due to its first start, in ms. */
  waitMs: number;
  /** True for a version that is not saved, which does not count in statistics. */
  draft: boolean;
}>('run.finished');
