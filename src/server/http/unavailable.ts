import { findErrorCode, MetarunError } from '../../base/kernel/errors.js';

const NO_CONNECTION = 'no connection is available';

/** Problems that the operator has to solve, by error codes of Node, SQLite and PostgreSQL. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|53100)/, 'the disk is full'],
  [/^(EROFS|EACCES|EPERM|SQLITE_READONLY|25006)/, 'it may not be written'],
  [/^(EMFILE|ENFILE|SQLITE_CANTOPEN)/, 'too many files are open, or the database cannot be opened'],
  [/^(EIO|SQLITE_IOERR|58030)/, 'the disk has an error'],
  [
    /^(SQLITE_BUSY|SQLITE_LOCKED|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|57014|57P0\d|55P03|08...|53...)$/,
    NO_CONNECTION,
  ],
];
/**
 * Messages of the PostgreSQL driver for errors without a code. The last two concern transactions whose connection was
 * lost.
 */
const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired$|Query read timeout|Client (has encountered a connection error|was closed) and is not queryable)/;
/** Maximum depth of the chain of causes that is searched. */
const MAX_CAUSES = 5;
/** Retry-After of the response, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * Returns the 503 for a problem with the disk or the database, with that error as its cause; null for any other error.
 */
export function unavailableBy(thrown: unknown): MetarunError | null {
  let error = thrown;
  for (let count = 0; count < MAX_CAUSES && error instanceof Error; count += 1) {
    const code = findErrorCode(error);
    const known = REASONS.find(([codes]) => code !== undefined && codes.test(code));
    const reason = known?.[1] ?? (LOST_CONNECTION.test(error.message) ? NO_CONNECTION : undefined);
    if (reason !== undefined)
      return new MetarunError(
        'unavailable',
        `The database or the disk does not answer: ${reason}. Try again shortly.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS, cause: error },
      );
    error = error.cause;
  }
  return null;
}
