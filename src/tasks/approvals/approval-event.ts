import type { NewTaskEvent } from '../../platform/events/task-event.js';
import { isoTimeOrNull } from '../../base/kernel/clock.js';
import { ROLES, listRoleScopes } from '../../access/auth/roles.js';
import type { ApprovalStatus, Decider } from './approval.js';

const SCOPE = 'approvals:write';
/** Callers that may decide without a link. */
const DECIDERS = {
  scope: SCOPE,
  roles: ROLES.filter((role) => listRoleScopes(role).includes(SCOPE)),
};

/** Returns the event for a pending approval, or for the outcome of an approval. */
export function approvalEvent(
  {
    id,
    task_id,
    attempt,
    prompt,
    expires_at,
  }: { id: string; task_id: string; attempt: number; prompt: string; expires_at: number | null },
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
      ...(status === 'pending'
        ? { expires_at: isoTimeOrNull(expires_at), deciders: DECIDERS }
        : {}),
    },
  };
}
