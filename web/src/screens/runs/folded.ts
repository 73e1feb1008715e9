import type { Task } from '../../api/types.js';

/** Row of the list: a run, or the runs after it that are like it. */
export type RunsRow =
  { kind: 'run'; key: string; task: Task } | { kind: 'same'; key: string; tasks: readonly Task[] };

/** Minimum number of similar runs that are folded into one row. */
const LEAST = 2;
const FOLDED: ReadonlySet<Task['status']> = new Set(['success', 'failed', 'cancelled', 'pending']);

/**
 * Returns the rows of a list. Of consecutive runs with the same meta-task, status and error, all but the first are
 * folded into one row, so that a frequent schedule does not fill a page. `open` contains the keys of the unfolded rows.
 */
export function foldedRows(tasks: readonly Task[], open: ReadonlySet<string>): RunsRow[] {
  const rows: RunsRow[] = [];
  for (let at = 0; at < tasks.length;) {
    const task = tasks[at];
    if (task === undefined) break;
    let end = at + 1;
    while (end < tasks.length && isSame(task, tasks[end])) end += 1;
    const same = tasks.slice(at + 1, end);
    // The key uses the oldest run, which stays the same while new runs are added.
    const key = `same-${same.at(-1)?.id}`;
    rows.push({ kind: 'run', key: task.id, task });
    if (same.length >= LEAST) rows.push({ kind: 'same', key, tasks: same });
    if (same.length < LEAST || open.has(key))
      rows.push(...same.map((one): RunsRow => ({ kind: 'run', key: one.id, task: one })));
    at = end;
  }
  return rows;
}

function isSame(one: Task, other: Task | undefined): boolean {
  return (
    other !== undefined &&
    FOLDED.has(one.status) &&
    one.status === other.status &&
    one.task_type === other.task_type &&
    one.error_message === other.error_message
  );
}
