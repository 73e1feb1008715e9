import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A package of its own: `npm ci` of the project does not download these 240 MB. */
const FOLDER = fileURLToPath(new URL('.', import.meta.url));

/** True if the engines to compare with are installed. */
export function areInstalled() {
  return existsSync(new URL('node_modules/.package-lock.json', import.meta.url));
}

/** Installs them as the lock file has it. Their install scripts do not run. */
export function install() {
  execFileSync('npm', ['install', '--no-save', '--ignore-scripts', '--loglevel=error'], {
    cwd: FOLDER,
    stdio: ['ignore', 2, 2],
  });
}
