// Compiles src/ into dist/modules/, of which the bundles are made. `npm run lint` checks its types, which takes longer than all of this.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { TSC } from './tsc.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = spawn(process.execPath, [TSC, '-p', 'tsconfig.build.json', '--noCheck'], {
  cwd: root,
  stdio: 'inherit',
});
const [code] = await once(compiler, 'exit');
if (code !== 0) process.exit(code ?? 1);

/** Imports what the compiler has made of a file of src/. A path is no URL where it has a "#" or a "%" in it. */
export function importBuilt(path) {
  return import(new URL(`../dist/modules/${path}`, import.meta.url).href);
}
