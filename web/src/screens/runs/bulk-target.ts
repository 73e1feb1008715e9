import { type RunsFilter, statusesOf } from '../../api/runs-filter.js';
import {
  type BulkAction,
  hasEnded,
  STATUSES,
  type Task,
  type TaskStatus,
} from '../../api/types.js';

/** The object of a bulk action: runs that were selected, or all that a filter lets pass. */
export type BulkTarget =
  { kind: 'selected'; tasks: readonly Task[] } | { kind: 'matching'; filter: RunsFilter };

const HITS: Record<BulkAction, (status: TaskStatus) => boolean> = {
  cancel: (status) => !hasEnded(status),
  retry: (status) => status === 'failed' || status === 'cancelled',
  rerun: () => true,
};

/** Returns those of some runs on which an action does something; any other run would refuse it. */
export function hitBy(action: BulkAction, tasks: readonly Task[]): Task[] {
  return tasks.filter(({ status }) => HITS[action](status));
}

/** Returns a filter that lets pass those on which an action does something; null where it lets none pass. Without an action: the whole list. */
export function matchingFilter(filter: RunsFilter, action?: BulkAction): RunsFilter | null {
  const { order, ...conditions } = filter;
  const asked = statusesOf(filter);
  const listed = (asked.length === 0 ? STATUSES : asked).filter(
    // The list by the end has no others.
    (status) => order !== 'finished' || hasEnded(status),
  );
  const hit = action === undefined ? listed : listed.filter(HITS[action]);
  if (hit.length === 0) return null;
  if (hit.length === STATUSES.length) return conditions;
  return { ...conditions, status: hit.join() };
}
