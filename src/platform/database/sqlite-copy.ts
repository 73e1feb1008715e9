import { once } from 'node:events';
import { open, stat } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { packagePath } from '../../base/kernel/package-root.js';
import { makePrivate } from './private-file.js';

const POLL_MS = 200;

/**
 * Copies a SQLite database as it is at one moment into a file that does not exist yet, without keeping those waiting who
 * write to it. `onProgress` gets the bytes so far. In a thread: SQLite holds the one that it works in.
 */
export async function copySqlite(
  from: string,
  to: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  // SQLite copies into an empty file as well.
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

/** It does not exist yet. */
function ignored(): void {}
