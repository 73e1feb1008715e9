// Every static check, two at a time: `npm run lint`. Prints a line for each step and the output of those that
// fail, and exits 1 if any did.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const AT_ONCE = 2;
const root = fileURLToPath(new URL('..', import.meta.url));
/** Each is an entry of sys.path in some process. */
const pythonFolders = ['python', 'python-author', 'sandbox', 'testing/python'].map(
  (name) => `runtimes/${name}`,
);
const pythonImports = ['-I', '-B', 'scripts/check-python-imports.py', ...pythonFolders];

// The longest first, so that none is left to run alone.
const steps = [
  { name: 'oxlint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'types of Python', command: ['pyright', '-p', 'runtimes', '--warnings'] },
  { name: 'types of src', command: ['tsc', '--noEmit', '-p', '.'] },
  { name: 'types of tests', command: ['tsc', '--noEmit', '-p', 'test'] },
  { name: 'types of the guest', command: ['tsc', '--noEmit', '-p', 'runtimes/typescript'] },
  { name: 'types of converters', command: ['tsc', '--noEmit', '-p', 'runtimes/conversion'] },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'layers', command: [process.execPath, 'scripts/check-layers.mjs'] },
  { name: 'Python rules', command: [process.execPath, 'scripts/lint-python.mjs'] },
  { name: 'Python imports', command: ['python3', ...pythonImports] },
];

/** Runs one step and resolves to whether it passed. */
function run({ name, command: [program, ...args] }) {
  return new Promise((resolve) => {
    const started = performance.now();
    const PATH = `${join(root, 'node_modules/.bin')}:${process.env.PATH}`;
    const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH } });
    let output = '';
    const end = (passed) => {
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${passed ? 'ok  ' : 'FAIL'}  ${name} (${seconds} s)`);
      if (!passed) console.log(output.trimEnd().replaceAll(/^/gm, '      '));
      resolve(passed);
    };
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => {
      output += `cannot run ${program}: ${error.message}`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

const waiting = [...steps];
const passed = [];
async function work() {
  for (let step = waiting.shift(); step; step = waiting.shift()) passed.push(await run(step));
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = passed.every(Boolean) ? 0 : 1;
