/**
 * Moves the changes in SQLite's log into the database, at an interval, and begins the log again before it is large. The worker data
 * is the database's path.
 */
import { statSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import Sqlite from 'better-sqlite3';

/** From one checkpoint to the next, and between two looks at the size of the log (ms). */
const EVERY_MS = 2_000;
const LOOK_MS = 100;
/** The size of the log at which it is to begin again (bytes). Most of it has been moved by then. */
const LARGE = 16 * 1024 * 1024;
/** Longest wait for readers of other processes, in which no one writes (ms). */
const READERS_MS = 50;

const path = workerData as string;
const database = new Sqlite(path, { fileMustExist: true, timeout: READERS_MS });
let movedAt = performance.now();
/** True while another process reads the log, so that it does not begin again. */
let isHeld = false;
let areWritersAsked = false;

setInterval(() => {
  const isDue = performance.now() - movedAt >= EVERY_MS;
  if (areWritersAsked) return;
  if (sizeOfLog() >= LARGE && (isDue || !isHeld)) {
    // Without writers for a moment all of it is moved. With them there would be something new each time.
    areWritersAsked = true;
    parentPort?.postMessage('pause');
  } else if (isDue) move('PASSIVE');
}, LOOK_MS);

parentPort?.on('message', () => {
  isHeld = !move('TRUNCATE');
  areWritersAsked = false;
  parentPort?.postMessage('done');
});

/** Moves what no reader holds back; PASSIVE waits for no reader or writer. Returns whether nothing was in the way. */
function move(how: 'PASSIVE' | 'TRUNCATE'): boolean {
  movedAt = performance.now();
  try {
    return database.pragma(`wal_checkpoint(${how})`, { simple: true }) === 0;
  } catch {
    // The disk is full, for one. The changes stay in the log, and the next pass tries again.
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
