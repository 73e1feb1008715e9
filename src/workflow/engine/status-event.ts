import type { TaskEntity } from './task.entity.js';
import type { NewTaskEvent } from '../../platform/events/task-event.js';
import { isoTime } from '../../base/kernel/clock.js';
import { isFinished } from './task-status.js';

type StatusRow = Pick<
  TaskEntity,
  | 'id'
  | 'attempt'
  | 'status'
  | 'progress'
  | 'current_phase'
  | 'error_code'
  | 'error_message'
  | 'peak_memory_bytes'
  | 'cpu_ms'
  | 'run_at'
  | 'created_at'
  | 'params'
>;

/** Returns the event with a task's present status, and with the time that it waits for, if any. `at` is in ms. */
export function statusEvent(row: StatusRow, at: number): NewTaskEvent {
  return {
    type: 'status',
    taskId: row.id,
    attempt: row.attempt,
    level: null,
    createdAt: at,
    ...(isFinished(row.status) ? { openParamsBytes: -Buffer.byteLength(row.params) } : {}),
    data: {
      status: row.status,
      progress: row.progress,
      current_phase: row.current_phase,
      error_code: row.error_code,
      error_message: row.error_message,
      peak_memory_bytes: row.peak_memory_bytes,
      cpu_ms: row.cpu_ms,
      ...(row.status === 'pending' && row.run_at > row.created_at
        ? { run_at: isoTime(row.run_at) }
        : {}),
    },
  };
}

/** Returns the event as {@link statusEvent} does, for a task that is new or open again. */
export function openedEvent(row: StatusRow, at: number): NewTaskEvent {
  return { ...statusEvent(row, at), openParamsBytes: Buffer.byteLength(row.params) };
}
