import { hasEnded, type MyProject, type Run } from '../../api/types.js';

export const ACTIONS = ['decide', 'retry', 'again', 'cancel', 'sendEvent'] as const;
export type Action = (typeof ACTIONS)[number];

/** Returns the actions that the user may take on a run, the most likely first. */
export function availableActions(
  { status, waiting_on: waits, cancel_requested_at: cancelling, draft }: Run,
  { scopes }: Pick<MyProject, 'scopes'>,
): Action[] {
  const writes = scopes.includes('tasks:write');
  const may: Record<Action, boolean> = {
    decide: waits.some(({ kind }) => kind === 'approval') && scopes.includes('approvals:write'),
    retry: writes && !draft && (status === 'failed' || status === 'cancelled'),
    again: writes && !draft,
    cancel: writes && !hasEnded(status) && cancelling === null,
    sendEvent: writes && !hasEnded(status),
  };
  return ACTIONS.filter((action) => may[action]);
}
