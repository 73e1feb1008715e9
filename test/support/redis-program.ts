import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Programs that implement the Redis protocol. */
const NAMES = ['redis-server', 'valkey-server'];

/**
 * Returns the path of a Redis or Valkey on this machine; '' if there is none. There is no npm package for all
 * platforms.
 */
export function redisProgram(): string {
  return programIn((process.env['PATH'] ?? '').split(delimiter), NAMES) ?? '';
}

/** Returns the path of the first program with one of these names in the folders, if any. */
export function programIn(
  folders: readonly string[],
  names: readonly string[],
): string | undefined {
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(runs);
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
