import type { Runs } from '../api/runs.js';
import { hasEnded, isStatus, type Task } from '../api/types.js';

/** An event of the project stream, reduced to the fields that lists of tasks need. */
export interface LiveEvent {
  type: string;
  /** Sequence number within the project. */
  seq?: number;
  data: Readonly<Record<string, unknown>>;
}

/** Returns a task updated by an event. Applying the same event again changes nothing. */
export function changed<T extends Task>(task: T, { type, data }: LiveEvent): T {
  if (type === 'phase')
    return { ...task, current_phase: textOr(data['phase'], task.current_phase) };
  if (type === 'progress') return { ...task, progress: numberOr(data['progress'], task.progress) };
  if (type !== 'status' || !isStatus(data['status'])) return task;
  const { status } = data;
  const time = textOr(data['time'], null);
  const runs = status === 'running' && task.started_at === null;
  return {
    ...task,
    status,
    progress: numberOr(data['progress'], task.progress),
    current_phase: textOr(data['current_phase'], null),
    error_message: textOr(data['error_message'], null),
    started_at: runs ? time : task.started_at,
    finished_at: hasEnded(status) ? time : null,
  };
}

/**
 * Applies events to a list. Returns the list, which is the same object if nothing in it has changed, and the ids of
 * tasks that it does not contain.
 */
export function patched(
  runs: Runs,
  events: readonly LiveEvent[],
): { runs: Runs; unknown: ReadonlySet<string> } {
  const byTask = Map.groupBy(events, ({ data }) => String(data['task_id']));
  const unknown = new Set(byTask.keys());
  let any = false;
  const pages = runs.pages.map((page) => {
    if (!page.tasks.some(({ id }) => byTask.has(id))) return page;
    any = true;
    const tasks = page.tasks.map((task) => {
      unknown.delete(task.id);
      return (byTask.get(task.id) ?? []).reduce(changed, task);
    });
    return { ...page, tasks };
  });
  return { runs: any ? { ...runs, pages } : runs, unknown };
}

function textOr<T>(value: unknown, fallback: T): string | T {
  return typeof value === 'string' ? value : fallback;
}

function numberOr(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}
