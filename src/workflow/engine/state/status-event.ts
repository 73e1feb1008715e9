import type { TaskEntity } from './task.entity.js';
import type { NewTaskEvent } from '../../../platform/events/task-event.js';
import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { parseActor } from './actor.js';
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
  | 'name'
  | 'task_type'
  | 'task_type_version'
  | 'parent_id'
  | 'root_id'
  | 'schedule_id'
  | 'created_by'
  | 'created_by_name'
  | 'draft'
  | 'started_at'
>;

/**
 * Returns the event of a task's current status, with the time until which it waits; for an ended task, also with its
 * identity. `at` is in ms.
 */
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
      ...(isFinished(row.status) ? buildTaskIdentity(row) : {}),
    },
  };
}

/** Returns the event of {@link statusEvent} with the identity of the task, for a task that is new or reopened. */
export function openedEvent(row: StatusRow, at: number): NewTaskEvent {
  const event = statusEvent(row, at);
  return {
    ...event,
    openParamsBytes: Buffer.byteLength(row.params),
    data: { ...event.data, ...buildTaskIdentity(row) },
  };
}

/** Returns the fields of a task that lists show, so that a reader of events need not request an unknown task. */
function buildTaskIdentity(row: StatusRow): JsonObject {
  const creator = parseActor(row.created_by, row.created_by_name);
  return {
    name: row.name,
    task_type: row.task_type,
    version: row.task_type_version,
    parent_id: row.parent_id,
    root_id: row.root_id,
    schedule_id: row.schedule_id,
    created_by:
      creator === null ? null : { kind: creator.kind, id: creator.id, name: creator.name },
    created_at: isoTime(row.created_at),
    started_at: isoTimeOrNull(row.started_at),
    ...(row.draft === 1 ? { draft: true } : {}),
  };
}
