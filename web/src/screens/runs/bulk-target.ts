import { type RunsFilter, parseFilterStatuses } from '../../api/runs-filter.js';
import {
  type BulkAction,
  hasEnded,
  STATUSES,
  type Task,
  type TaskStatus,
} from '../../api/types.js';

/** Runs that a bulk action affects: selected ones, or all that match a filter. */
export type BulkTarget =
  { kind: 'selected'; tasks: readonly Task[] } | { kind: 'matching'; filter: RunsFilter };

const HITS: Record<BulkAction, (status: TaskStatus) => boolean> = {
  cancel: (status) => !hasEnded(status),
  retry: (status) => status === 'failed' || status === 'cancelled',
  rerun: () => true,
};

/** Returns the runs that an action affects; the server would refuse it for the others. */
export function hitBy(action: BulkAction, tasks: readonly Task[]): Task[] {
  return tasks.filter(({ status }) => HITS[action](status));
}

/**
 * Returns a filter for the runs of the list that an action affects; null if there can be none. Without an action, the
 * filter matches the whole list.
 */
export function matchingFilter(filter: RunsFilter, action?: BulkAction): RunsFilter | null {
  const { order, ...conditions } = filter;
  const asked = parseFilterStatuses(filter);
  const listed = (asked.length === 0 ? STATUSES : asked).filter(
    // A list sorted by end time contains only runs that have ended.
    (status) => order !== 'finished' || hasEnded(status),
  );
  const hit = action === undefined ? listed : listed.filter(HITS[action]);
  if (hit.length === 0) return null;
  if (hit.length === STATUSES.length) return conditions;
  return { ...conditions, status: hit.join() };
}
