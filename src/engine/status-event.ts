import type { TaskEntity } from '../database/entities/task.entity.js';
import type { NewTaskEvent } from '../events/task-event.js';

type Told = Pick<
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
>;

/** The event that tells of a task's present status. `at` in ms. */
export function statusEvent(row: Told, at: number): NewTaskEvent {
  return {
    type: 'status',
    taskId: row.id,
    attempt: row.attempt,
    level: null,
    createdAt: at,
    data: {
      status: row.status,
      progress: row.progress,
      current_phase: row.current_phase,
      error_code: row.error_code,
      error_message: row.error_message,
      peak_memory_bytes: row.peak_memory_bytes,
      cpu_ms: row.cpu_ms,
    },
  };
}
