/**
 * What went wrong, without any transport. `http/` maps a kind to a status code;
 * the CLI prints the same errors.
 */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/** Every error code that a client can meet. Codes are stable; `docs/errors.md` lists them all. */
export const ERRORS = {
  malformed_json: { kind: 'malformed', title: 'The request body is not valid JSON' },
  malformed_request: { kind: 'malformed', title: 'The request could not be read' },
  unauthenticated: { kind: 'unauthenticated', title: 'Credentials are missing or not valid' },
  forbidden: { kind: 'forbidden', title: 'These credentials do not allow this' },
  not_found: { kind: 'not_found', title: 'The resource does not exist' },
  conflict: { kind: 'conflict', title: 'The resource is not in a state that allows this' },
  duplicate: { kind: 'conflict', title: 'A resource with this name already exists' },
  task_finished: { kind: 'conflict', title: 'The task has already finished' },
  task_not_finished: { kind: 'conflict', title: 'The task has not finished yet' },
  precondition_failed: { kind: 'precondition_failed', title: 'The resource has changed' },
  range_not_satisfiable: {
    kind: 'range_not_satisfiable',
    title: 'The requested range is outside the file',
  },
  too_large: { kind: 'too_large', title: 'The request is too large' },
  quota_exceeded: { kind: 'too_large', title: 'The workspace is full' },
  project_quota_exceeded: { kind: 'invalid', title: 'The project has reached a quota' },
  unsupported_document: { kind: 'invalid', title: 'Documents of this kind are not converted' },
  unreadable_document: { kind: 'invalid', title: 'The document cannot be converted' },
  document_converting: { kind: 'conflict', title: 'The document is still being converted' },
  unsupported_media_type: { kind: 'unsupported_media_type', title: 'Unsupported content type' },
  validation_failed: { kind: 'invalid', title: 'The request is not valid' },
  invalid_path: { kind: 'invalid', title: 'The path is not valid' },
  invalid_script: { kind: 'invalid', title: 'The script cannot be run' },
  dependency_error: { kind: 'invalid', title: 'The dependencies cannot be installed' },
  invalid_schema: { kind: 'invalid', title: 'The JSON Schema cannot be used' },
  invalid_params: { kind: 'invalid', title: 'The params do not match the params_schema' },
  unknown_task_type: { kind: 'invalid', title: 'The meta-task does not exist' },
  task_type_archived: { kind: 'invalid', title: 'The meta-task is archived' },
  task_type_without_script: { kind: 'invalid', title: 'The meta-task has no script yet' },
  unknown_binding: { kind: 'invalid', title: 'A bound resource does not exist' },
  idempotency_key_reused: {
    kind: 'invalid',
    title: 'The Idempotency-Key belongs to another request',
  },
  not_available: { kind: 'invalid', title: 'This installation cannot honour the request' },
  replay_mismatch: {
    kind: 'conflict',
    title: 'The script does not match its recorded steps',
  },
  approval_decided: { kind: 'conflict', title: 'The approval has already been decided' },
  approval_rejected: { kind: 'conflict', title: 'The approval was rejected' },
  approval_expired: { kind: 'conflict', title: 'The approval has expired' },
  approval_cancelled: { kind: 'conflict', title: 'The approval was cancelled with its task' },
  invalid_payload: { kind: 'invalid', title: 'The payload does not match the form' },
  step_failed: { kind: 'invalid', title: 'A step of the script has failed' },
  child_failed: { kind: 'invalid', title: 'A child task has not succeeded' },
  child_limit: { kind: 'invalid', title: 'The limit on child tasks is reached' },
  event_timeout: { kind: 'unavailable', title: 'The event did not arrive in time' },
  network_denied: { kind: 'forbidden', title: 'The network policy does not allow this' },
  network_error: { kind: 'unavailable', title: 'The connection could not be made' },
  rate_limited: { kind: 'rate_limited', title: 'Too many requests' },
  queue_full: { kind: 'rate_limited', title: 'Too many tasks are pending' },
  too_many_streams: { kind: 'rate_limited', title: 'Too many event streams are open' },
  unavailable: { kind: 'unavailable', title: 'The service cannot answer now' },
  internal: { kind: 'internal', title: 'The service met an unexpected error' },
} as const satisfies Record<string, { kind: ErrorKind; title: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** One validation error of a request. `pointer` is an RFC 6901 JSON pointer into the body, or `?name`, or a header's name. */
export interface FieldError {
  pointer: string;
  message: string;
  /** Location of an error in a script, counted from 1. */
  line?: number;
  column?: number;
}

export interface ErrorOptions {
  errors?: FieldError[];
  cause?: unknown;
  /** Seconds after which trying again makes sense. */
  retryAfterSeconds?: number;
}

/**
 * The one error that services throw. `message` says what was wrong and what to do next, in words
 * that may be shown to a client: no path of the host, no stack, no secret.
 */
export class MetarunError extends Error {
  override readonly name = 'MetarunError';
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;

  constructor(
    readonly code: ErrorCode,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }
}

/** Returns the same error for an unknown id and for another project's id, so that a client cannot distinguish them. */
export function notFound(what: string): MetarunError {
  return new MetarunError('not_found', `There is no such ${what} in this project.`);
}

/** A 422 for one field. `pointer` as in {@link FieldError}. */
export function invalidField(pointer: string, message: string): MetarunError {
  return new MetarunError('validation_failed', `${pointer}: ${message}`, {
    errors: [{ pointer, message }],
  });
}

/** The message of anything that was thrown, which need not be an Error. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** The code of an error of Node or of a driver, such as `ENOENT`; undefined where it has none. */
export function errorCodeOf(thrown: unknown): unknown {
  return typeof thrown === 'object' && thrown !== null ? Reflect.get(thrown, 'code') : undefined;
}
