import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../database/database.js';
import type { TaskEntity } from '../database/entities/task.entity.js';
import type { TaskStepEntity } from '../database/entities/task-step.entity.js';
import { hintOf } from '../engine/dispatcher.js';
import { wakeNow } from '../engine/operations/wake.js';
import { statusEvent } from '../engine/status-event.js';
import { EventBus } from '../events/event-bus.js';
import { EventLog } from '../events/event-log.js';
import type { StepEnd } from './step.js';
import { stepEvent } from './step-store.js';

/** What became of the completion of a step. */
export interface Completion {
  step: TaskStepEntity;
  /** The task, where it goes on now; null where it is still running, or waits on. */
  woken: TaskEntity | null;
}

/** Completes what tasks wait for, from outside of their runs: an approval, another task, an event. */
@Injectable()
export class StepCompletion {
  constructor(
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
  ) {}

  /**
   * Records the end of a step that waits, and lets its task go on, within the transaction of what led to it. Null,
   * with nothing written, when the step does not wait (any more). Once the transaction is through, call
   * {@link announce}.
   */
  async complete(
    transaction: Transaction,
    { projectId, taskId, stepId }: { projectId: string; taskId: string; stepId: string },
    end: StepEnd,
  ): Promise<Completion | null> {
    const { now } = this.database;
    // First the task's row, as `suspend` does: whichever of the two comes second sees what the other has written.
    const [task] = await transaction.query<TaskEntity>(
      'UPDATE tasks SET step_count = step_count + 1 WHERE id = ? AND project_id = ? RETURNING *',
      [taskId, projectId],
    );
    const success = end.status === 'success';
    const [step] = await transaction.query<TaskStepEntity>(
      `UPDATE task_steps SET status = ?, result = ?, error_type = ?, error_message = ?, wake_at = NULL,
         finished_at = ${now}
       WHERE id = ? AND task_id = ? AND project_id = ? AND status = 'waiting' RETURNING *`,
      [
        end.status,
        success ? end.result : null,
        success ? null : end.error.type,
        success ? null : end.error.message,
        stepId,
        taskId,
        projectId,
      ],
    );
    if (!task || !step) return null;
    const woken = await wakeNow(this.database, transaction, taskId);
    const told = stepEvent({ taskId, attempt: task.attempt }, step, {
      status: end.status,
      ...(success ? {} : { error: end.error }),
    });
    await this.events.append(
      transaction,
      projectId,
      woken ? [told, statusEvent(woken, Date.now())] : [told],
    );
    return { step, woken };
  }

  announce({ step, woken }: Completion): void {
    this.bus.publish('step', { taskId: step.task_id, stepId: step.id });
    this.bus.publish('events', { projectId: step.project_id });
    if (woken) this.bus.publish('due', hintOf(woken));
  }
}
