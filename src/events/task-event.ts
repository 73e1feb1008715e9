import type { Json, JsonObject } from '../kernel/json.js';
import type { LogLevel } from '../runtime/protocol.js';

export const TASK_EVENT_TYPES = ['status', 'phase', 'progress', 'log', 'step', 'approval'] as const;
export type TaskEventType = (typeof TASK_EVENT_TYPES)[number];

/** An event that has not been stored yet. */
export interface NewTaskEvent {
  type: TaskEventType;
  taskId: string;
  attempt: number;
  /** Only for `log`. */
  level: LogLevel | null;
  data: JsonObject;
  /** ms since the epoch. */
  createdAt: number;
}

/** A stored event. `seq` counts up within the project. */
export interface TaskEvent extends Omit<NewTaskEvent, 'data'> {
  seq: number;
  data: Record<string, Json>;
}
