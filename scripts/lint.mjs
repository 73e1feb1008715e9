// Runs all static checks, two at a time, for `npm run lint`. Prints a line per step and the output of failed steps, and
// exits with 1 if any step failed.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GUEST_LANGUAGES } from './guest-languages.mjs';

const AT_ONCE = 2;
const root = fileURLToPath(new URL('..', import.meta.url));
const guests = Object.values(GUEST_LANGUAGES).flatMap(({ lint }) => lint);

// The longest steps come first, so that no long step is left to run alone.
const steps = [
  // This includes compiler errors, by the tsconfig.json next to each file. A separate compiler would read all files
  // again.
  {
    name: 'rules and types',
    command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings'],
  },
  { name: 'format', command: ['prettier', '--check', '--log-level=warn', '.'] },
  ...guests,
  { name: 'dead code', command: ['knip', '--no-progress'] },
  { name: 'words', command: [process.execPath, 'scripts/check-words.mjs'] },
  { name: 'layers', command: [process.execPath, 'scripts/check-layers.mjs'] },
];

/** Runs a step. Resolves to true if it passed. */
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
