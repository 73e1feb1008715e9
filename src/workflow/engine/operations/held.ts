import type { Database, Transaction } from '../../../platform/database/database.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import type { RunKey } from '../runs/run-key.js';

/** The error of a run that has lost its task. */
export class RunGivenUp extends MetarunError {
  constructor() {
    super('conflict', 'This run has been given up; the task runs elsewhere.');
  }
}

export function givenUp(): MetarunError {
  return new RunGivenUp();
}

/**
 * Asserts, within a transaction in which a run writes outside of its task, that the run still has its task. The lock
 * keeps other servers from taking the task before the transaction ends. A check before the transaction is not enough:
 * the process may be suspended in between for longer than the lease.
 */
export async function assertHeld(
  database: Database,
  transaction: Transaction,
  { taskId, projectId, fence }: RunKey,
): Promise<void> {
  const [held] = await transaction.query(
    `SELECT 1 AS held FROM tasks WHERE id = ? AND project_id = ? AND fence = ? AND status = 'running'
     ${database.kind === 'postgres' ? 'FOR SHARE' : ''}`,
    [taskId, projectId, fence],
  );
  if (held === undefined) throw givenUp();
}
