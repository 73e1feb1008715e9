// Builds dist/node_modules/: the packages with native parts, as far as a run needs them. npm would check and build them for the
// Node that installs, which may be another one than the Node that runs them: isolated-vm cannot be built for Node 20. What lies
// here npm does not see.
import { cpSync, globSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = `${root}dist/node_modules`;
/** The files of each package. esbuild's program is a package of its own for each platform, which npm installs. */
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

/** The packages of which files were copied. */
export const folders = Object.keys(FILES).map((name) => join(root, 'node_modules', name));
