import type { Runs } from '../api/runs.js';
import { toMakerKey, type RunsFilter, parseFilterStatuses, sinceTime } from '../api/runs-filter.js';
import { type Actor, hasEnded, isStatus, type Task } from '../api/types.js';
import { changed, type LiveEvent } from './task-change.js';

/** Maximum number of tasks that are remembered because later events contain less data. */
const MAX_REMEMBERED = 500;
const ACTORS = ['user', 'api_key', 'schedule', 'task'] as const satisfies readonly Actor['kind'][];

/** Tasks known from events. The event of a task that is new, reopened or ended describes the task completely. */
export class NewTasks {
  private readonly known = new Map<string, Task>();

  take(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const task = readEventTask(event) ?? this.known.get(String(event.data['task_id']));
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

/** Returns the task that an event describes; null if the event does not describe one. */
export function readEventTask({ type, data }: LiveEvent): Task | null {
  const { task_id: id, name, task_type: metaTask, created_at: createdAt, status } = data;
  if (type !== 'status' || !isStatus(status)) return null;
  if (typeof id !== 'string' || typeof name !== 'string') return null;
  if (typeof metaTask !== 'string' || typeof createdAt !== 'string') return null;
  const startedAt = data['started_at'];
  const { version } = data;
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
    error_code: toErrorCode(data['error_code']),
    parent_id: toTextOrNull(data['parent_id']),
    schedule_id: toTextOrNull(data['schedule_id']),
    ...(typeof version === 'number' && { task_type_version: version }),
    created_by: readEventActor(data),
    ...(data['draft'] === true && { draft: true }),
  };
}

/**
 * Returns the creator of the task of an event. If it is a parent task or a schedule, the event contains only its id.
 */
function readEventActor(data: LiveEvent['data']): Actor | null {
  const by: unknown = data['created_by'];
  if (typeof by === 'object' && by !== null) {
    const [kind, id] = [Reflect.get(by, 'kind'), toTextOrNull(Reflect.get(by, 'id'))];
    const named = ACTORS.find((one) => one === kind);
    if (named !== undefined && id !== null)
      return { kind: named, id, name: toTextOrNull(Reflect.get(by, 'name')) };
  }
  const [parent, schedule] = [toTextOrNull(data['parent_id']), toTextOrNull(data['schedule_id'])];
  if (parent !== null) return { kind: 'task', id: parent, name: null };
  return schedule === null ? null : { kind: 'schedule', id: schedule, name: null };
}

function toTextOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Accepts any text as an error code, since it is only compared with filters. */
function toErrorCode(value: unknown): NonNullable<Task['error_code']> | null {
  return toTextOrNull(value) as Task['error_code'] & string;
}

/** Returns whether a list with this filter contains a task at a time `now`. */
export function fits(task: Task, filter: RunsFilter, now = Date.now()): boolean {
  const {
    type,
    version,
    q,
    error,
    since,
    until,
    schedule,
    parent,
    by,
    roots,
    slow,
    stale,
    drafts,
    order,
  } = filter;
  const statuses = parseFilterStatuses(filter);
  const createdAt = Date.parse(task.created_at);
  return (
    // Events do not report whether a task is slow or has outdated citations.
    slow === undefined &&
    stale === undefined &&
    // Drafts appear only in the list of drafts and among the children of a run.
    (parent !== undefined || (task.draft === true) === (drafts === true)) &&
    (order === undefined || hasEnded(task.status)) &&
    (statuses.length === 0 || statuses.includes(task.status)) &&
    (type === undefined || task.task_type === type) &&
    (type === undefined || version === undefined || task.task_type_version === version) &&
    (by === undefined || toMakerKey(task) === by) &&
    (q === undefined || task.name.toLowerCase().includes(q.toLowerCase())) &&
    (error === undefined || task.error_code === error) &&
    (since === undefined || createdAt > Date.parse(sinceTime(since, now))) &&
    (until === undefined || createdAt < Date.parse(until)) &&
    (schedule === undefined || task.schedule_id === schedule) &&
    (parent === undefined ? roots === false || task.parent_id == null : task.parent_id === parent)
  );
}

/**
 * Returns whether a list may lack the task of an event that contains only its status. That is the case if the task has
 * just entered a status that the list filters by.
 */
export function mayBelong({ type, data }: LiveEvent, filter: RunsFilter): boolean {
  return (
    type === 'status' && parseFilterStatuses(filter).some((status) => data['status'] === status)
  );
}

/**
 * Merges the current state of tasks into a list. Tasks of the list keep their position; others are inserted in sort
 * order, except those that belong after the last loaded page.
 */
export function withTasks(runs: Runs, given: readonly Task[], order?: RunsFilter['order']): Runs {
  const newestFirst = order === 'finished' ? lastEndedFirst : newestMadeFirst;
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

function newestMadeFirst(one: Task, other: Task): number {
  return latestFirst(one.created_at, other.created_at) || latestFirst(one.id, other.id);
}

/** Compares tasks by end time, latest first. Unfinished tasks come before all others. */
function lastEndedFirst(one: Task, other: Task): number {
  const end = ({ finished_at: time }: Task): string => time ?? '9999';
  return latestFirst(end(one), end(other)) || latestFirst(one.id, other.id);
}

function latestFirst(one: string, other: string): number {
  return other.localeCompare(one);
}
