import type { Now } from '../../api/types.js';

/** Time for which a pending task may be due before it counts as stuck. */
const STUCK_MS = 60_000;

/** Reasons why a task that is due does not start. */
const STUCK_REASONS: readonly (string | undefined)[] = ['no_worker', 'no_process'];

/** Returns the oldest pending task if it has waited too long or cannot start; otherwise null. */
export function stuckTask({ oldest_pending: oldest }: Now): Now['oldest_pending'] {
  if (oldest === null) return null;
  const isStuck = oldest.age_ms >= STUCK_MS || STUCK_REASONS.includes(oldest.pending?.reason);
  return isStuck ? oldest : null;
}

/** Returns whether nothing in the project needs attention. */
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

/** Returns whether a schedule failed to create a task, or was paused by the server. */
export function hasTrouble(schedule: Now['schedules'][number]): boolean {
  return schedule.consecutive_failures > 0 || schedule.pause_reason !== null;
}

/** Returns the number of consecutive failures among the last runs. `runs` is sorted from newest to oldest. */
export function failedInARow(runs: readonly { readonly status: string }[]): number {
  const at = runs.findIndex(({ status }) => status !== 'failed');
  return at === -1 ? runs.length : at;
}
