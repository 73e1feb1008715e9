import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import type { User } from './server-process.js';
import { until } from './until.js';

/**
 * Returns the control groups (of version 1 or 2) below which this process may be able to create one that limits memory.
 */
function ownGroups(): string[] {
  const own = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
  const mounts = readFileSync('/proc/self/mountinfo', 'utf8').trim().split('\n');
  return own.flatMap((line) => {
    const [, controllers = '', path = ''] = /^\d+:([^:]*):(.*)$/.exec(line) ?? [];
    const kind = controllers === '' ? / - cgroup2 / : / - cgroup .*\bmemory\b/;
    if (controllers !== '' && !controllers.split(',').includes('memory')) return [];
    const mount = mounts.find((entry) => kind.test(entry))?.split(' ')[4];
    return mount === undefined ? [] : [join(mount, path)];
  });
}

/** Creates a control group for a server and returns its path; null if this machine does not allow it. */
export function makeControlGroup(name: string, user?: User): string | null {
  for (const parent of ownGroups()) {
    const path = join(parent, name);
    try {
      mkdirSync(path);
    } catch {
      continue;
    }
    if (['memory.limit_in_bytes', 'memory.max'].some((file) => existsSync(join(path, file)))) {
      if (user)
        for (const file of [path, join(path, 'cgroup.procs')]) chownSync(file, user.uid, user.gid);
      return path;
    }
    rmdirSync(path);
  }
  return null;
}

export function groupsIn(path: string): string[] {
  const found = readdirSync(path, { withFileTypes: true }).filter((file) => file.isDirectory());
  return found.map(({ name }) => name);
}

export async function removeControlGroup(path: string): Promise<void> {
  await until('a control group without processes', () => {
    try {
      rmdirSync(path);
    } catch {
      return !existsSync(path);
    }
    return true;
  });
}
