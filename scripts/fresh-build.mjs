// Checks whether the build in dist/ is newer than its sources, for scripts/launch.mjs and test/run.mjs. Runs on Node
// 20, before any package is installed.
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const MARK = join(root, 'dist/.built');
const PACKAGES = ['packages/client', 'packages/document-converter'];
const FOLDERS = ['src', 'runtimes', 'scripts', 'web', ...PACKAGES.map((folder) => `${folder}/src`)];
const FILES = ['package-lock.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Returns whether the build is missing or older than its sources. Unit tests do not count as sources. */
export function isBuildStale() {
  if (![MARK, ...PACKAGES.map((folder) => join(root, folder, 'dist'))].every(existsSync))
    return true;
  const folders = FOLDERS.map((folder) => newestIn(join(root, folder)));
  const files = FILES.map((file) => statSync(join(root, file)).mtimeMs);
  return statSync(MARK).mtimeMs < Math.max(...folders, ...files);
}

/** Records that the build is up to date. */
export function markBuilt() {
  mkdirSync(dirname(MARK), { recursive: true });
  writeFileSync(MARK, '');
}

function newestIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).reduce((time, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory())
      return entry.name === '__pycache__' ? time : Math.max(time, newestIn(path));
    return entry.isFile() && !entry.name.endsWith('.spec.ts')
      ? Math.max(time, statSync(path).mtimeMs)
      : time;
  }, 0);
}
