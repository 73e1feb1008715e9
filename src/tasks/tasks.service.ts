import { Injectable } from '@nestjs/common';
import { askAgain } from '../approvals/ask-again.js';
import { Database } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import { Engine } from '../engine/engine.js';
import { cancel } from '../engine/operations/cancel.js';
import { announceCompletion } from '../engine/operations/complete-step.js';
import type { LeftTask } from '../engine/operations/end-task.js';
import { TOTAL_SECONDS } from '../engine/operations/expire.js';
import { openedEvent } from '../engine/status-event.js';
import { isFinished } from '../engine/task-status.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import { MetarunError, notFound } from '../kernel/errors.js';
import { isUuid } from '../kernel/ids.js';
import { TaskSteps } from '../steps/task-steps.service.js';
import { type Task, taskOf, type TaskSummary } from './task.js';
import { listTasks, type TaskFilter } from './task-list.js';

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
  list(projectId: string, filter: TaskFilter): Promise<TaskSummary[]> {
    return listTasks(this.database, projectId, filter);
  }

  async get(projectId: string, taskId: string): Promise<Task> {
    const task = taskOf(await this.row(projectId, taskId));
    if (task.status !== 'waiting') return task;
    return { ...task, waitingOn: await this.steps.waitedFor(projectId, task.id) };
  }

  /**
   * Cancels at once what does not run yet; a running task is told, and ends as `cancelled` when its script
   * has stopped or been stopped. Its children follow when it has ended. Cancelling a cancelled task changes nothing.
   */
  async cancel(projectId: string, taskId: string): Promise<Task> {
    const { id } = await this.row(projectId, taskId);
    const row = await cancel(this.database, this.events, { projectId, taskId: id });
    if (!row) {
      const current = await this.row(projectId, id);
      if (current.status === 'cancelled') return taskOf(current);
      throw new MetarunError('task_finished', `The task has already ended as ${current.status}.`);
    }
    this.announceCancelled(row);
    return taskOf(row);
  }

  /** Tells of a task, as it is since it was cancelled, once that is committed. */
  announceCancelled(row: LeftTask): void {
    const { id, project_id: projectId, status, slot_key } = row;
    if (status === 'running') this.bus.publish('cancel', { taskId: id });
    else {
      this.bus.publish('events', { projectId });
      this.bus.publish('ended', { taskId: id });
      if (row.aftermath?.completion) announceCompletion(this.bus, row.aftermath.completion);
      if (row.aftermath?.orphans) this.bus.publish('orphans', { parentId: id });
      this.engine.freed(slot_key);
    }
  }

  /**
   * Runs a task that failed or was cancelled once more, as it was: same params, same version. A parent that has been
   * told of its end is not told again.
   */
  async retry(projectId: string, taskId: string): Promise<Task> {
    const { id } = await this.row(projectId, taskId);
    const row = await this.database.write(async (transaction) => {
      const [again] = await transaction.query<TaskEntity>(
        `UPDATE tasks SET status = 'pending', progress = 0, current_phase = NULL, result = NULL,
           error_code = NULL, error_message = NULL, error_stack = NULL, crashes = 0, woken = 0, failures = 0,
           parked = 0,
           peak_memory_bytes = NULL, cpu_ms = NULL,
           run_at = ${this.database.now}, deadline_at = ${this.database.now} + ${TOTAL_SECONDS} * 1000,
           cancel_requested_at = NULL, started_at = NULL, finished_at = NULL, parent_step_id = NULL
         WHERE id = ? AND project_id = ? AND status IN ('failed', 'cancelled') RETURNING *`,
        [id, projectId],
      );
      if (!again) return again;
      await askAgain(transaction, again);
      await this.events.append(transaction, projectId, [openedEvent(again, Date.now())]);
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
    this.engine.offer(row);
    if (row.deadline_at !== null) this.engine.later();
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
