import { chmodSync, closeSync, fchmodSync, openSync } from 'node:fs';

const OWN = 0o600;
/** A database, and what SQLite keeps beside it, which it makes with the mode of the database. */
const FILES = ['', '-wal', '-shm', '-journal'];

/**
 * Makes a SQLite database its owner's alone, whatever the umask and the folder: one that is not there is made, before SQLite makes
 * it readable by others. One that is there is not opened: to close it would drop the locks that this process has on it. Where a
 * mode cannot be changed, SQLite says what is wrong, or the folder keeps others out.
 */
export function makePrivate(path: string): void {
  tried(() => {
    const file = openSync(path, 'wx', OWN);
    fchmodSync(file, OWN);
    closeSync(file);
  });
  for (const suffix of FILES) tried(() => chmodSync(path + suffix, OWN));
}

function tried(work: () => void): void {
  try {
    work();
  } catch {
    // It is there, or is not, or is another user's.
  }
}
