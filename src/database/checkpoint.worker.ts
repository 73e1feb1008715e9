/** Moves what SQLite has written to its log into the database, once in a while. Its data is the database's path. */
import { workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** From one checkpoint to the next (ms). */
const EVERY_MS = 2_000;

const database = new Sqlite(workerData as string, { fileMustExist: true, timeout: 0 });
setInterval(() => {
  try {
    // Takes what nobody reads or writes at the moment, and waits for nobody.
    database.pragma('wal_checkpoint(PASSIVE)');
  } catch {
    // The disk is full, for one. What has been written stays in the log, and the next one tries again.
  }
}, EVERY_MS);
