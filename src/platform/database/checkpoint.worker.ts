/** Moves the changes in SQLite's log into the database, at an interval. The worker data is the database's path. */
import { workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** From one checkpoint to the next (ms). */
const EVERY_MS = 2_000;

const database = new Sqlite(workerData as string, { fileMustExist: true, timeout: 0 });
setInterval(() => {
  try {
    // A passive checkpoint waits for no reader or writer.
    database.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The disk is full, for one. The changes stay in the log, and the next pass tries again.
  }
}, EVERY_MS);
