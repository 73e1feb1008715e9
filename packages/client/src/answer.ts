import { ApiError, type FieldError } from './errors.js';
import { retryAfterSeconds } from './retry-after.js';

/** The result of {@link MetarunClient.api}: one of `data` and `error`. */
export interface Result<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Returns the body of a successful response of `api`. Throws {@link ApiError} for an error response. */
export function answerOf<T>({ data, error, response }: Result<T>): NonNullable<T> {
  if (!response.ok) throw createApiError(response, error);
  if (data == null) throw createApiError(response, undefined);
  return data;
}

/** Checks a response without a body. Throws {@link ApiError} for an error response. */
export function checkAnswer({ error, response }: Result<unknown>): void {
  if (!response.ok) throw createApiError(response, error);
}

/** Returns the error of a response whose body has been read, as parsed JSON or as text. */
export function createApiError(response: Response, body: unknown): ApiError {
  const { status, url } = response;
  // A response that the caller's own `fetch` has constructed may have no URL.
  const server = URL.canParse(url) ? new URL(url).origin : 'The server';
  const problem = isObject(body) ? body : {};
  const text = (name: string): string | null => {
    const value = problem[name];
    return typeof value === 'string' ? value : null;
  };
  const place = response.headers.get('Location');
  const leads = place === null ? '' : `, and leads to ${place}, where no client goes`;
  return new ApiError({
    status,
    code: text('code') ?? `http_${status}`,
    detail: text('detail') ?? `${server} answered ${status}, not as metarun does${leads}.`,
    errors: Array.isArray(problem['errors']) ? problem['errors'].filter(isFieldError) : [],
    requestId: text('request_id') ?? response.headers.get('X-Request-Id'),
    retryAfterSeconds: retryAfterSeconds(response),
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isFieldError(value: unknown): value is FieldError {
  if (!isObject(value)) return false;
  const number = (name: string): boolean =>
    value[name] === undefined || typeof value[name] === 'number';
  return (
    typeof value['pointer'] === 'string' &&
    typeof value['message'] === 'string' &&
    number('line') &&
    number('column')
  );
}
