import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { findErrorCode } from '../../base/kernel/errors.js';

/** Folder for data of commands beside the author's own files. */
const OWN = '.metarun';

/** Creates a folder, and excludes its `.metarun` from Git if that is new. */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const above = dirname(folder);
  if (basename(above) !== OWN) return;
  try {
    await writeFile(join(above, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (findErrorCode(error) !== 'EEXIST') throw error;
  }
}
