import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Folder of a separate package, so that `npm ci` of the project does not download its 240 MB. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** Returns whether the engines for comparison are installed. */
export function areInstalled() {
  return existsSync(new URL('node_modules/.package-lock.json', import.meta.url));
}

/** Installs the engines from the lock file, without running install scripts. */
export function install() {
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  });
}
