import { isUuid } from '../../base/kernel/ids.js';

const STATE = /^([\da-fA-F-]{36})\.(\d{1,6})$/;

/** The state that comes with the answers of a client is none that its call was given. */
export class UnknownStateError extends Error {
  constructor() {
    super('requestState is not that of an earlier answer to this call.');
  }
}

/** Returns the state that goes with questions about a task: its id, and the round, since a client may take equal states for one. */
export function stateAfter(before: string | undefined, taskId: string): string {
  const round = Number(STATE.exec(before ?? '')?.[2] ?? 0);
  return `${taskId}.${round + 1}`;
}

/** Returns the id of the task in a state; null where there is none. */
export function taskOfState(state: string): string | null {
  const id = STATE.exec(state)?.[1];
  return id !== undefined && isUuid(id) ? id : null;
}
