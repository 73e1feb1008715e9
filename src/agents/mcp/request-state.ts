import { isUuid } from '../../base/kernel/ids.js';

const STATE = /^([\da-fA-F-]{36})\.(\d{1,6})$/;

/** Error for a state in a client's request that was never given to the call. */
export class UnknownStateError extends Error {
  constructor() {
    super('requestState is not that of an earlier answer to this call.');
  }
}

/**
 * Returns the state for questions about a task: its id and the round, since a client may treat equal states as one.
 */
export function stateAfter(before: string | undefined, taskId: string): string {
  const round = Number(STATE.exec(before ?? '')?.[2] ?? 0);
  return `${taskId}.${round + 1}`;
}

/** Returns the task id in a state, or null. */
export function taskOfState(state: string): string | null {
  const id = STATE.exec(state)?.[1];
  return id !== undefined && isUuid(id) ? id : null;
}
