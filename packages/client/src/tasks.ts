import { answerOf } from './answer.js';
import type { Api } from './api.js';
import { call } from './call.js';
import { TaskFailedError, WaitTimeoutError } from './errors.js';
import { everyItem, nextQuery, pageOf } from './pages.js';
import { isFinished, type TaskEvent } from './task-event.js';
import { type EventsOptions, taskEvents } from './task-events.js';
import { WAIT_SECONDS, waitForTask, type WaitOptions } from './task-wait.js';
import type { Transport } from './transport.js';
import type {
  CallOptions,
  CreateTask,
  LogLine,
  Page,
  Query,
  RerunTask,
  RetryTask,
  Task,
  TaskDetail,
  TaskStep,
} from './types.js';

const TASKS = '/external/v1/projects/{project_id}/tasks';
const TASK = '/external/v1/projects/{project_id}/tasks/{task_id}';

export type TasksQuery = Query<typeof TASKS>;
export type LogsQuery = Query<`${typeof TASK}/logs`>;
export type StepsQuery = Query<`${typeof TASK}/steps`>;

export interface CreateOptions extends CallOptions {
  /** Key of this request, under which it can be repeated for 24 hours. Default: a new key for each call. */
  idempotencyKey?: string | undefined;
}

export interface RunOptions extends CreateOptions, WaitOptions {}

/** Tasks: runs of meta-tasks. Every method may throw {@link ApiError} and {@link ConnectionError}. */
export class Tasks {
  constructor(
    private readonly api: Api,
    private readonly transport: Transport,
    private readonly project: string,
  ) {}

  /**
   * Creates exactly one task: a request whose response is lost is sent again with the same Idempotency-Key.
   * `task_type_identifier` names the meta-task.
   */
  async create(task: CreateTask, options: CreateOptions = {}): Promise<Task> {
    return answerOf(await this.api.POST(TASKS, { ...this.once(options), body: task }));
  }

  /**
   * Creates a task like {@link create} and waits for its end like {@link waitFor}; one request suffices for a short
   * task.
   */
  async run(task: CreateTask, options: RunOptions = {}): Promise<TaskDetail> {
    const { idempotencyKey, timeoutSeconds = Infinity, ...waiting } = options;
    const until = Date.now() + timeoutSeconds * 1000;
    const init = this.once({ idempotencyKey, signal: options.signal });
    const wait = Math.max(0, Math.min(WAIT_SECONDS, Math.floor(timeoutSeconds)));
    const header = { ...init.params.header, Prefer: `wait=${wait}` };
    const params = { ...init.params, header };
    const made = answerOf(await this.api.POST(TASKS, { ...init, params, body: task }));
    if ('result' in made && isFinished(made.status)) return requireSuccess(made, options);
    const left = Math.max(0, (until - Date.now()) / 1000);
    return this.waitFor(made, { ...waiting, timeoutSeconds: left }).catch((error: unknown) => {
      throw error instanceof WaitTimeoutError
        ? new WaitTimeoutError(made.id, timeoutSeconds)
        : error;
    });
  }

  /** Creates up to 10000 tasks in order: all of them, or none. */
  async createAll(tasks: CreateTask[], options: CreateOptions = {}): Promise<Task[]> {
    const body = { tasks };
    return answerOf(await this.api.POST(`${TASKS}/batch`, { ...this.once(options), body }));
  }

  /** Returns a page of tasks, newest first. `limit`: 50 by default, 200 at most. */
  async list(query: TasksQuery = {}, options: CallOptions = {}): Promise<Page<Task, TasksQuery>> {
    const path = { project_id: this.project };
    return pageOf(await this.api.GET(TASKS, { params: { path, query }, ...call(options) }), query);
  }

  /** Yields tasks, newest first; the next page is requested when the caller reads on. */
  all(query: TasksQuery = {}, options: CallOptions = {}): AsyncGenerator<Task, void, undefined> {
    return everyItem((next) => this.list(next, options), query);
  }

  async get(id: string, options: CallOptions = {}): Promise<TaskDetail> {
    return answerOf(await this.api.GET(TASK, { ...this.of(id), ...call(options) }));
  }

  /** Cancels a task. A running task ends once its script has stopped: wait for it, or follow its events. */
  async cancel(id: string, options: CallOptions = {}): Promise<TaskDetail> {
    return answerOf(await this.api.POST(`${TASK}/cancel`, { ...this.of(id), ...call(options) }));
  }

