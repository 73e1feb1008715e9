/**
 * Moves the changes in SQLite's log into the database at an interval, and restarts the log before it grows large. The
 * worker data is the database's path.
 */
import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** Interval of checkpoints, and of polls of the log's size (ms). */
const EVERY_MS = 2_000;
const LOOK_MS = 100;
/** Size of the log at which it is to be restarted (bytes). Most of it has been moved by then. */
const LARGE = 16 * 1024 * 1024;
/** Maximum wait for readers of other processes, during which writers wait too (ms). */
const READERS_MS = 50;

const path = workerData as string;
const database = new Sqlite(path, { fileMustExist: true, timeout: READERS_MS });
let movedAt = performance.now();
/** True while another process reads the log and so prevents its restart. */
let isHeld = false;
let areWritersAsked = false;

setInterval(() => {
  const isDue = performance.now() - movedAt >= EVERY_MS;
  if (areWritersAsked) return;
  if (sizeOfLog() >= LARGE && (isDue || !isHeld)) {
    // Without writers for a moment, the whole log is moved. With writers, there would always be new changes.
    areWritersAsked = true;
    parentPort?.postMessage('pause');
  } else if (isDue) move('PASSIVE');
}, LOOK_MS);

parentPort?.on('message', () => {
  isHeld = !move('TRUNCATE');
  areWritersAsked = false;
  parentPort?.postMessage('done');
});

/**
 * Moves the changes that no reader holds back; PASSIVE waits for neither readers nor writers. Returns whether all were
 * moved.
 */
function move(how: 'PASSIVE' | 'TRUNCATE'): boolean {
  movedAt = performance.now();
  try {
    return database.pragma(`wal_checkpoint(${how})`, { simple: true }) === 0;
  } catch {
    // For example, the disk is full. The changes stay in the log, and the next pass tries again.
    return false;
  }
}

function sizeOfLog(): number {
  try {
    return statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  } catch {
    return 0;
  }
}
