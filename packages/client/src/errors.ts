import type { Problem, TaskDetail } from './types.js';

/** One error of a request: `pointer` leads into its body, or is `?name` or the name of a header. */
export type FieldError = Problem['errors'][number];

export interface ApiErrorOptions {
  status: number;
  code: string;
  detail: string;
  errors?: readonly FieldError[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
}

/** The server has answered, and the answer is an error. Switch on `code`: docs/errors.md lists all codes. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Stable, such as `not_found`; `http_502` where what answered is no metarun server. */
  readonly code: string;
  /** The reason in this case, for people. */
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** The server's log has the request under this id. */
  readonly requestId: string | null;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds: number | null;

  constructor(options: ApiErrorOptions) {
    super(options.detail);
    this.status = options.status;
    this.code = options.code;
    this.detail = options.detail;
    this.errors = options.errors ?? [];
    this.requestId = options.requestId ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

/** No answer came, or none that a metarun server gives. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  /** Base URL of the server. */
  readonly url: string;
  /** The code of the system if it has one, such as `ECONNREFUSED`; `not_metarun` if something else answers there. */
  readonly code: string;

  constructor(url: string, code: string, why: string) {
    super(`${url} does not answer: ${why}`);
    this.url = url;
    this.code = code;
  }
}

/** A task that was waited for has ended as `failed` or `cancelled`. */
export class TaskFailedError extends Error {
  override readonly name: string = 'TaskFailedError';
  readonly task: TaskDetail;
  /** Its `error_code`, such as `script_error`. */
  readonly code: string;

  constructor(task: TaskDetail) {
    super(
      `Task ${task.id} has ended as ${task.status}: ${task.error_message ?? task.error_code ?? ''}`,
    );
    this.task = task;
    this.code = task.error_code ?? task.status;
  }
}

/** A task has not ended in the time that was given to wait for it; it goes on. */
export class WaitTimeoutError extends Error {
  override readonly name: string = 'WaitTimeoutError';
  readonly taskId: string;

  constructor(taskId: string, seconds: number) {
    super(`Task ${taskId} has not ended within ${seconds} s.`);
    this.taskId = taskId;
  }
}
