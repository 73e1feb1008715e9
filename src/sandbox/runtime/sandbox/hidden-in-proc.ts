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
 * Returns the world-readable entries of /proc that are hidden from guests because they describe this machine: all
 * except processes and the names in `etc/proc`, which is the same in every sandbox.
 */
export function hiddenInProc(): readonly Hidden[] {
  found ??= find();
  return found;
}

function find(): Hidden[] {
  // On other systems, containers run in a virtual machine with its own /proc.
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
