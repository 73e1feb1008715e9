import { isUuid } from './ids.js';
import { quoted } from './quoted.js';

/**
 * The kind of an error, independent of any transport. `http/` maps a kind to a status code; the CLI prints the same
 * errors.
 */
export type ErrorKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'precondition_failed'
  | 'range_not_satisfiable'
  | 'too_large'
  | 'unsupported_media_type'
  | 'invalid'
  | 'rate_limited'
  | 'internal'
  | 'unavailable';

/**
 * An error code that clients may receive, and its constant meaning. Codes are stable; `docs/errors.md` lists them all.
 */
export interface ErrorDefinition {
  readonly code: string;
  readonly kind: ErrorKind;
  readonly title: string;
}

/** Error definitions by code. */
export type ErrorTable = Readonly<Record<string, ErrorDefinition>>;

/** Returns the definitions of error codes. A feature defines its codes in its `errors.ts`. */
export function defineErrors<const Code extends string>(
  table: Readonly<Record<Code, Omit<ErrorDefinition, 'code'>>>,
): { readonly [K in Code]: ErrorDefinition & { readonly code: K } } {
  const entries = Object.entries<Omit<ErrorDefinition, 'code'>>(table);
  return Object.fromEntries(entries.map(([code, about]) => [code, { code, ...about }])) as never;
}

/** Error codes that several features share, or that are raised below all features. */
export const COMMON_ERRORS = defineErrors({
  malformed_json: { kind: 'malformed', title: 'The request body is not valid JSON' },
  malformed_request: { kind: 'malformed', title: 'The request could not be read' },
  unauthenticated: { kind: 'unauthenticated', title: 'Credentials are missing or not valid' },
  forbidden: { kind: 'forbidden', title: 'These credentials do not allow this' },
  not_found: { kind: 'not_found', title: 'The resource does not exist' },
  method_not_allowed: { kind: 'method_not_allowed', title: 'The path does not take this method' },
  conflict: { kind: 'conflict', title: 'The resource is not in a state that allows this' },
  duplicate: { kind: 'conflict', title: 'A resource with this name already exists' },
  precondition_failed: { kind: 'precondition_failed', title: 'The resource has changed' },
  range_not_satisfiable: {
    kind: 'range_not_satisfiable',
    title: 'The requested range is outside the file',
  },
  too_large: { kind: 'too_large', title: 'The request is too large' },
  project_quota_exceeded: { kind: 'invalid', title: 'The project has reached a quota' },
  unsupported_document: { kind: 'invalid', title: 'Documents of this kind are not converted' },
  unreadable_document: { kind: 'invalid', title: 'The document cannot be converted' },
  unsupported_media_type: { kind: 'unsupported_media_type', title: 'Unsupported content type' },
  validation_failed: { kind: 'invalid', title: 'The request is not valid' },
  dependency_error: { kind: 'invalid', title: 'The dependencies cannot be installed' },
  invalid_schema: { kind: 'invalid', title: 'The JSON Schema cannot be used' },
  not_available: { kind: 'invalid', title: 'This installation cannot honour the request' },
  network_denied: { kind: 'forbidden', title: 'The network policy does not allow this' },
  network_error: { kind: 'unavailable', title: 'The connection could not be made' },
  rate_limited: { kind: 'rate_limited', title: 'Too many requests' },
  unavailable: { kind: 'unavailable', title: 'The service cannot answer now' },
  internal: { kind: 'internal', title: 'The service met an unexpected error' },
});

export type CommonErrorCode = keyof typeof COMMON_ERRORS;

/**
 * One validation error of a request. `pointer` is an RFC 6901 JSON pointer into the body, `?name` for a query
 * parameter, or a header name.
 */
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
  /** Seconds after which the client should try again. */
  retryAfterSeconds?: number;
}

/**
 * The only error class that services throw. `message` says what was wrong and what to do next, in words that a client
 * may see: no path of the host, no stack, no secret.
 */
export class MetarunError extends Error {
  override readonly name = 'MetarunError';
  readonly code: string;
  readonly errors: FieldError[];
  readonly retryAfterSeconds: number | undefined;
  readonly #definition: ErrorDefinition;

  /** `error`: the definition of a feature's own error, the code of a common one, or another error of the same kind. */
  constructor(
    error: ErrorDefinition | CommonErrorCode,
    message: string,
    options: ErrorOptions = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.#definition = typeof error === 'string' ? COMMON_ERRORS[error] : error;
    this.code = this.#definition.code;
    this.errors = options.errors ?? [];
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get kind(): ErrorKind {
    return this.#definition.kind;
  }

  get title(): string {
    return this.#definition.title;
  }
}

/** Returns an error for a script as it was recorded: scripts only see its code and message. */
export function recordedError(code: string, message: string): MetarunError {
  return new MetarunError({ code, kind: 'conflict', title: message }, message);
}

/**
 * Returns the error for an object that the project does not have. It is the same for an object of another project, so
 * that a client cannot distinguish them. `given`: the id or name that the client sent; `advice`: where to find the
 * right one.
 */
export function notFound(what: string, given: string, advice: string): MetarunError {
  return new MetarunError(
    'not_found',
    `There is no ${what} ${quoted(given)} in this project: ${advice}.`,
  );
}

/**
 * Returns {@link notFound} for an id; the message says so if the text cannot be an id. `list`: the end of the path that
 * lists the ids.
 */
export function unknownId(what: string, id: string, list: string): MetarunError {
  if (isUuid(id)) return notFound(what, id, `GET …/${list} shows the ids`);
  return new MetarunError(
    'not_found',
    `No ${what} can have the id ${quoted(id)}, because an id is a UUID: GET …/${list} shows the ids.`,
  );
}

/** Returns a 422 error for one field. `pointer` as in {@link FieldError}; '' is the whole body. */
export function invalidField(pointer: string, message: string): MetarunError {
  const text = pointer === '' ? `The body ${message}.` : `${pointer}: ${message}`;
  return new MetarunError('validation_failed', text, { errors: [{ pointer, message }] });
}

/** Returns the message of a thrown value, which need not be an Error. */
export function getErrorMessage(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

/** Returns the code of an error of Node or of a driver, such as `ENOENT`; undefined if it has none. */
export function findErrorCode(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null) return undefined;
  const code: unknown = Reflect.get(thrown, 'code');
  return typeof code === 'string' ? code : undefined;
}
