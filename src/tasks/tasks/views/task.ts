import type { TaskUsage } from '../../../workflow/engine/state/model-use.js';
import { recordedUsage } from '../../../workflow/engine/operations/record-usage.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import { type Actor, parseActor } from '../../../workflow/engine/state/actor.js';
import { TASK_STATUSES, type TaskStatus } from '../../../workflow/engine/state/task-status.js';
import { StoredJson, storedJson } from '../../../base/kernel/stored-json.js';
import type { TaskStep } from '../../../workflow/steps/task-steps.service.js';

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

/** A task with all that lists may show: nothing that can be large. */
export interface ListedTask extends TaskSummary {
  metaTaskVersion: number;
  attempt: number;
  maxAttempts: number;
  errorCode: string | null;
  /** Memory usage of the last attempt, once it has ended. */
  peakMemoryBytes: number | null;
  cpuMs: number | null;
  priority: number;
  runAt: number;
  /** Task whose script created it, and task at the top of its tree. */
  parentId: string | null;
  rootId: string | null;
  /** Schedule that created it, and the tick. */
  scheduleId: string | null;
  scheduledFor: number | null;
  createdBy: Actor | null;
  /** Task of which it is a rerun. */
  rerunOf: string | null;
  /** True for a run of a version that is not saved, and for its children. */
  draft: boolean;
  resultSummary: string | null;
  /** Start of its phase, or of its attempt before the first phase, while it runs. */
  phaseSince: number | null;
  /** Key of its concurrency limit, and whether it waits for a slot. */
  slotKey: string | null;
  blocked: boolean;
  /** Time at which its last attempt became due; null before the first one. */
  queuedAt: number | null;
}

/** A whole task. */
export interface Task extends ListedTask {
  /** Version of the meta-task that it runs. */
  versionId: string;
  params: StoredJson;
  result: StoredJson | null;
  errorStack: string | null;
  /** Model usage of the task, with the model of its last request; null without requests. */
  usage: TaskUsage | null;
  model: string | null;
  /** The first awaited steps; empty if it does not wait. */
  waitingOn: TaskStep[];
  deadlineAt: number | null;
  cancelRequestedAt: number | null;
  /** Number of ancestors. */
  depth: number;
  cancelledBy: Actor | null;
  /** Actor that last retried it. */
  retriedBy: Actor | null;
}

/** Columns of a {@link TaskSummary}, without params and results, which can be large. */
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

/** Columns of a {@link ListedTask}. */
export const LISTED_COLUMNS = [
  ...SUMMARY_COLUMNS,
  'task_type_version',
  'attempt',
  'max_attempts',
  'error_code',
  'peak_memory_bytes',
  'cpu_ms',
  'priority',
  'run_at',
  'parent_id',
  'root_id',
  'schedule_id',
  'scheduled_for',
  'created_by',
  'created_by_name',
  'rerun_of',
  'draft',
  'result_summary',
  'phase_since',
  'slot_key',
  'parked',
  'attempt_queued_at',
] as const satisfies (keyof TaskEntity)[];

export type SummaryRow = Pick<TaskEntity, (typeof SUMMARY_COLUMNS)[number]>;

export type ListedRow = Pick<TaskEntity, (typeof LISTED_COLUMNS)[number]>;

export function toTaskSummary(row: SummaryRow): TaskSummary {
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

export function toListedTask(row: ListedRow): ListedTask {
  return {
    ...toTaskSummary(row),
    metaTaskVersion: row.task_type_version,
    attempt: row.attempt,
    maxAttempts: row.max_attempts,
    errorCode: row.error_code,
    peakMemoryBytes: row.peak_memory_bytes,
    cpuMs: row.cpu_ms,
    priority: row.priority,
    runAt: row.run_at,
    parentId: row.parent_id,
    rootId: row.root_id,
    scheduleId: row.schedule_id,
    scheduledFor: row.scheduled_for,
    createdBy: findCreator(row),
    rerunOf: row.rerun_of,
    draft: row.draft === 1,
    resultSummary: row.result_summary,
    phaseSince: row.status === 'running' ? row.phase_since : null,
    slotKey: row.slot_key,
    blocked: row.status === 'pending' && row.parked === 1,
    queuedAt: row.attempt_queued_at,
  };
}

export function toTask(row: TaskEntity): Task {
  const used = recordedUsage(row.usage);
  return {
    ...toListedTask(row),
    params: new StoredJson(row.params),
    result: storedJson(row.result),
    versionId: row.version_id,
    errorStack: row.error_stack,
    usage: used?.usage ?? null,
    model: used?.model ?? null,
    waitingOn: [],
    deadlineAt: row.deadline_at,
    cancelRequestedAt: row.cancel_requested_at,
    depth: row.depth,
    cancelledBy: parseActor(row.cancelled_by, row.cancelled_by_name),
    retriedBy: parseActor(row.retried_by, row.retried_by_name),
  };
}

/** Returns the creator of a task; null for an unknown one. */
function findCreator(row: ListedRow): Actor | null {
  if (row.created_by !== null) return parseActor(row.created_by, row.created_by_name);
  if (row.parent_id !== null) return { kind: 'task', id: row.parent_id, name: null };
  return row.schedule_id === null ? null : { kind: 'schedule', id: row.schedule_id, name: null };
}
