import type { Now } from '../../api/types.js';

/** A task that could have run for this long is stuck. */
const STUCK_MS = 60_000;

/** Reasons for which a task does not begin although its turn has come. */
const STUCK_REASONS: readonly (string | undefined)[] = ['no_worker', 'no_process'];

/** Returns the task that has waited for too long, or that waits while nothing is begun; null where there is none. */
export function stuckTask({ oldest_pending: oldest }: Now): Now['oldest_pending'] {
  if (oldest === null) return null;
  const isStuck = oldest.age_ms >= STUCK_MS || STUCK_REASONS.includes(oldest.pending?.reason);
  return isStuck ? oldest : null;
}

/** Returns whether nothing of a project needs anybody. */
export function isWell(now: Now): boolean {
  return (
    now.failing.length === 0 &&
    now.slow.length === 0 &&
    stuckTask(now) === null &&
    now.approvals.pending === 0 &&
    now.webhooks.failing + now.webhooks.disabled === 0 &&
    !now.schedules.some(hasTrouble)
  );
}

/** Returns whether a schedule could make no task, or was paused by the server. */
export function hasTrouble(schedule: Now['schedules'][number]): boolean {
  return schedule.consecutive_failures > 0 || schedule.pause_reason !== null;
}

/** Returns how many of the last runs have failed in a row. `runs`: the latest first. */
export function failedInARow(runs: readonly { readonly status: string }[]): number {
  const at = runs.findIndex(({ status }) => status !== 'failed');
  return at === -1 ? runs.length : at;
}
