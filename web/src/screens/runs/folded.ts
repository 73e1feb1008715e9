import type { Task } from '../../api/types.js';

/** A row of the list: a run, or the runs after one that are the same as it. */
export type RunsRow =
  { kind: 'run'; key: string; task: Task } | { kind: 'same'; key: string; tasks: readonly Task[] };

/** So many neighbours are worth a fold. */
const LEAST = 2;
const FOLDED: ReadonlySet<Task['status']> = new Set(['success', 'failed', 'cancelled', 'pending']);

/**
 * Returns the rows of a list, in which neighbours of the same meta-task, status and error are one after the first of them: a schedule of a
 * few seconds fills no page. `open`: the keys of those that are shown one by one.
 */
export function foldedRows(tasks: readonly Task[], open: ReadonlySet<string>): RunsRow[] {
  const rows: RunsRow[] = [];
  for (let at = 0; at < tasks.length;) {
    const task = tasks[at];
    if (task === undefined) break;
    let end = at + 1;
    while (end < tasks.length && isSame(task, tasks[end])) end += 1;
    const same = tasks.slice(at + 1, end);
    // The oldest one stays the same while new ones come.
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
