/** Tests the output and exit of commands whose child processes hang. */
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import SqliteConnection from 'better-sqlite3';
import { createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import { findBwrap } from '../../src/sandbox/runtime/sandbox/detect.js';
import { type CliOptions, type RunningCli, runCli, startCli } from '../support/cli.js';
import { newFolder, removeFolders } from '../support/folders.js';
import { readCommand, listDescendants, signal, allEnd } from '../support/processes.js';
import { silentPython, stuckPython } from '../support/stuck-python.js';

const PYTHON = {
  'hello/metatask.yaml': 'name: Hello\n',
  'hello/workflow.py': 'def run(params, reporter):\n    return 1\n',
  'hello/cases/one.yaml': 'params: {}\n',
};
const TYPESCRIPT = {
  'hello/metatask.yaml': 'name: Hello\n',
  'hello/workflow.ts': 'export const run = () => 1;\n',
};

const running: RunningCli[] = [];
let stopping: NodeJS.Timeout | undefined;
let silent: Server | undefined;
afterEach(async () => {
  clearInterval(stopping);
  silent?.close();
  for (const { process } of running) process.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ ended }) => ended));
});
afterAll(removeFolders);

function begin(args: readonly string[], options: CliOptions): RunningCli {
  const cli = startCli(args, options);
  running.push(cli);
  return cli;
}

/** Returns the port of a server that accepts connections but never answers. */
async function listenSilently(): Promise<number> {
  const server = createServer();
  silent = server;
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return (server.address() as AddressInfo).port;
}

/** Starts a command whose Python hangs. */
function beginStuck(args: readonly string[], tries = false): RunningCli {
  const cwd = newFolder({ '.git/config': '', ...PYTHON });
  const METARUN_PYTHON = stuckPython(cwd, { tries });
  return begin(args, {
    cwd,
    env: { METARUN_PYTHON, XDG_CACHE_HOME: cwd, METARUN_DATA_DIR: `${cwd}/data` },
  });
}

/** Starts a command whose Python never prints its version. */
function beginSilent(args: readonly string[]): { cli: RunningCli; words: string } {
  const files = args[0] === 'run' ? TYPESCRIPT : PYTHON;
  const cwd = newFolder({ '.git/config': '', ...files });
  const { path } = silentPython(cwd);
  const env = { METARUN_PYTHON: path, XDG_CACHE_HOME: cwd, METARUN_DATA_DIR: `${cwd}/data` };
  return {
    cli: begin(args, { cwd, env }),
    words: `waiting for Python (${path}) to say its version`,
  };
}

it.each([['doctor'], ['serve', '--json'], ['test', 'hello']])(
  'metarun %s names the Python that it waits for, which ends with it',
  async (...args) => {
    const { cli, words } = beginSilent(args);
    await cli.says(words);
    const started = listDescendants(cli.process.pid ?? -1);
    expect(started.length).toBeGreaterThan(0);
    cli.process.kill('SIGINT');
    await cli.ended;
    await allEnd(started);
  },
);

if (findBwrap() !== null)
  it('metarun run of TypeScript does not wait for a Python that it does not need', async () => {
    const { cli } = beginSilent(['run', 'hello']);
    const { code, stderr } = await cli.ended;
    expect(stderr).not.toContain('Python');
    expect(code).toBe(0);
  });

describe('a command says after two seconds what it waits for', () => {
  it('metarun doctor waits for the trial of a guest that stands still', async () => {
    await beginStuck(['doctor']).says('waiting for the trial of the sandbox …');
  });

  it('metarun serve waits for the trial of a guest that stands still', async () => {
    await beginStuck(['serve']).says(/"msg":"waiting for the trial of the sandbox"/);
  });

  it('metarun check waits for a Python that stands still', async () => {
    await beginStuck(['check', 'hello']).says('waiting for the check of 1 meta-task …');
  });

  it('metarun run waits for a compiler that stands still', async () => {
    const cli = begin(['run', 'hello'], { cwd: newFolder({ '.git/config': '', ...TYPESCRIPT }) });
    stopping = setInterval(() => {
      for (const { pid } of listDescendants(cli.process.pid ?? -1))
        if (readCommand(pid).includes('checker.mjs')) signal(pid, 'SIGSTOP');
    }, 5);
    await cli.says('waiting for the check of the script …');
  });

  it('metarun login waits for a server that does not answer', async () => {
    const port = await listenSilently();
    const cwd = newFolder({});
    const url = `http://127.0.0.1:${port}`;
    const cli = begin(['login', '--url', url, '--token', 'mrt_x'], {
      cwd,
      env: { XDG_CONFIG_HOME: cwd },
    });
    await cli.says(`waiting for an answer from 127.0.0.1:${port} …`);
  });

  it('metarun deploy waits for the check of what it deploys', async () => {
    const cwd = newFolder({ '.git/config': '', ...PYTHON });
    const env = {
      METARUN_PYTHON: stuckPython(cwd, { tries: true }),
      METARUN_URL: 'http://127.0.0.1:9',
      METARUN_TOKEN: 'mrt_x',
    };
    await begin(['deploy', 'hello'], { cwd, env }).says('waiting for the check of 1 meta-task …');
  });
});

describe('a command on the database of an installation says that it waits for it', () => {
  const COMMANDS = [['token'], ['key'], ['resume'], ['migrate'], ['backup', 'copy']];
  let dataDir: string;
  let writer: SqliteConnection.Database;
  beforeAll(async () => {
    dataDir = newFolder({});
    await runCli(['migrate'], { env: { METARUN_DATA_DIR: dataDir } });
    writer = new SqliteConnection(join(dataDir, 'metarun.db'));
  });
  afterAll(() => void writer.close());

  it.each(COMMANDS)(
    'metarun %s waits for another process that writes to SQLite',
    async (...args) => {
      writer.exec('BEGIN IMMEDIATE');
      try {
        const cli = begin(args, { cwd: newFolder({}), env: { METARUN_DATA_DIR: dataDir } });
        await cli.says(`waiting for the database ${dataDir}/metarun.db …`);
      } finally {
        writer.exec('ROLLBACK');
      }
    },
  );

  it.each(COMMANDS)('metarun %s waits for a PostgreSQL that does not answer', async (...args) => {
    const port = await listenSilently();
    const env = {
      METARUN_DATA_DIR: dataDir,
      METARUN_DATABASE_URL: `postgres://user:password@127.0.0.1:${port}/metarun`,
    };
    const cli = begin(args, { cwd: newFolder({}), env });
    await cli.says(`waiting for PostgreSQL at 127.0.0.1:${port} …`);
    expect(cli.output.stderr).not.toContain('password');
  });
});

it.each([
  ['the trial of the sandbox', false],
  ['the start of Python', true],
])('Ctrl-C ends metarun test while it waits for %s', async (what, tries) => {
  const cli = beginStuck(['test', 'hello'], tries);
  await cli.says(`waiting for ${what} …`);
  const at = performance.now();
  cli.process.kill('SIGINT');
  const { code, stderr } = await cli.ended;
  expect(code).toBe(130);
  expect(stderr).toContain('Interrupted.');
  // Without Ctrl-C, the wait would last a minute.
  expect(performance.now() - at).toBeLessThan(30_000);
});
