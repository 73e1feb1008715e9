import type { Transaction } from '../../../platform/database/database.js';
import type { TaskEntity } from '../state/task.entity.js';
import {
  childrenOrphaned,
  type EndStatus,
  taskEnded,
  taskEndedSomewhere,
} from '../state/messages.js';
import type { Transitions } from '../state/transitions.js';
import { closeSteps } from './close-steps.js';
import { recordUsage } from './record-usage.js';
import { completeStep, type WaitEnd } from './complete-step.js';

/**
 * Completes the end of a task within the transaction that stores it: records its model usage, closes its waiting steps
 * and notifies its parent. Does nothing for a task that has not ended.
 */
export async function endTask(
  transitions: Transitions,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  await endTaskItself(transitions, transaction, row);
  await notifyParent(transitions, transaction, row);
}

/** Does what {@link endTask} does, except for notifying the parent. */
export async function endTaskItself(
  transitions: Transitions,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  const { id: taskId, project_id: projectId, status, error_code: errorCode, attempt } = row;
  if (!hasEnded(status)) return;
  const { task_type: metaTask, started_at: start, finished_at: end } = row;
  const ms = start === null || end === null ? null : end - start;
  const ended = { taskId, projectId, metaTask, status, errorCode, attempt, ms };
  transitions.publish(transaction, taskEnded, ended);
  transitions.publish(transaction, taskEndedSomewhere, { taskId });
  await recordUsage(transitions, transaction, row);
  if (await closeSteps(transitions.database, transaction, row))
    transitions.publish(transaction, childrenOrphaned, { parentId: taskId });
}

/** Ends the step of the parent that waits for an ended task. */
export async function notifyParent(
  transitions: Transitions,
  transaction: Transaction,
  row: TaskEntity,
): Promise<void> {
  const { project_id: projectId, parent_id: taskId, parent_step_id: stepId } = row;
  if (!hasEnded(row.status) || taskId === null || stepId === null) return;
  const step = { projectId, taskId, stepId };
  await completeStep(transitions, transaction, step, toWaitEnd(row));
}

/**
 * Does what {@link notifyParent} does for several tasks, in the order of their parents. It comes after all writes to
 * tasks: a transaction that holds the row of a parent must not wait for a child, whose own end waits for that row.
 */
export async function notifyParents(
  transitions: Transitions,
  transaction: Transaction,
  rows: readonly (TaskEntity | null)[],
): Promise<void> {
  const ended = rows.filter((row) => row !== null);
  const getParentId = ({ parent_id: parentId }: TaskEntity): string => parentId ?? '';
  for (const row of ended.toSorted((a, b) => inOrder(getParentId(a), getParentId(b))))
    await notifyParent(transitions, transaction, row);
}

/** Compares ids. Every transaction that writes to several tasks does so in this order. */
export function inOrder(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function hasEnded(status: string): status is EndStatus {
  return status === 'success' || status === 'failed' || status === 'cancelled';
}

/** Returns the outcome of the parent's step. */
function toWaitEnd(row: TaskEntity): WaitEnd {
  if (row.status === 'success') return { status: 'success', result: row.result ?? 'null' };
  const error = { type: row.error_code ?? row.status, message: row.error_message ?? '' };
  return { status: 'failed', error };
}
