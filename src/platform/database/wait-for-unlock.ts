import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { findErrorCode } from '../../base/kernel/errors.js';

/** Maximum wait for another process that writes (ms); the next statement waits for it once more. */
const WAIT_MS = 3_000;
/** Interval of polls (ms). */
const PAUSE_MS = 50;

/**
 * Resolves once no other process writes to a SQLite database, or after some seconds. A statement also waits for that,
 * but blocks this process meanwhile, so that nothing could report the wait. Never rejects: the opening of the database
 * reports problems.
 */
export async function waitForUnlock(path: string): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (existsSync(path) && isLocked(path) && performance.now() < until) await delay(PAUSE_MS);
}

function isLocked(path: string): boolean {
  let database: Database.Database | undefined;
  try {
    database = new Database(path, { fileMustExist: true, timeout: 0 });
    database.exec('BEGIN IMMEDIATE; ROLLBACK');
    return false;
  } catch (error) {
    return findErrorCode(error)?.startsWith('SQLITE_BUSY') === true;
  } finally {
    database?.close();
  }
}
