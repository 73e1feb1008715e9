import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { packagePath } from '../../base/kernel/package-root.js';
import { makePrivate } from './private-file.js';

const POLL_MS = 200;

/**
 * Copies a consistent snapshot of a SQLite database into a new file without blocking writers. `onProgress` receives the
 * number of bytes so far. Runs in a thread, since SQLite blocks the thread that it works in.
 */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  // SQLite also copies into an existing empty file.
  makePrivate(to);
  const worker = new Worker(packagePath('dist/server/copy.worker.js'), {
    workerData: { from, to },
    env: {},
    execArgv: [],
    name: 'copy of the database',
  });
  const timer = setInterval(() => {
    stat(to).then(({ size }) => onProgress(size), ignored);
  }, POLL_MS);
  try {
    // Rejects with the worker's error.
    await once(worker, 'exit');
  } finally {
    clearInterval(timer);
  }
  const copy = await open(to, 'r+');
  try {
    await copy.sync();
    onProgress((await copy.stat()).size);
  } finally {
    await copy.close();
  }
}

/** The file does not exist yet. */
function ignored(): void {}
