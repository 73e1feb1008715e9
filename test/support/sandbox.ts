import { join } from 'node:path';
import { SCRIPT_LANGUAGES, type ScriptLanguage } from '../../src/base/languages/index.js';
import { forkServerTrial } from '../../src/sandbox/runtime/python/python-guests.js';
import { detectSandbox } from '../../src/sandbox/runtime/sandbox/detect.js';
import { pythonFiles } from '../../src/sandbox/runtime/python/interpreter.js';
import type { GuestSpec } from '../../src/sandbox/runtime/sandbox/guest-spec.js';
import { SANDBOX_KINDS, type Sandbox } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import { runnerTrial } from '../../src/sandbox/runtime/typescript/typescript-guests.js';

const ROOT = join(import.meta.dirname, '../..');
export const TYPESCRIPT_GUEST = join(ROOT, 'dist/runtimes/typescript');
export const PYTHON_GUEST = join(ROOT, 'dist/runtimes/python');
/** Python sources; as they are not compiled, tests can change a copy of them. */
export const PYTHON_SOURCE = join(ROOT, 'runtimes/python');

export const python = await pythonFiles('/usr/bin/python3');

/** Guests with which a sandbox is tried, by language. */
const TRIALS: Record<ScriptLanguage, (tried: Sandbox) => GuestSpec> = {
  python: (tried) => forkServerTrial(python, PYTHON_GUEST, tried),
  typescript: () => runnerTrial(process.execPath, TYPESCRIPT_GUEST),
};

/** The sandbox that METARUN_SANDBOX names, as for the server, or the best one that works here. */
export const { sandbox } = await detectSandbox({
  wanted: SANDBOX_KINDS.find((kind) => kind === process.env['METARUN_SANDBOX']) ?? 'auto',
  minLevel: 1,
  python: python.executable,
  pythonProblem: python.problem,
  launcher: join(ROOT, 'runtimes/sandbox/launch.py'),
  trials: new Map(SCRIPT_LANGUAGES.map((language) => [language, TRIALS[language]])),
});
