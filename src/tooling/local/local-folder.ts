import { mkdtempSync, renameSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { noTemporaryFiles } from '../../base/kernel/temporary-files.js';
import { DataFolderLock } from '../../platform/database/data-folder-lock.js';

const PREFIX = 'metarun-local-';
/** Prefix of folders that are not locked yet. */
const UNFINISHED = 'metarun-unlocked-';
/** Age from which an unlocked folder counts as abandoned, in ms. */
const ABANDONED_MS = 60_000;

/** A locked folder for the data of one command. */
export interface LocalFolder {
  readonly path: string;
  readonly lock: DataFolderLock;
}

/**
 * Creates a folder for this user alone. It is renamed once it is locked, so that no other command takes it for
 * abandoned. Throws GuidedError if the folder for temporary files is not writable.
 */
export function makeLocalFolder(): LocalFolder {
  try {
    return newFolder();
  } catch (error) {
    throw noTemporaryFiles(tmpdir(), error);
  }
}

function newFolder(): LocalFolder {
  const unfinished = mkdtempSync(join(tmpdir(), UNFINISHED));
  const lock = DataFolderLock.take(unfinished, true);
  const path = join(dirname(unfinished), PREFIX + basename(unfinished).slice(UNFINISHED.length));
  renameSync(unfinished, path);
  return { path, lock };
}

/** Removes the folders of commands that were killed. */
export async function removeLeftFolders(): Promise<void> {
  const parent = tmpdir();
  const names = await readdir(parent).catch(() => []);
  const mine = names.filter((name) => name.startsWith(PREFIX) || name.startsWith(UNFINISHED));
  await Promise.all(mine.map((name) => removeIfLeft(join(parent, name))));
}

async function removeIfLeft(path: string): Promise<void> {
  try {
    const { uid, mtimeMs } = await lstat(path);
    if (uid !== process.getuid?.()) return;
    const unfinished = basename(path).startsWith(UNFINISHED);
    if (unfinished && Date.now() - mtimeMs < ABANDONED_MS) return;
    DataFolderLock.take(path, true).release();
    await rm(path, { recursive: true, force: true });
  } catch {
    // The folder is in use, or another process removes it.
  }
}
