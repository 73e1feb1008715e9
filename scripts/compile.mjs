// Compiles src/ into dist/modules/, of which the bundles are made. `npm run lint` checks its types, which takes longer than all of this.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { TSC } from './tsc.mjs';

const root = new URL('..', import.meta.url).pathname;
const compiler = spawn(process.execPath, [TSC, '-p', 'tsconfig.build.json', '--noCheck'], {
  cwd: root,
  stdio: 'inherit',
});
const [code] = await once(compiler, 'exit');
if (code !== 0) process.exit(code ?? 1);
