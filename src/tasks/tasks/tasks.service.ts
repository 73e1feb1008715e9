import { Injectable } from '@nestjs/common';
import { askAgain } from '../approvals/ask-again.js';
import { Database, type Transaction } from '../../platform/database/database.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { type Actor, actorValues } from '../../workflow/engine/state/actor.js';
import { cancel } from '../../workflow/engine/operations/cancel.js';
import { keepAttempt } from '../../workflow/engine/operations/keep-attempt.js';
import { TOTAL_SECONDS } from '../../workflow/engine/operations/expire.js';
import type { RecordedUsage } from '../../workflow/engine/state/model-use.js';
import { isFinished } from '../../workflow/engine/state/task-status.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import { MetarunError } from '../../base/kernel/errors.js';
import { TaskSteps } from '../../workflow/steps/task-steps.service.js';
import { addedExtensions, type Extension, extensionOfRow } from './runs/extension.js';
import { TaskRuns } from './runs/task-runs.js';
import type { TaskFilter } from './list/task-filter.js';
import { listTasks, type TaskPage } from './list/task-list.js';
import { refuseDraft } from './drafts/refused-draft.js';
import { taskRow } from './submission/task-row.js';
import { type ListedTask, type Task, toTask } from './views/task.js';
import { TASK_ERRORS } from './errors.js';

/** Tasks as clients see and control them. */
@Injectable()
export class TasksService {
  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
    private readonly steps: TaskSteps,
    private readonly runs: TaskRuns,
  ) {}

  /** Lists tasks, latest first. */
  list(projectId: string, filter: TaskFilter, page: TaskPage): Promise<ListedTask[]> {
    return listTasks(this.database, projectId, filter, page);
  }

  async get(projectId: string, taskId: string): Promise<Task> {
    const row = await taskRow(this.database, projectId, taskId);
    const task = { ...toTask(row), ...(await this.usedSoFar(row)) };
    if (task.status !== 'waiting') return task;
    return { ...task, waitingOn: await this.steps.waitedFor(projectId, task.id) };
  }

  /**
   * Cancels a pending or waiting task at once; a running one is notified and ends as `cancelled` once its script has
   * stopped. Its children follow after its end. Cancelling a cancelled task changes nothing.
   */
  async cancel(projectId: string, taskId: string, by: Actor | null): Promise<Task> {
    const { id } = await taskRow(this.database, projectId, taskId);
    const row = await cancel(this.transitions, { projectId, taskId: id, by });
    if (!row) {
      const current = await taskRow(this.database, projectId, id);
      if (current.status === 'cancelled') return toTask(current);
      throw new MetarunError(
        TASK_ERRORS.task_finished,
        `The task ${id} has already ended as ${current.status}: there is nothing to cancel.`,
      );
    }
    return toTask(row);
  }

  /**
   * Runs a failed or cancelled task again with the same params and version. A parent that was notified of its end is
   * not notified again. `extend` is added to its limits; `more` writes in the same transaction.
   */
  async retry(
    projectId: string,
    taskId: string,
    { extend, by }: { extend: Extension | null; by: Actor },
    more?: (transaction: Transaction) => Promise<void>,
  ): Promise<Task> {
    for (;;) {
      const before = await taskRow(this.database, projectId, taskId);
      refuseDraft(before);
      const row = await this.reopen(before, await this.extended(before, extend), by, more);
      if (row !== null) return toTask(row);
      const { id, status } = await taskRow(this.database, projectId, taskId);
      // Another retry has extended it in the meantime, and has ended: this one extends the current limits.
      if (status === 'failed' || status === 'cancelled') continue;
      throw isFinished(status)
        ? new MetarunError(
            TASK_ERRORS.task_finished,
            `The task ${id} has ended as ${status}; only a failed or cancelled one can be retried.`,
          )
        : new MetarunError(
            TASK_ERRORS.task_not_finished,
            `The task ${id} is ${status}; it can be retried once it has failed or been cancelled.`,
          );
    }
  }

  /**
   * Returns null, with nothing changed, if the task has not failed or been cancelled, or has run or was extended since
   * `before` was read.
   */
  private reopen(
    before: TaskEntity,
    extension: string | null,
    by: Actor,
    more?: (transaction: Transaction) => Promise<void>,
  ): Promise<TaskEntity | null> {
    return this.database.write(async (transaction) => {
      const [again] = await transaction.query<TaskEntity>(
        `UPDATE tasks SET status = 'pending', progress = 0, current_phase = NULL, result = NULL, result_summary = NULL,
           retried_by = ?, retried_by_name = ?, cancelled_by = NULL, cancelled_by_name = NULL,
           error_code = NULL, error_message = NULL, error_stack = NULL, crashes = 0, woken = 0, failures = 0,
           parked = 0, extension = ?,
           peak_memory_bytes = NULL, cpu_ms = NULL,
           run_at = ${this.database.now}, deadline_at = ${this.database.now} + ${TOTAL_SECONDS} * 1000,
           cancel_requested_at = NULL, started_at = NULL, finished_at = NULL, parent_step_id = NULL
         WHERE id = ? AND project_id = ? AND status IN ('failed', 'cancelled') AND COALESCE(extension, '') = ?
           AND attempt = ? AND finished_at = ? RETURNING *`,
        [
          ...actorValues(by),
          extension,
          before.id,
          before.project_id,
          before.extension ?? '',
          before.attempt,
          before.finished_at,
        ],
      );
      if (!again) return null;
      await keepAttempt(transaction, before, {
        outcome: before.status === 'cancelled' ? 'cancelled' : 'failed',
        error: before,
        finishedAt: before.finished_at ?? this.database.now,
        retriedBy: by,
      });
      await askAgain(transaction, again);
      this.transitions.reopened(transaction, again);
      await more?.(transaction);
      return again;
    });
  }

  /** Returns the model usage of an unfinished task so far; null for an ended one, and without usage. */
  private async usedSoFar(row: TaskEntity): Promise<RecordedUsage | null> {
    if (row.usage === null || row.finished_at !== null) return null;
    return this.transitions.modelUse.read(this.database, row);
  }

  /** Returns the extension of a task plus `more`, as JSON text. */
  private async extended(row: TaskEntity, more: Extension | null): Promise<string | null> {
    if (more === null || !(row.status === 'failed' || row.status === 'cancelled'))
      return row.extension;
    const extension = addedExtensions(extensionOfRow(row), more);
    await this.runs.checkExtension(row, extension);
    return JSON.stringify(extension);
  }
}
