import type { ListedTask } from './task.js';

/** The reasons why a pending task does not run yet. */
export const PENDING_REASONS = [
  'not_before',
  'retry_delay',
  'concurrency_limit',
  'queue',
  'no_worker',
  'no_process',
] as const;
export type PendingReason = (typeof PENDING_REASONS)[number];

/** A task that holds what another one waits for. */
export interface Holder {
  id: string;
  name: string;
  /** The time of its start, ms. */
  since: number;
}

export interface Pending {
  reason: PendingReason;
  /** The time at which the reason ends; null if that is not known. */
  until: number | null;
  /** Tasks that may run at once: by the concurrency limit, or on the server. */
  limit: number | null;
  /** The value in the params that tasks share the concurrency limit by, as JSON text. */
  key: string | null;
  /** The first of the tasks that run instead, longest first. */
  holders: Holder[];
  /** The number of tasks that come before it. */
  ahead: number | null;
  /** The tags that no worker has which lives: none has all of those that the task asks for. */
  tags: string[];
  /** Why there is no process for it, as a sentence; null where that is not the reason. */
  message: string | null;
  /** The time since which it has waited for a process; null where that is not the reason. */
  since: number | null;
}

const UUID_LENGTH = 36;

/** Returns what the row of a task alone says; null if the task is not pending. `now` in ms. */
export function pendingOf(
  {
    status,
    runAt,
    attempt,
    errorCode,
    errorMessage,
    queuedAt,
    blocked,
    slotKey,
  }: Pick<
    ListedTask,
    | 'status'
    | 'runAt'
    | 'attempt'
    | 'errorCode'
    | 'errorMessage'
    | 'queuedAt'
    | 'blocked'
    | 'slotKey'
  >,
  now: number,
): Pending | null {
  if (status !== 'pending') return null;
  const nothing = {
    until: null,
    limit: null,
    key: null,
    holders: [],
    ahead: null,
    tags: [],
    message: null,
    since: null,
  };
  // See engine/operations/release.ts.
  if (errorCode === null && errorMessage !== null)
    return { ...nothing, reason: 'no_process', message: errorMessage, since: queuedAt };
  if (runAt > now) {
    const isRetry = attempt > 0 && errorCode !== null;
    return { ...nothing, reason: isRetry ? 'retry_delay' : 'not_before', until: runAt };
  }
  if (!blocked) return { ...nothing, reason: 'queue' };
  const key = slotKey === null ? '' : slotKey.slice(UUID_LENGTH + 1);
  return { ...nothing, reason: 'concurrency_limit', key: key === '' ? null : key };
}
