import type { Json, JsonObject } from '../../base/kernel/json.js';
import type { LogLevel } from '../../sandbox/runtime/protocol.js';

/**
 * The types of events. `webhook`, `file`, `memory`, `audit`, `bulk`, `image` and `schedule` report on a webhook, a
 * document, a memory, a change, a bulk operation, a container image or a schedule of the project, and belong to no
 * task.
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
  /** Empty for events without a task. */
  taskId: string;
  attempt: number;
  /** Level of a log line; null for other types. */
  level: LogLevel | null;
  data: JsonObject;
  /** ms since the epoch. */
  createdAt: number;
  /** Sequence number, set once the event is written. If the transaction fails, the event gets another number later. */
  seq?: number;
  /** The event that this one replaces, which is deleted. */
  replaces?: NewTaskEvent;
  /** Change in the size of the params of open tasks, in bytes; not stored with the event. */
  openParamsBytes?: number;
}

/** A stored event. `seq` is its number within the project. */
export interface TaskEvent extends Omit<NewTaskEvent, 'data' | 'openParamsBytes' | 'replaces'> {
  seq: number;
  data: Record<string, Json>;
}
