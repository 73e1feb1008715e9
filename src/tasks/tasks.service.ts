import { Injectable } from '@nestjs/common';
import { askAgain } from '../approvals/ask-again.js';
import { Database, type SqlValue } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import { Engine } from '../engine/engine.js';
import { closeSteps } from '../engine/operations/close-steps.js';
import { statusEvent } from '../engine/status-event.js';
import { isFinished, type TaskStatus } from '../engine/task-status.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import { MetarunError, notFound } from '../kernel/errors.js';
import { isUuid } from '../kernel/ids.js';
import { TaskSteps } from '../steps/task-steps.service.js';
import {
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
  type Task,
  taskOf,
  type TaskSummary,
} from './task.js';
import type { TaskCursor } from './task-cursor.js';

export interface TaskFilter {
  status?: TaskStatus | undefined;
  taskType?: string | undefined;
  /** ms, exclusive */
  createdAfter?: number | undefined;
  /** ms, exclusive */
  createdBefore?: number | undefined;
  /** Part of the name, case counts not. */
  q?: string | undefined;
  cursor?: TaskCursor | undefined;
  limit: number;
  offset: number;
}

const CANCELLED_PENDING = 'The task was cancelled before it ran.';
const CANCELLED_WAITING = 'The task was cancelled while it waited.';

/** Tasks as clients see and steer them. */
@Injectable()
export class TasksService {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
    private readonly engine: Engine,
    private readonly steps: TaskSteps,
  ) {}

  /** Newest first. */
  async list(projectId: string, filter: TaskFilter): Promise<TaskSummary[]> {
    const where = ['project_id = ?'];
    const values: SqlValue[] = [projectId];
    const add = (condition: string, ...bound: SqlValue[]): void => {
      where.push(condition);
      values.push(...bound);
    };
    if (filter.status !== undefined) add('status = ?', filter.status);
    if (filter.taskType !== undefined) add('task_type = ?', filter.taskType);
    if (filter.createdAfter !== undefined) add('created_at > ?', filter.createdAfter);
    if (filter.createdBefore !== undefined) add('created_at < ?', filter.createdBefore);
    if (filter.q !== undefined) {
      const escaped = filter.q.toLowerCase().replace(/[\\%_]/g, '\\$&');
      add("LOWER(name) LIKE ? ESCAPE '\\'", `%${escaped}%`);
    }
    if (filter.cursor !== undefined)
      add('(created_at, id) < (?, ?)', filter.cursor.createdAt, filter.cursor.id);
    const rows = await this.database.query<SummaryRow>(
      `SELECT ${SUMMARY_COLUMNS.join(', ')} FROM tasks WHERE ${where.join(' AND ')}
       ORDER BY created_at DESC, id DESC LIMIT ? OFFSET ?`,
      [...values, filter.limit, filter.offset],
    );
    return rows.map(summaryOf);
  }

  async get(projectId: string, taskId: string): Promise<Task> {
    const task = taskOf(await this.row(projectId, taskId));
    if (task.status !== 'waiting') return task;
    return { ...task, waitingOn: await this.steps.waitedFor(projectId, task.id) };
  }

  /**
   * Cancels at once what does not run yet; a running task is told, and ends as `cancelled` when its script
   * has stopped or been stopped. Cancelling a cancelled task changes nothing.
   */
  async cancel(projectId: string, taskId: string): Promise<Task> {
    const { id } = await this.row(projectId, taskId);
    const { now } = this.database;
    // One statement: between two the task could pass from the one's state into the other's.
    const ends = (value: string, column: string): string =>
      `${column} = CASE WHEN status = 'running' THEN ${column} ELSE ${value} END`;
    const row = await this.database.write(async (transaction) => {
      const [told] = await transaction.query<TaskEntity>(
        `UPDATE tasks SET cancel_requested_at = COALESCE(cancel_requested_at, ${now}),
           ${ends("'cancelled'", 'status')}, ${ends("'cancelled'", 'error_code')},
           ${ends(`CASE WHEN status = 'waiting' THEN '${CANCELLED_WAITING}' ELSE '${CANCELLED_PENDING}' END`, 'error_message')},
           ${ends(now, 'finished_at')}
         WHERE id = ? AND project_id = ? AND status IN ('pending', 'waiting', 'running') RETURNING *`,
        [id, projectId],
      );
      if (told?.status !== 'cancelled') return told;
      await closeSteps(this.database, transaction, told);
      await this.events.append(transaction, projectId, [statusEvent(told, Date.now())]);
      return told;
    });
    if (!row) {
      const current = await this.row(projectId, id);
      if (current.status === 'cancelled') return taskOf(current);
      throw new MetarunError('task_finished', `The task has already ended as ${current.status}.`);
    }
    if (row.status === 'running') this.bus.publish('cancel', { taskId: id });
    else {
      this.bus.publish('events', { projectId });
      this.bus.publish('ended', { taskId: id });
    }
    return taskOf(row);
  }

  /** Runs a task that failed or was cancelled once more, as it was: same params, same version. */
  async retry(projectId: string, taskId: string): Promise<Task> {
    const { id } = await this.row(projectId, taskId);
    const row = await this.database.write(async (transaction) => {
      const [again] = await transaction.query<TaskEntity>(
        `UPDATE tasks SET status = 'pending', progress = 0, current_phase = NULL, result = NULL,
           error_code = NULL, error_message = NULL, error_stack = NULL, crashes = 0, woken = 0,
           peak_memory_bytes = NULL, cpu_ms = NULL,
           run_at = ${this.database.now}, cancel_requested_at = NULL, started_at = NULL, finished_at = NULL
         WHERE id = ? AND project_id = ? AND status IN ('failed', 'cancelled') RETURNING *`,
        [id, projectId],
      );
      if (!again) return again;
      await askAgain(transaction, again);
      await this.events.append(transaction, projectId, [statusEvent(again, Date.now())]);
      return again;
    });
    if (!row) {
      const { status } = await this.row(projectId, id);
      throw isFinished(status)
        ? new MetarunError(
            'task_finished',
            `The task has ended as ${status}; only a failed or cancelled one can be retried.`,
          )
        : new MetarunError(
            'task_not_finished',
            `The task is ${status}; it can be retried once it has failed or been cancelled.`,
          );
    }
    this.announce(row);
    return taskOf(row);
  }

  private announce(row: TaskEntity): void {
    this.bus.publish('events', { projectId: row.project_id });
    this.engine.offer(row.id, row.priority);
  }

  private async row(projectId: string, taskId: string): Promise<TaskEntity> {
    if (!isUuid(taskId)) throw notFound('task');
    const [row] = await this.database.query<TaskEntity>(
      'SELECT * FROM tasks WHERE id = ? AND project_id = ?',
      [taskId.toLowerCase(), projectId],
    );
    if (!row) throw notFound('task');
    return row;
  }
}
