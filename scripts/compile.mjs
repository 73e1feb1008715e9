// Compiles src/ into dist/modules/, the input of the bundles. The types are checked by `npm run lint`, since that takes
// longer than the whole build.
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

/** Imports the compiled module of a file in src/, by URL since a path may contain a "#" or a "%". */
export function importBuilt(path) {
  return import(new URL(`../dist/modules/${path}`, import.meta.url).href);
}
