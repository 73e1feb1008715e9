// Tests a package in an isolate: the built modules of the server bundle and run it like `metarun run`.
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { bundle } from '../../dist/modules/sandbox/bundling/bundle.js';
import { createRefusingHost } from '../support/refusing-host.ts';
import { detectSandbox } from '../../dist/modules/sandbox/runtime/sandbox/detect.js';
import { StopSignal } from '../../dist/modules/sandbox/runtime/stop-signal.js';
import { runnerTrial } from '../../dist/modules/sandbox/runtime/typescript/typescript-guests.js';
import { TypeScriptRuntime } from '../../dist/modules/sandbox/runtime/typescript/typescript.runtime.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const guestDir = join(root, 'dist/runtimes/typescript');
const MEGABYTE = 1024 * 1024;
const LIMITS = {
  timeout_ms: 60_000,
  memory_bytes: 512 * MEGABYTE,
  cpu_ms: 0,
  max_result_bytes: MEGABYTE,
  max_log_bytes: MEGABYTE,
};
/** Returns code that prints the result of a case in Node; as `eval` code, it finds packages in the current folder. */
const IN_NODE = (file) =>
  `import(${JSON.stringify(file)}).then(async (m) => { console.log('\\0' + JSON.stringify((await m.default()) ?? null)); process.exit(0); }, (error) => { console.error(error); process.exit(1); });`;

/** Returns the code of all packages by their names. */
export async function allCases() {
  const files = await readdir(new URL('cases/', import.meta.url));
  const parts = await Promise.all(files.toSorted().map((file) => import(`./cases/${file}`)));
  return Object.assign({}, ...parts.map((part) => part.default));
}

export async function openRuntime() {
  const { sandbox } = await detectSandbox({
    wanted: process.env.METARUN_SANDBOX ?? 'auto',
    minLevel: 1,
    python: '/usr/bin/python3',
    pythonProblem: null,
    launcher: join(root, 'runtimes/sandbox/launch.py'),
    trials: new Map([['typescript', () => runnerTrial(process.execPath, guestDir)]]),
  });
  return new TypeScriptRuntime({
    maxRunners: 1,
    warmRunners: 1,
    guestDir,
    node: process.execPath,
    sandbox,
    onWarning: () => undefined,
  });
}

/** Runs a case, whose package is in `folder`, and returns whether its result equals that in Node, or the reason. */
export async function runCase(runtime, folder, name, code) {
  const file = join(folder, 'src', `${name.replaceAll(/[@/]/g, '_')}.mjs`);
  await mkdir(join(folder, 'src'), { recursive: true });
  await writeFile(file, code);
  let bundled;
  try {
    bundled = await bundle(file);
  } catch (error) {
    return failed(error.message);
  }
  const checked = await runtime.check(bundled.script, 'packages');
  if (!checked.ok) return failed(checked.diagnostics[0].message);
  const host = createRefusingHost(new StopSignal());
  const outcome = await runtime.start(buildSpec(checked.program), host).outcome;
  if (outcome.kind !== 'success')
    return failed(outcome.message ?? outcome.kind, outcome.stack, bundled.bytes);
  const expected = inNode(folder, file);
  if (expected === undefined) return failed('the case does not run in Node');
  if (!isDeepStrictEqual(outcome.result, expected))
    return failed(`returns ${JSON.stringify(outcome.result)}, in Node ${JSON.stringify(expected)}`);
  return { runs: true, why: '', bytes: bundled.bytes };
}

function failed(message, detail = '', bytes = 0) {
  const [line] = message.split('\n');
  return { runs: false, why: line.slice(0, 300), detail, bytes };
}

function inNode(folder, file) {
  const done = spawnSync(process.execPath, ['--input-type=module', '-e', IN_NODE(file)], {
    cwd: folder,
    encoding: 'utf8',
  });
  const at = done.stdout.indexOf('\0');
  if (at === -1) {
    process.stderr.write(done.stderr.slice(0, 600));
    return undefined;
  }
  return JSON.parse(done.stdout.slice(at + 1));
}

function buildSpec(program) {
  const task = {
    id: 'task',
    name: 'package',
    attempt: 1,
    project: 'p',
    task_type: 't',
    version: 1,
  };
  return { task, program, params: {}, limits: LIMITS, network: null, fresh: true };
}
