import type { NewTaskEvent } from '../../platform/events/task-event.js';
import type { ApprovalStatus, Decider } from './approval.js';

/** Returns the event that reports that an approval waits, or how it has ended. */
export function approvalEvent(
  {
    id,
    task_id,
    attempt,
    prompt,
  }: { id: string; task_id: string; attempt: number; prompt: string },
  status: ApprovalStatus,
  decider: Decider | null,
): NewTaskEvent {
  return {
    type: 'approval',
    taskId: task_id,
    attempt,
    level: null,
    createdAt: Date.now(),
    data: {
      approval_id: id,
      prompt,
      status,
      decided_by: decider?.name ?? null,
      automatic: decider?.via === 'auto_approve',
    },
  };
}
