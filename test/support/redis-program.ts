import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers that speak the protocol of Redis. */
const NAMES = ['redis-server', 'valkey-server'];

/** Returns the path of a Redis or Valkey on this machine; '' where there is none. No npm package has one for all platforms. */
export function redisProgram(): string {
  return programIn((process.env['PATH'] ?? '').split(delimiter), NAMES) ?? '';
}

/** Returns the path of the first program of these names that one of the folders has, if any. */
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
