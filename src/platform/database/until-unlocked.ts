import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { errorCodeOf } from '../../base/kernel/errors.js';

/** Longest wait for another process that writes, ms; what follows waits for it once more. */
const WAIT_MS = 3_000;
/** Between two looks, ms. */
const PAUSE_MS = 50;

/**
 * Resolves once no other process writes to a SQLite database, or has done so for some seconds. A statement waits for that as well, but
 * nothing else in this process goes on meanwhile, so that none could report it. Never rejects: what is wrong is reported by who opens it.
 */
export async function untilUnlocked(path: string): Promise<void> {
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
    return String(errorCodeOf(error)).startsWith('SQLITE_BUSY');
  } finally {
    database?.close();
  }
}