  /** Retries a failed or cancelled task. `extend` is added to the limits of an agent's task. */
  async retry(
    id: string,
    { extend, ...options }: CallOptions & { extend?: NonNullable<RetryTask['extend']> } = {},
  ): Promise<TaskDetail> {
    const body = extend === undefined ? {} : { extend };
    const init = { ...this.of(id), ...call(options), body };
    return answerOf(await this.api.POST(`${TASK}/retry`, init));
  }

  /**
   * Reruns a task as a new task: with other params, with another version, or from one of its steps. A request whose
   * response is lost is sent again with the same Idempotency-Key.
   */
  async rerun(
    id: string,
    changes: RerunTask = {},
    { idempotencyKey = randomKey(), ...options }: CreateOptions = {},
  ): Promise<Task> {
    const header = { 'Idempotency-Key': idempotencyKey };
    const params = { ...this.of(id).params, header };
    return answerOf(
      await this.api.POST(`${TASK}/rerun`, { params, ...call(options), body: changes }),
    );
  }

  /** Returns a page of log lines: oldest first, or newest first with `before`. `level`: the least severe level. */
  async logs(
    id: string,
    query: LogsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<LogLine, LogsQuery>> {
    const path = { project_id: this.project, task_id: id };
    const params = { path, query };
    const result = await this.api.GET(`${TASK}/logs`, { params, ...call(options) });
    const items = answerOf(result);
    const { around: _gone, ...rest } = query;
    const next = findNextPosition(result.response);
    return { items, next: next && { ...rest, ...next } };
  }

  /** Returns a page of the recorded steps of a task, in the order in which they began. */
  async steps(
    id: string,
    query: StepsQuery = {},
    options: CallOptions = {},
  ): Promise<Page<TaskStep, StepsQuery>> {
    const path = { project_id: this.project, task_id: id };
    const params = { path, query };
    const result = await this.api.GET(`${TASK}/steps`, { params, ...call(options) });
    const { items, next } = pageOf(result, query);
    return { items, next: next && { ...next, cursor: Number(next.cursor) } };
  }

  /**
   * Yields the events of a task, from the first or after `after`, until it has ended. A broken connection is restored
   * after the last event: no event is lost or repeated.
   */
  events(id: string, options: EventsOptions = {}): AsyncGenerator<TaskEvent, void, undefined> {
    const path = `/external/v1/projects/${encodeURIComponent(this.project)}/tasks/${encodeURIComponent(id)}/events`;
    return taskEvents(this.transport, path, options);
  }

  /**
   * Waits for the end of a task, across broken connections and server restarts. Throws {@link TaskFailedError} unless
   * the task succeeded or `throwOnFailure` is false, and {@link WaitTimeoutError} after `timeoutSeconds`.
   */
  async waitFor(task: string | { id: string }, options: WaitOptions = {}): Promise<TaskDetail> {
    const id = typeof task === 'string' ? task : task.id;
    const ended = await waitForTask(
      this.api,
      this.transport,
      { project: this.project, id },
      options,
    );
    return requireSuccess(ended, options);
  }

  private of(id: string): { params: { path: { project_id: string; task_id: string } } } {
    return { params: { path: { project_id: this.project, task_id: id } } };
  }

  private once({ idempotencyKey = randomKey(), ...options }: CreateOptions): {
    params: { path: { project_id: string }; header: { 'Idempotency-Key': string } };
    signal: AbortSignal | null;
  } {
    const header = { 'Idempotency-Key': idempotencyKey };
    return { params: { path: { project_id: this.project }, header }, ...call(options) };
  }
}

function requireSuccess(ended: TaskDetail, { throwOnFailure = true }: WaitOptions): TaskDetail {
  if (throwOnFailure && ended.status !== 'success') throw new TaskFailedError(ended);
  return ended;
}

/** Returns the position of the next page of log lines; null on the last page. */
function findNextPosition(response: Response): { cursor: number } | { before: number } | null {
  const query = nextQuery(response);
  const [cursor, before] = [query?.get('cursor'), query?.get('before')];
  if (before != null) return { before: Number(before) };
  return cursor == null ? null : { cursor: Number(cursor) };
}

/** Returns 128 random bits. `crypto.randomUUID` is missing on pages loaded over plain HTTP. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
