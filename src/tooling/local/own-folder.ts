import { mkdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { errorCodeOf } from '../../base/kernel/errors.js';

/** Folder of what commands keep beside the author's own files. */
const OWN = '.metarun';

/** Makes a folder, and has Git leave out what is in the `.metarun` that it is in, where that is new. */
export async function makeOwnFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const above = dirname(folder);
  if (basename(above) !== OWN) return;
  try {
    await writeFile(join(above, '.gitignore'), '*\n', { flag: 'wx' });
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error;
  }
}
