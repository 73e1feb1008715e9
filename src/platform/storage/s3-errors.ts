import { MetarunError, getErrorMessage } from '../../base/kernel/errors.js';

const RETRY_SECONDS = 10;
/** Statuses that no retry changes: an operator has to act. */
const OPERATORS = new Set([401, 403, 404]);

/** Returns the error name of S3 or Node for a failed request. */
function readErrorName(error: unknown): string {
  for (const key of ['code', 'Code', 'name'] as const) {
    const value: unknown = typeof error === 'object' && error !== null && Reflect.get(error, key);
    if (typeof value === 'string' && /^[A-Za-z0-9_]{2,64}$/.test(value) && value !== 'Error')
      return value;
  }
  return 'no reason given';
}

function findHttpStatus(error: unknown): number | undefined {
  const metadata: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, '$metadata') : undefined;
  const status: unknown =
    typeof metadata === 'object' && metadata !== null
      ? Reflect.get(metadata, 'httpStatusCode')
      : undefined;
  return typeof status === 'number' ? status : undefined;
}

/** Returns whether S3 reports a missing object; false if the bucket is missing. */
export function isMissingObject(error: unknown): boolean {
  const reason = readErrorName(error);
  return reason === 'NoSuchKey' || reason === 'NotFound';
}

/** Returns whether the server does not implement this request of S3. */
export function isNotImplemented(error: unknown): boolean {
  const status = findHttpStatus(error);
  return status === 405 || status === 501;
}

/**
 * Returns the `unavailable` error for clients. Its cause is for the log: the message of S3 without the other fields of
 * its response, since those may quote the signed request.
 */
export function asUnavailable(error: unknown): MetarunError {
  if (error instanceof MetarunError) return error;
  const reason = readErrorName(error);
  const status = findHttpStatus(error);
  const cause = new Error(
    `${reason}${status === undefined ? '' : ` (${status})`}: ${getErrorMessage(error)}`,
  );
  if (status !== undefined && OPERATORS.has(status))
    return new MetarunError(
      'unavailable',
      `The storage refuses this server (${reason}); its operator has to look at the METARUN_STORAGE_… settings.`,
      { cause },
    );
  return new MetarunError(
    'unavailable',
    `The storage of files does not answer (${reason}). Try again later.`,
    { cause, retryAfterSeconds: RETRY_SECONDS },
  );
}
