// Measures `metarun run` as a whole command: `npm run bench -- cli`. The interpreters alone are measured in alternation
// with it, so that a busy or slow machine affects both.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { RUN_FLAGS } from '../scripts/node-flags.mjs';

const ROUNDS = Number(process.env.ROUNDS ?? 20);
const root = fileURLToPath(new URL('..', import.meta.url));
const cli = join(root, 'dist/server/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'bench-cli-'));
writeFileSync(
  join(folder, 'hello.py'),
  'def run(params, reporter):\n    return {"greeting": "Hello " + params["name"]}\n',
);
writeFileSync(
  join(folder, 'hello.ts'),
  'export default function run(params: any) {\n  return { greeting: `Hello ${params.name}` };\n}\n',
);
const start = [process.execPath, ...RUN_FLAGS, cli, 'run'];
const run = (file) => [...start, file, '--param', 'name=Ada'];
const commands = {
  'node -e 0': [process.execPath, '-e', '0'],
  'python3 -c pass': ['/usr/bin/python3', '-c', 'pass'],
  'metarun run --help': [...start, '--help'],
  'metarun run hello.py': run('hello.py'),
  'metarun run hello.ts': run('hello.ts'),
};

/** Measures the wall-clock time of a command, in ms. */
function time([command, ...args]) {
  const started = performance.now();
  const { status, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  const took = performance.now() - started;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}: ${stderr}`);
  return took;
}

function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)];
}

try {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  // The first run detects the sandbox and compiles code.
  for (const command of Object.values(commands)) time(command);
  for (let round = 0; round < ROUNDS; round += 1)
    for (const [name, command] of Object.entries(commands)) times[name].push(time(command));
  const node = median(times['node -e 0']);
  console.log(`median of ${ROUNDS}, in turns; ms`);
  for (const [name, all] of Object.entries(times)) {
    const middle = median(all);
    const beside = `${(middle / node).toFixed(1)} × node, ${(middle - node).toFixed(0)} more`;
    console.log(
      `${name.padEnd(22)} ${middle.toFixed(0).padStart(5)}  least ${Math.min(...all)
        .toFixed(0)
        .padStart(4)}  ${beside}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true });
}
