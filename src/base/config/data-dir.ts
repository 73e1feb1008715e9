import { access, chmod, constants, mkdir, stat } from 'node:fs/promises';
import { getErrorMessage } from '../kernel/errors.js';
import { ConfigError } from './config.js';
import type { Config } from './settings.js';

const OWN = 0o700;
const OTHERS = 0o077;

/**
 * Creates the data folder if it is missing, and restricts it to its owner if others have access: a user who can read it
 * can do everything. Returns the previous mode, or null if it was left unchanged. Throws {@link ConfigError} if the
 * folder cannot be created, written or restricted.
 */
export async function prepareDataDir({ dataDir }: Config): Promise<number | null> {
  const named = `METARUN_DATA_DIR is ${JSON.stringify(dataDir)}`;
  try {
    await mkdir(dataDir, { recursive: true, mode: OWN });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `${named}, which is not a folder that can be made and written: ${getErrorMessage(error)}`,
      { cause: error },
    );
  }
  const before = await readMode(dataDir);
  if ((before & OTHERS) === 0) return null;
  // If this fails (another owner, a file system without modes), the check below reports the unchanged mode.
  await chmod(dataDir, OWN).catch(() => undefined);
  if (((await readMode(dataDir)) & OTHERS) === 0) return before;
  throw new ConfigError(
    `${named}, which others than its owner can enter (mode ${octal(before)}), and this server cannot change that. ` +
      `Have its owner run \`chmod 700\` on it, or name a folder in it that is not there yet: the server makes one of its own.`,
  );
}

/** Returns the mode in the notation of `chmod`. */
export function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}

async function readMode(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}
