import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Servers that speak the protocol of Redis. */
const NAMES = ['redis-server', 'valkey-server'];

/** Returns the path of a Redis or Valkey on this machine; '' where there is none. No npm package has one for all platforms. */
export function redisProgram() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find(runs) ?? '';
}

function runs(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
