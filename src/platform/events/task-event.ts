import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { LogLevel } from '../../sandbox/runtime/protocol.js';

/**
 * `webhook`, `file`, `memory`, `audit`, `bulk`, `image` and `schedule` report on a webhook, a document, a memory, a change, a bulk
 * operation, a container image and a schedule of the project, and belong to no task.
 */
export const TASK_EVENT_TYPES = [
  'status',
  'phase',
  'progress',
  'log',
  'step',
  'approval',
  'text',
  'webhook',
  'file',
  'memory',
  'audit',
  'bulk',
  'image',
  'schedule',
] as const;
export type TaskEventType = (typeof TASK_EVENT_TYPES)[number];

/** An event that has not been stored yet. */
export interface NewTaskEvent {
  type: TaskEventType;
  /** '' where the event is of no task. */
  taskId: string;
  attempt: number;
  /** Only for `log`. */
  level: LogLevel | null;
  data: JsonObject;
  /** ms since the epoch. */
  createdAt: number;
  /** The number of the event, set once it is written. One whose transaction fails gets another number later. */
  seq?: number;
  /** The event whose place it takes, which is deleted. */
  replaces?: NewTaskEvent;
  /** By how many bytes of params the open tasks grow with it, or shrink; is not stored with the event. */
  openParamsBytes?: number;
}

/** A stored event. `seq` counts up within the project. */
export interface TaskEvent extends Omit<NewTaskEvent, 'data' | 'openParamsBytes' | 'replaces'> {
  seq: number;
  data: Record<string, Json>;
}
