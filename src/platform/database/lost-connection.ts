import { codeOf } from './unique-violation.js';

/** Classes of PostgreSQL's errors after which the connection is gone: by itself, and by an operator or a restart. */
const LOST = /^(08...|57P0[1-5])$/;
const SQLSTATE = /^[0-9A-Z]{5}$/;

/** Returns whether a write on PostgreSQL has failed without an answer, so that it may have been committed. */
export function isLostConnection(error: unknown): boolean {
  const code = codeOf(error);
  if (typeof code === 'string' && SQLSTATE.test(code)) return LOST.test(code);
  // An error of the system has a code of its own, as ECONNRESET; one of the driver has none.
  return typeof code === 'string'
    ? /^E[A-Z]+$/.test(code)
    : error instanceof Error && /connection terminated|not queryable|timeout/i.test(error.message);
}
