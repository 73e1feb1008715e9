import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { guestDir } from '../../../base/config/paths.js';

/** A file or folder of /proc. */
export interface Hidden {
  path: string;
  isFolder: boolean;
}

const PROC = '/proc';
const OTHERS_READ = 0o004;
let found: readonly Hidden[] | null = null;

/**
 * Returns what /proc shows of this machine and no guest sees: all that anybody may read, but the processes and the names of one list,
 * which every sandbox has.
 */
export function hiddenInProc(): readonly Hidden[] {
  found ??= find();
  return found;
}

function find(): Hidden[] {
  // A machine other than Linux runs containers in one whose /proc is not its own.
  if (!existsSync(PROC)) return [];
  const seen = readFileSync(join(guestDir('python'), 'etc/proc'), 'utf8').split('\n');
  return readdirSync(PROC)
    .filter((name) => !/^\d+$/.test(name) && !seen.includes(name))
    .flatMap((name) => {
      const path = join(PROC, name);
      const about = statSync(path);
      return (about.mode & OTHERS_READ) === 0 ? [] : [{ path, isFolder: about.isDirectory() }];
    });
}
