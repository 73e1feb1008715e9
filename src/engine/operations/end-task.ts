import type { Database, Transaction } from '../../database/database.js';
import type { TaskEntity } from '../../database/entities/task.entity.js';
import type { NewTaskEvent } from '../../events/task-event.js';
import { isFinished } from '../task-status.js';
import { closeSteps } from './close-steps.js';
import { type Completion, completeStep } from './complete-step.js';

/** A row as it was left by what ended its run, and what else that led to. */
export interface LeftTask extends TaskEntity {
  aftermath?: Aftermath;
}

/** What the end of a task leads to beyond its own row. */
export interface Aftermath {
  /** Of its parent's step; null where it has none that waits. */
  completion: Completion | null;
  /** Tasks that it waited for are nobody's now. */
  orphans: boolean;
}

/**
 * What belongs to the end of a task, in the transaction that writes it: its steps wait no longer, its parent is told.
 * Does nothing for a task that has not ended. Gives the events to append, and notes on the row what to announce.
 */
export async function endTask(
  database: Database,
  transaction: Transaction,
  row: LeftTask,
): Promise<NewTaskEvent[]> {
  if (!isFinished(row.status)) return [];
  const orphans = await closeSteps(database, transaction, row);
  const completion = await tellParent(database, transaction, row);
  if (orphans || completion !== null) row.aftermath = { completion, orphans };
  return completion?.events ?? [];
}

async function tellParent(
  database: Database,
  transaction: Transaction,
  row: TaskEntity,
): Promise<Completion | null> {
  if (row.parent_id === null || row.parent_step_id === null) return null;
  const step = { projectId: row.project_id, taskId: row.parent_id, stepId: row.parent_step_id };
  return completeStep(
    database,
    transaction,
    step,
    row.status === 'success'
      ? { status: 'success', result: row.result ?? 'null' }
      : {
          status: 'failed',
          error: { type: row.error_code ?? row.status, message: row.error_message ?? '' },
        },
  );
}
