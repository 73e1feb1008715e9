import type { Runs } from '../api/runs.js';
import type { RunsFilter } from '../api/runs-filter.js';
import { isStatus, type Task } from '../api/types.js';
import { changed, type LiveEvent } from './task-change.js';

/** Tasks that are remembered, since later events of them say less. */
const MAX_REMEMBERED = 500;

/** The tasks that events have described: one that is new, open again or has ended is described by the event itself. */
export class NewTasks {
  private readonly known = new Map<string, Task>();

  take(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const task = taskOf(event) ?? this.known.get(String(event.data['task_id']));
      if (task === undefined) continue;
      this.known.delete(task.id);
      this.known.set(task.id, changed(task, event));
    }
    for (const id of this.known.keys())
      if (this.known.size > MAX_REMEMBERED) this.known.delete(id);
      else break;
  }

  get(id: string): Task | undefined {
    return this.known.get(id);
  }
}

/** Returns the task that an event describes; null where it describes none. */
export function taskOf({ type, data }: LiveEvent): Task | null {
  const { task_id: id, name, task_type: metaTask, created_at: createdAt, status } = data;
  if (type !== 'status' || !isStatus(status)) return null;
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  if (typeof metaTask !== 'string' || typeof createdAt !== 'string') return null;
  const startedAt = data['started_at'];
  return {
    id,
    name,
    status,
    progress: 0,
    current_phase: null,
    task_type: metaTask,
    created_at: createdAt,
    started_at: typeof startedAt === 'string' ? startedAt : null,
    finished_at: null,
    error_message: null,
    error_code: errorCodeOf(data['error_code']),
    parent_id: textOf(data['parent_id']),
    schedule_id: textOf(data['schedule_id']),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Of what the server sends, a code that a filter names is compared with. */
function errorCodeOf(value: unknown): NonNullable<Task['error_code']> | null {
  return textOf(value) as Task['error_code'] & string;
}

/** Returns whether a filter lets a task pass. */
export function fits(task: Task, filter: RunsFilter): boolean {
  const { status, type, q, error, until, schedule, parent, roots } = filter;
  return (
    (status === undefined || task.status === status) &&
    (type === undefined || task.task_type === type) &&
    (q === undefined || task.name.toLowerCase().includes(q.toLowerCase())) &&
    (error === undefined || task.error_code === error) &&
    // What has just been made is newer than any time since when.
    (until === undefined || task.created_at < until) &&
    (schedule === undefined || task.schedule_id === schedule) &&
    (parent === undefined ? roots === false || task.parent_id == null : task.parent_id === parent)
  );
}

/**
 * Returns whether a list may lack a task of which an event has only the status: it does so where the task has come into the status
 * that is listed.
 */
export function mayBelong({ type, data }: LiveEvent, { status }: RunsFilter): boolean {
  return type === 'status' && status !== undefined && data['status'] === status;
}

/**
 * Returns a list with some tasks as they are now, each once: those that it has where they stand, others by the time of their creation.
 * One that is older than all that is loaded comes with its page.
 */
export function withTasks(runs: Runs, given: readonly Task[]): Runs {
  const fresh = new Map(given.map((task) => [task.id, task]));
  const pages = runs.pages.map((page) => ({
    ...page,
    tasks: page.tasks.map((task) => {
      const now = fresh.get(task.id) ?? task;
      fresh.delete(task.id);
      return now;
    }),
  }));
  for (const task of [...fresh.values()].toSorted(newestFirst)) {
    const page = pages.find(({ tasks, next }, index) => {
      const last = tasks.at(-1);
      if (last === undefined) return index === 0;
      return newestFirst(task, last) < 0 || (next === null && index === pages.length - 1);
    });
    if (page) page.tasks = [...page.tasks, task].toSorted(newestFirst);
  }
  return { ...runs, pages };
}

function newestFirst(one: Task, other: Task): number {
  const order = other.created_at.localeCompare(one.created_at);
  return order === 0 ? other.id.localeCompare(one.id) : order;
}
