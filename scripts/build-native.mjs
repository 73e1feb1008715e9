// Builds dist/node_modules/: the packages with native parts, reduced to the files that a run needs. npm would check and
// build them for the Node that runs npm, which may differ from the one that loads them; isolated-vm, for example,
// cannot be built for Node 20. npm ignores packages in this folder.
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/node_modules`;
/** Files of each package. The binary of esbuild is in a separate package per platform, which npm installs. */
const FILES = {
  'better-sqlite3': ['lib/**/*.js', 'prebuilds/{linux,linuxmusl,darwin}-*.node'],
  esbuild: ['lib/main.js'],
  'isolated-vm': ['isolated-vm.js', 'prebuilds/{linux,darwin}-*/*.node'],
  'node-gyp-build': ['*.js'],
};

rmSync(out, { recursive: true, force: true });
for (const [name, patterns] of Object.entries(FILES)) {
  const from = join(root, 'node_modules', name);
  for (const file of globSync(['package.json', 'LICENSE*', ...patterns], { cwd: from }))
    cpSync(join(from, file), join(out, name, file));
}

/** Folders of the packages from which files were copied. */
export const folders = Object.keys(FILES).map((name) => join(root, 'node_modules', name));
