import {
  type Database,
  type SqlValue,
  type Transaction,
} from '../../platform/database/database.js';
import type { TaskStepEntity } from '../engine/state/task-step.entity.js';
import type { RunKey } from '../engine/runs/run-key.js';
import { type Recorded, type SideRecord, writeReports } from '../engine/operations/record.js';
import { stepEvent } from '../engine/state/step-event.js';
import { type Transitions } from '../engine/state/transitions.js';
import { MADE_ONCE } from './replay.js';
import { triesText } from './tries.js';
import type { Step, StepEnd, StepError, StepRecord, StepStatus } from './step.js';

/** The columns of a step that are written. `result` is JSON text. */
export interface StepWrite {
  status: StepStatus;
  result?: string;
  error?: StepError;
  /** Duration of the wait in ms; null = until it is completed. */
  waitsMs?: number | null;
  /** JSON text. */
  detail?: string | null;
}

/** A record to be written. `redactedName` is the step's name without secrets. */
export interface NewRecord {
  step: Step;
  redactedName: string;
  written: StepWrite;
}

/** Further writes in the transaction of the records. */
export type WriteMore = (transaction: Transaction) => Promise<void>;

/** Decides the end of a step within the transaction of its record. It may be called again after a rollback. */
export type DecideEnd = (transaction: Transaction) => Promise<StepEnd>;

/** Number of rows per INSERT, since databases limit the values of a statement. */
const ROWS_PER_INSERT = 200;

