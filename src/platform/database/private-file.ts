import { chmodSync, closeSync, fchmodSync, openSync } from 'node:fs';

const OWN = 0o600;
/** Suffixes of a database and its companion files, which SQLite creates with the mode of the database. */
const FILES = ['', '-wal', '-shm', '-journal'];

/**
 * Makes a SQLite database accessible to its owner only, whatever the umask and the folder. A missing file is created
 * before SQLite would make it readable by others. An existing file is not opened: closing it would drop this process's
 * locks on it. If a mode cannot be changed, either SQLite reports the problem or the folder keeps others out.
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
    // The file exists, is missing, or belongs to another user.
  }
}
