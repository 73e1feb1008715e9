/** Copies a consistent snapshot of a SQLite database while others write to it. The worker data has both paths. */
import { workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** Maximum wait for a lock of another process (ms). */
const LOCKED_MS = 60_000;

const { from, to } = workerData as { from: string; to: string };
const database = new Sqlite(from, { fileMustExist: true, timeout: LOCKED_MS });
database.prepare('VACUUM INTO ?').run(to);
database.close();