/** Reads and writes the records of steps. */
export class StepStore {
  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
  ) {}

  /**
   * Returns all records of a task, by position. A step that ran when its run was lost has no record, or the one from
   * before if it waited for a further call. Calls of tools and MCP servers keep the record that they began.
   */
  async load(run: RunKey): Promise<StepRecord[]> {
    const rows = await this.database.query<StepRecord>(
      `SELECT id, position, kind, name, occurrence, ordered, attempts, started_at, status, tries,
         wake_at - ${this.database.now} AS "left", CASE WHEN kind = 'mcp' THEN detail END AS detail
       FROM task_steps WHERE task_id = ? AND project_id = ? AND (status <> 'running' OR attempts > 1 OR kind IN ('tool', 'mcp'))
       ORDER BY position, started_at`,
      [run.taskId, run.projectId],
    );
    return rows.map((row) => ({
      ...row,
      ordered: Boolean(row.ordered),
      ...(row.status === 'running' && !MADE_ONCE.includes(row.kind)
        ? { status: 'waiting', attempts: row.attempts - 1, left: 0 }
        : {}),
    }));
  }

  async end(run: RunKey, stepId: string): Promise<StepEnd | null> {
    const [row] = await this.database.query<TaskStepEntity>(
      'SELECT * FROM task_steps WHERE id = ? AND task_id = ? AND project_id = ?',
      [stepId, run.taskId, run.projectId],
    );
    if (row === undefined || isOpen(row.status)) return null;
    return toStepEnd(row);
  }

  /** Returns those of `stepIds` that no longer wait. */
  async completed(run: RunKey, stepIds: readonly string[]): Promise<string[]> {
    const rows = await this.database.query<{ id: string }>(
      `SELECT id FROM task_steps WHERE task_id = ? AND project_id = ? AND status <> 'waiting'
         AND id IN (${stepIds.map(() => '?').join(', ')})`,
      [run.taskId, run.projectId, ...stepIds],
    );
    return rows.map(({ id }) => id);
  }

  /** Returns the ends of those of `stepIds` that have ended, by id. */
  async ends(run: RunKey, stepIds: readonly string[]): Promise<Map<string, StepEnd>> {
    const rows = await this.database.query<TaskStepEntity>(
      `SELECT * FROM task_steps WHERE task_id = ? AND project_id = ? AND status <> 'waiting'
         AND id IN (${stepIds.map(() => '?').join(', ')})`,
      [run.taskId, run.projectId, ...stepIds],
    );
    return new Map(rows.map((row) => [row.id, toStepEnd(row)]));
  }

  /**
   * Writes the records of steps with their events and the rows that `more` writes, all or none, after the earlier
   * reports of the run. A function `records` is called within the transaction. Returns false, with nothing written, if
   * the run is stale.
   */
  write(
    run: RunKey,
    records: readonly NewRecord[] | ((transaction: Transaction) => Promise<readonly NewRecord[]>),
    reports: Recorded,
    more?: WriteMore,
  ): Promise<boolean> {
    return this.database.write(async (transaction) => {
      const { phase, phaseSince, progress } = reports;
      const [held] = await transaction.query(
        // A task that makes progress is not the cause of the loss of its workers.
        `UPDATE tasks SET step_count = step_count + 1, crashes = 0, current_phase = COALESCE(?, current_phase),
           phase_since = COALESCE(?, phase_since), progress = COALESCE(?, progress)
         WHERE id = ? AND project_id = ? AND fence = ? AND status = 'running' RETURNING id`,
        [phase, phaseSince, progress, run.taskId, run.projectId, run.fence],
      );
      if (held === undefined) return false;
      await writeReports(this.transitions, transaction, run, reports);
      const writes = typeof records === 'function' ? await records(transaction) : records;
      for (let from = 0; from < writes.length; from += ROWS_PER_INSERT)
        await this.upsert(transaction, run, writes.slice(from, from + ROWS_PER_INSERT));
      const events = writes.map(({ step, redactedName, written }) =>
        stepEvent(run, { ...step, name: redactedName }, written),
      );
      this.transitions.append(transaction, run.projectId, events);
      await more?.(transaction);
      return true;
    });
  }

  /** Returns the record of a step whose function runs, which is written with the reports of the run. */
  running(run: RunKey, step: Step, redactedName: string): SideRecord {
    const written = { status: 'running' } as const;
    return {
      event: stepEvent(run, { ...step, name: redactedName }, written),
      write: async (transaction) => {
        // The end of the task closes steps only if their number is not 0.
        await transaction.query(
          'UPDATE tasks SET step_count = step_count + 1 WHERE id = ? AND project_id = ?',
          [run.taskId, run.projectId],
        );
        await this.upsert(transaction, run, [{ step, redactedName, written }]);
      },
    };
  }

  private async upsert(
    transaction: Transaction,
    run: RunKey,
    writes: readonly NewRecord[],
  ): Promise<void> {
    const { now } = this.database;
    const place = ({ written: { status, waitsMs } }: NewRecord): string => {
      const wakeAt = waitsMs == null ? 'NULL' : `${now} + ${Math.ceil(waitsMs)}`;
      const finishedAt = status === 'waiting' || status === 'running' ? 'NULL' : now;
      return `(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ${wakeAt}, ${finishedAt})`;
    };
    await transaction.query(
      `INSERT INTO task_steps (id, project_id, task_id, position, kind, name, occurrence, ordered, status,
         attempts, result, error_type, error_message, detail, code_at, tries, started_at, wake_at, finished_at)
       VALUES ${writes.map(place).join(', ')}
       ON CONFLICT (task_id, kind, name, occurrence) DO UPDATE SET id = excluded.id,
         position = excluded.position, ordered = excluded.ordered, status = excluded.status,
         attempts = excluded.attempts, result = excluded.result, error_type = excluded.error_type,
         error_message = excluded.error_message, code_at = COALESCE(excluded.code_at, task_steps.code_at),
         tries = CASE WHEN excluded.id = task_steps.id THEN COALESCE(excluded.tries, task_steps.tries) ELSE excluded.tries END,
         detail = CASE WHEN excluded.kind = 'step' THEN excluded.detail ELSE COALESCE(excluded.detail, task_steps.detail) END,
         started_at = excluded.started_at, wake_at = excluded.wake_at, finished_at = excluded.finished_at`,
      writes.flatMap(({ step, written }): SqlValue[] => [
        step.id,
        run.projectId,
        run.taskId,
        step.position,
        step.kind,
        step.name,
        step.occurrence,
        step.ordered,
        written.status,
        step.attempts,
        written.result ?? null,
        written.error?.type ?? null,
        written.error?.message ?? null,
        written.detail ?? null,
        step.codeAt,
        triesText(step.tries),
        step.startedAt,
      ]),
    );
  }
}

/** Returns whether a step of this status may still end. */
function isOpen(status: string): boolean {
  return status === 'waiting' || status === 'running';
}

function toStepEnd(row: TaskStepEntity): StepEnd {
  const { detail } = row;
  if (row.status === 'success') return { status: 'success', result: row.result ?? 'null', detail };
  return {
    status: 'failed',
    error: { type: row.error_type ?? 'Error', message: row.error_message ?? '' },
    detail,
  };
}
