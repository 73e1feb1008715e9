import type { Approval } from '../api/types.js';
import type { LiveEvent } from './task-change.js';

/** Changes to pending approvals in a batch of events. */
export interface ApprovalChanges {
  /** Ids of approvals that have become pending. */
  asked: ReadonlySet<string>;
  /** Ids of approvals that are no longer pending. */
  over: ReadonlySet<string>;
  /** Ids of tasks that have ended, so that their approvals are obsolete. */
  endedTasks: ReadonlySet<string>;
}

const ENDS = new Set(['success', 'failed', 'cancelled']);

export function approvalChanges(events: readonly LiveEvent[]): ApprovalChanges {
  const asked = new Set<string>();
  const over = new Set<string>();
  const endedTasks = new Set<string>();
  for (const { type, data } of events) {
    const status = String(data['status']);
    if (type === 'approval') {
      const id = String(data['approval_id']);
      if (status === 'pending') asked.add(id);
      else {
        asked.delete(id);
        over.add(id);
      }
    } else if (type === 'status' && ENDS.has(status)) endedTasks.add(String(data['task_id']));
  }
  return { asked, over, endedTasks };
}

/** Returns the approvals that are still pending; the same array if all of them are. */
export function stillWaiting(
  approvals: Approval[],
  { over, endedTasks }: ApprovalChanges,
): Approval[] {
  const left = approvals.filter(({ id, task_id }) => !over.has(id) && !endedTasks.has(task_id));
  return left.length === approvals.length ? approvals : left;
}
