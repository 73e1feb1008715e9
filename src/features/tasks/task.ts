import type { TaskUsage } from '../../workflow/engine/model-use.js';
import { recordedUsage } from '../../workflow/engine/operations/record-usage.js';
import type { TaskEntity } from '../../workflow/engine/task.entity.js';
import { TASK_STATUSES, type TaskStatus } from '../../workflow/engine/task-status.js';
import type { Json } from '../../base/kernel/json.js';
import type { TaskStep } from '../../workflow/steps/task-steps.service.js';

/** A task as lists show it. Times in ms. */
export interface TaskSummary {
  id: string;
  name: string;
  status: TaskStatus;
  progress: number;
  currentPhase: string | null;
  metaTask: string;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  errorMessage: string | null;
}

/** All of a task. */
export interface Task extends TaskSummary {
  params: Json;
  result: Json;
  metaTaskVersion: number;
  attempt: number;
  maxAttempts: number;
  errorCode: string | null;
  errorStack: string | null;
  /** The memory that the last attempt has used, once it has ended. */
  peakMemoryBytes: number | null;
  cpuMs: number | null;
  /** Its usage of models, and the one that it has asked last; null if it has asked none. */
  usage: TaskUsage | null;
  model: string | null;
  priority: number;
  /** The first steps that it waits for; empty where it does not wait. */
  waitingOn: TaskStep[];
  runAt: number;
  deadlineAt: number | null;
  cancelRequestedAt: number | null;
  /** The task whose script asked for this one, the one at the top of its tree, and how far below that it is. */
  parentId: string | null;
  rootId: string | null;
  depth: number;
  /** The schedule that made it, and for which of its ticks. */
  scheduleId: string | null;
  scheduledFor: number | null;
  /** When its phase began, or its attempt where it has none yet; while it runs. */
  phaseSince: number | null;
}

/** Columns that a {@link TaskSummary} needs; params and results can be large and stay where they are. */
export const SUMMARY_COLUMNS = [
  'id',
  'name',
  'status',
  'progress',
  'current_phase',
  'task_type',
  'created_at',
  'started_at',
  'finished_at',
  'error_message',
] as const satisfies (keyof TaskEntity)[];

export type SummaryRow = Pick<TaskEntity, (typeof SUMMARY_COLUMNS)[number]>;

export function summaryOf(row: SummaryRow): TaskSummary {
  const status = TASK_STATUSES.find((known) => known === row.status);
  if (status === undefined) throw new Error(`stored task of unknown status ${row.status}`);
  return {
    id: row.id,
    name: row.name,
    status,
    progress: row.progress,
    currentPhase: row.current_phase,
    metaTask: row.task_type,
    createdAt: row.created_at,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    errorMessage: row.error_message,
  };
}

export function taskOf(row: TaskEntity): Task {
  const used = recordedUsage(row.usage);
  return {
    ...summaryOf(row),
    params: JSON.parse(row.params) as Json,
    result: row.result === null ? null : (JSON.parse(row.result) as Json),
    metaTaskVersion: row.task_type_version,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    errorCode: row.error_code,
    errorStack: row.error_stack,
    peakMemoryBytes: row.peak_memory_bytes,
    cpuMs: row.cpu_ms,
    usage: used?.usage ?? null,
    model: used?.model ?? null,
    priority: row.priority,
    waitingOn: [],
    runAt: row.run_at,
    deadlineAt: row.deadline_at,
    cancelRequestedAt: row.cancel_requested_at,
    parentId: row.parent_id,
    rootId: row.root_id,
    depth: row.depth,
    scheduleId: row.schedule_id,
    scheduledFor: row.scheduled_for,
    phaseSince: row.status === 'running' ? row.phase_since : null,
  };
}
