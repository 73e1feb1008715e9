import type { Problem, TaskDetail } from './types.js';

/** One error of a request: `pointer` is a JSON pointer into the body, `?name`, or the name of a header. */
export type FieldError = Problem['errors'][number];

export interface ApiErrorOptions {
  status: number;
  code: string;
  detail: string;
  errors?: readonly FieldError[];
  requestId?: string | null;
  retryAfterSeconds?: number | null;
}

/** An error response of the server. Switch on `code`; docs/errors.md lists all codes. */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  /** HTTP status. */
  readonly status: number;
  /** Stable code, such as `not_found`; `http_502` if the response came from something other than a metarun server. */
  readonly code: string;
  /** The reason in this case, for people. */
  readonly detail: string;
  readonly errors: readonly FieldError[];
  /** Id of the request in the server's log. */
  readonly requestId: string | null;
  /** Seconds after which a retry makes sense. */
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

/** No response arrived, or it did not come from a metarun server. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
  /** Base URL of the server. */
  readonly url: string;
  /**
   * Error code of the system, if any, such as `ECONNREFUSED`; `not_metarun` if another program responds at the URL.
   */
  readonly code: string;

  constructor(url: string, code: string, why: string) {
    super(`${url} does not answer: ${why}`);
    this.url = url;
    this.code = code;
  }
}

/** An awaited task has ended as `failed` or `cancelled`. */
export class TaskFailedError extends Error {
  override readonly name: string = 'TaskFailedError';
  readonly task: TaskDetail;
  /** The `error_code` of the task, such as `script_error`. */
  readonly code: string;

  constructor(task: TaskDetail) {
    super(
      `Task ${task.id} has ended as ${task.status}: ${task.error_message ?? task.error_code ?? ''}`,
    );
    this.task = task;
    this.code = task.error_code ?? task.status;
  }
}

/** A task has not ended within the time limit of the wait. The task continues. */
export class WaitTimeoutError extends Error {
  override readonly name: string = 'WaitTimeoutError';
  readonly taskId: string;

  constructor(taskId: string, seconds: number) {
    super(`Task ${taskId} has not ended within ${seconds} s.`);
    this.taskId = taskId;
  }
}
