// Compiles src/ into dist/modules/, of which the bundles are made. It reads the types of the packages, which are built before.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import './build-client.mjs';
import './build-converter.mjs';
import { TSC } from './tsc.mjs';

const root = new URL('..', import.meta.url).pathname;
const compiler = spawn(process.execPath, [TSC, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
const [code] = await once(compiler, 'exit');
if (code !== 0) process.exit(code ?? 1);
