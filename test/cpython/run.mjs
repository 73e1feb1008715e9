// Runs CPython's own tests of the modules that scripts use in the sandbox, as scripts of tasks without a network:
// `npm run test:all -- cpython`. Prints a line with the failures of each module, and writes the table of
// docs/python-tests.md. The exit code is 1 if explained.mjs gives no reason for a failure, and 2 if the tests are not
// installed. With names, such as `json ssl`, it runs only these modules and writes nothing.
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { forkServerTrial } from '../../dist/modules/sandbox/runtime/python/python-guests.js';
import { pythonFiles } from '../../dist/modules/sandbox/runtime/python/interpreter.js';
import { PythonRuntime } from '../../dist/modules/sandbox/runtime/python/python.runtime.js';
import { detectSandbox } from '../../dist/modules/sandbox/runtime/sandbox/detect.js';
import { StopSignal } from '../../dist/modules/sandbox/runtime/stop-signal.js';
import { createRefusingHost } from '../support/refusing-host.ts';
import { explainFailure, MODULES } from './explained.mjs';
import { writePage } from './page.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const GUEST = join(ROOT, 'runtimes/python');
const SCRIPT = readFileSync(new URL('tests.py', import.meta.url), 'utf8');
const MIB = 1024 * 1024;
const LIMITS = {
  timeout_ms: 1_200_000,
  memory_bytes: 1024 * MIB,
  cpu_ms: 0,
  max_result_bytes: 4 * MIB,
  max_log_bytes: MIB,
};

const python = await pythonFiles(process.env.METARUN_PYTHON ?? '/usr/bin/python3');
const chosen = process.argv.slice(2).map((name) => `test_${name}`);
const folder = python.readable
  .map((at) => join(at, 'test'))
  .find((at) => existsSync(join(at, 'test_json')));
if (folder === undefined) {
  console.error(
    `metarun: ${python.executable} has not its own tests. On Debian: apt-get install libpython3-testsuite`,
  );
  process.exit(2);
}
const { sandbox } = await detectSandbox({
  wanted: process.env.METARUN_SANDBOX ?? 'auto',
  minLevel: 2,
  python: python.executable,
  pythonProblem: python.problem,
  launcher: join(ROOT, 'runtimes/sandbox/launch.py'),
  trials: new Map([['python', (tried) => forkServerTrial(python, GUEST, tried)]]),
});
const runtime = new PythonRuntime({
  python,
  guestDir: GUEST,
  sandbox,
  maxRuns: 1,
  packages: {
    folder: join(tmpdir(), 'metarun-no-environments'),
    index: '/metarun/no-wheels',
    uv: '',
    timeoutMs: 600_000,
    maxBytes: 100 * MIB,
    shared: false,
    archive: null,
  },
  onWarning: (message) => console.error(message),
});
await runtime.warm();
const rows = [];
let unexplained = 0;
for (const module of chosen.length > 0 ? chosen : MODULES) {
  const row = formatRow(module, await runModule(module));
  rows.push(row);
  unexplained += row.unexplained.length;
  console.log(`${row.unexplained.length === 0 ? '✓' : '✗'} ${module}: ${row.tests} tests`);
  for (const { name, error, why } of [...row.explained, ...row.unexplained])
    console.log(`    ${name}: ${error}${why ? ` (${why})` : ''}`);
}
await runtime.close();
const tests = rows.reduce((sum, row) => sum + row.tests, 0);
const failed = rows.reduce((sum, row) => sum + row.explained.length, unexplained);
console.log(
  `${rows.length} modules, ${tests} tests; ${failed} do not pass, ${unexplained} of them unexplained`,
);
if (chosen.length === 0) await writePage(rows);
process.send?.({ passed: tests - unexplained, failed: unexplained });
process.exitCode = unexplained === 0 ? 0 : 1;

async function runModule(module) {
  const task = { id: 'task', name: module, attempt: 1, project: 'p', task_type: 't', version: 1 };
  const host = createRefusingHost(new StopSignal());
  const run = {
    task,
    program: { code: SCRIPT, source_map: null, lock: null },
    params: { module },
    limits: LIMITS,
    network: null,
    engine: 'isolate',
    fresh: true,
  };
  const outcome = await runtime.start(run, host).outcome;
  if (outcome.kind === 'success') return outcome.result;
  return { tests: 0, skipped: 0, failed: [[module, outcome.message ?? outcome.kind]] };
}

function formatRow(module, { tests, skipped, failed }) {
  const found = failed.map(([id, error]) => {
    const name = id.replace(/^test\./, '');
    return { name, error, why: explainFailure(name, error) };
  });
  return {
    module,
    tests,
    skipped,
    explained: found.filter(({ why }) => why !== null),
    unexplained: found.filter(({ why }) => why === null),
  };
}
