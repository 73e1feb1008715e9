import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isJsonObject } from '../../base/kernel/json.js';
import { parseJson, type Profile, parseProfile, readPrivate } from './profiles.js';

/** File below the served folder in which `metarun dev` stores its address; mode 0600. */
export const DEV_FILE = join('.metarun', 'dev.json');

/** Returns the running `metarun dev` server of a folder or, unless `above` is false, of the nearest folder above. */
export async function findDevServer(
  folder: string,
  { above = true }: { above?: boolean } = {},
): Promise<Profile | null> {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, DEV_FILE);
    if (await isOwn(file)) {
      const found = parseJson((await readPrivate(file)) ?? '');
      const profile = parseProfile(found);
      if (profile !== null && isJsonObject(found) && isRunning(found['pid'])) return profile;
    }
    if (!above || dirname(at) === at) return null;
  }
}

/** Returns whether the current user owns the file. In a shared folder such as /tmp, any user could have created it. */
async function isOwn(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => null);
  return found !== null && (process.getuid === undefined || found.uid === process.getuid());
}

function isRunning(pid: unknown): boolean {
  if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
