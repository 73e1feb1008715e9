import { join } from 'node:path';
import { forkServerTrial } from '../../src/runtime/python/guests.js';
import { detectSandbox } from '../../src/runtime/sandbox/detect.js';
import { pythonFiles } from '../../src/runtime/sandbox/guest-files.js';
import { SANDBOX_KINDS } from '../../src/runtime/sandbox/sandbox.js';
import { runnerTrial } from '../../src/runtime/typescript/guests.js';

const ROOT = join(import.meta.dirname, '../..');
export const TYPESCRIPT_GUEST = join(ROOT, 'dist/runtimes/typescript');
export const PYTHON_GUEST = join(ROOT, 'runtimes/python');

export const python = await pythonFiles('/usr/bin/python3');

/** The sandbox that METARUN_SANDBOX names, as it does for the server; without it the best that works here. */
export const sandbox = await detectSandbox({
  wanted: SANDBOX_KINDS.find((kind) => kind === process.env['METARUN_SANDBOX']) ?? 'auto',
  minLevel: 1,
  python: python.executable,
  launcher: join(ROOT, 'runtimes/sandbox/launch.py'),
  trials: (tried) => [
    forkServerTrial(python, PYTHON_GUEST, tried),
    runnerTrial(process.execPath, TYPESCRIPT_GUEST),
  ],
});
