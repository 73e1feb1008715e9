import { parseTries } from './tries.js';
import { type Database } from '../../platform/database/database.js';
import type { TaskStepEntity } from '../engine/state/task-step.entity.js';
import { type StoredJson, storedJson } from '../../base/kernel/stored-json.js';
import {
  STEP_KINDS,
  STEP_STATUSES,
  type StepError,
  type StepKind,
  type StepStatus,
  type Try,
} from './step.js';

/** Maximum number of awaited steps in a task's detail. */
const MAX_SHOWN_WAITS = 20;

/** A step as clients see it. Times in ms. */
export interface TaskStep {
  id: string;
  position: number;
  kind: StepKind;
  name: string;
  /** Number among the steps of its kind and name, from 0. */
  occurrence: number;
  /** True if this step and all before it began one after the other, so that a replay must meet it at its position. */
  ordered: boolean;
  status: StepStatus;
  attempts: number;
  result: StoredJson | null;
  error: StepError | null;
  detail: StoredJson | null;
  startedAt: number;
  finishedAt: number | null;
  /** Location of the call in the code that runs. */
  codeAt: string | null;
  /** Known attempts that are over. */
  tries: Try[];
  /** Latest end of its wait. */
  wakeAt: number | null;
}

/** Reads the steps of tasks. */
export class TaskSteps {
  constructor(private readonly database: Database) {}

  /** Returns the steps after `after`, in the order in which they began. */
  async list(
    projectId: string,
    taskId: string,
    page: { after: number; limit: number },
  ): Promise<TaskStep[]> {
    const rows = await this.database.query<TaskStepEntity>(
      `SELECT * FROM task_steps WHERE task_id = ? AND project_id = ? AND position > ?
       ORDER BY position LIMIT ?`,
      [taskId, projectId, page.after, page.limit],
    );
    return rows.map(toTaskStep);
  }

  /** Returns the first awaited steps of a task. */
  async waitedFor(projectId: string, taskId: string): Promise<TaskStep[]> {
    const rows = await this.database.query<TaskStepEntity>(
      `SELECT * FROM task_steps WHERE task_id = ? AND project_id = ? AND status = 'waiting'
       ORDER BY position LIMIT ${MAX_SHOWN_WAITS}`,
      [taskId, projectId],
    );
    return rows.map(toTaskStep);
  }

  /** Returns the first awaited step of each of these tasks, by task id. */
  async firstWaitedFor(
    projectId: string,
    taskIds: readonly string[],
  ): Promise<Map<string, TaskStep>> {
    if (taskIds.length === 0) return new Map();
    const rows = await this.database.query<TaskStepEntity>(
      `SELECT * FROM task_steps WHERE project_id = ? AND id IN (
         SELECT (SELECT step.id FROM task_steps step WHERE step.task_id = tasks.id AND step.status = 'waiting'
                 ORDER BY step.position LIMIT 1)
         FROM tasks WHERE id IN (${taskIds.map(() => '?').join(', ')}))`,
      [projectId, ...taskIds],
    );
    return new Map(rows.map((row) => [row.task_id, toTaskStep(row)]));
  }
}

function toTaskStep(row: TaskStepEntity): TaskStep {
  const kind = STEP_KINDS.find((known) => known === row.kind);
  const status = STEP_STATUSES.find((known) => known === row.status);
  if (kind === undefined || status === undefined)
    throw new Error(`stored step of unknown kind ${row.kind} or status ${row.status}`);
  return {
    id: row.id,
    position: row.position,
    kind,
    name: row.name,
    occurrence: row.occurrence,
    ordered: Boolean(row.ordered),
    status,
    attempts: row.attempts,
    result: storedJson(row.result),
    error:
      row.error_message === null
        ? null
        : { type: row.error_type ?? '', message: row.error_message },
    // The messages to a model are shown in the transcript.
    detail: kind === 'model' ? null : storedJson(row.detail),
    codeAt: row.code_at,
    tries: listAttempts(row),
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    wakeAt: row.wake_at,
  };
}

/** Returns the attempts of a step, including the only one of a step that was called once. */
function listAttempts(row: TaskStepEntity): Try[] {
  if (row.kind !== 'step' || row.tries !== null) return parseTries(row.tries);
  if (row.attempts !== 1 || row.finished_at === null || row.status === 'cancelled') return [];
  const error = row.error_message === null ? null : `${row.error_type}: ${row.error_message}`;
  return [[row.started_at, row.finished_at, error]];
}
