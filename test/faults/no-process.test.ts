/** Tests that a language whose processes do not start blocks only its own tasks, and costs them no attempt. */
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findBwrap } from '../../src/sandbox/runtime/sandbox/detect.js';
import { readCommand, listDescendants, signal } from '../support/processes.js';
import { NO_OP } from '../support/scripts.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createMetaTask, createTask, createTasks, readTask, taskWhen } from '../support/tasks.js';
import { silentPython, stuckPython } from '../support/stuck-python.js';
import { until } from '../support/until.js';

const CONCURRENCY = 2;
/** Time for which a task keeps its slot while a process starts, in ms. */
const PATIENCE_MS = 10_000;
/** Maximum duration of a start that waits for no process to be given up, on a busy machine, in ms. */
const START_MS = 50_000;

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ METARUN_CONCURRENCY: String(CONCURRENCY) });
});
afterAll(() => server.stop());

/** A server with bubblewrap needs no Python for the sandbox itself. */
if (findBwrap() !== null)
  it('a server without Python serves the other language, says why, and takes Python once it is there', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-python-'));
    const python = join(folder, 'python');
    const own = await startServerProcess({ METARUN_PYTHON: python });
    try {
      const ready = () => own.call<{ status: string; runtimes?: unknown }>('GET', '/health/ready');
      expect((await ready()).body.status).toBe('degraded');
      const typescript = await createMetaTask(own, 'typescript', NO_OP.typescript);
      expect(await taskWhen(own, await createTask(own, typescript))).toMatchObject({
        status: 'success',
      });
      const body = { name: 'Python', script: NO_OP.python, script_language: 'python' };
      const refused = await own.call<{ code: string; detail: string }>(
        'POST',
        '/projects/default/task-types',
        { body },
      );
      expect([refused.status, refused.body.code]).toEqual([503, 'unavailable']);
      expect(refused.body.detail).toMatch(/^Python could not be started: .*METARUN_PYTHON/);
      symlinkSync(realpathSync('/usr/bin/python3'), python);
      const type = await until('Python to start', () =>
        createMetaTask(own, 'python', NO_OP.python).catch(() => false as const),
      );
      expect(await taskWhen(own, await createTask(own, type))).toMatchObject({
        status: 'success',
        attempt: 1,
      });
      expect((await ready()).body.status).toBe('ok');
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true });
    }
  });

if (findBwrap() !== null)
  it('a server whose Python does not answer serves the other language soon, and takes Python later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'silent-python-'));
    const { path, wake } = silentPython(folder);
    const began = performance.now();
    const own = await startServerProcess({ METARUN_PYTHON: path });
    try {
      expect(performance.now() - began).toBeLessThan(START_MS);
      expect(own.output.stdout + own.output.stderr).toContain('no answer after');
      const ready = () => own.call<{ status: string; runtimes?: unknown }>('GET', '/health/ready');
      expect((await ready()).body.status).toBe('degraded');
      const typescript = await createMetaTask(own, 'typescript', NO_OP.typescript);
      expect(await taskWhen(own, await createTask(own, typescript))).toMatchObject({
        status: 'success',
      });
      wake();
      const python = await until('Python to start', () =>
        createMetaTask(own, 'python', NO_OP.python).catch(() => false as const),
      );
      expect(await taskWhen(own, await createTask(own, python))).toMatchObject({
        status: 'success',
        attempt: 1,
      });
      expect((await ready()).body.status).toBe('ok');
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true });
    }
  });

if (findBwrap() !== null)
  it('a server whose Python stands still in the trial of the sandbox serves the other language soon', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stuck-python-'));
    const began = performance.now();
    const own = await startServerProcess({
      METARUN_PYTHON: stuckPython(folder, { tries: false }),
    });
    try {
      expect(performance.now() - began).toBeLessThan(START_MS);
      const typescript = await createMetaTask(own, 'typescript', NO_OP.typescript);
      expect(await taskWhen(own, await createTask(own, typescript))).toMatchObject({
        status: 'success',
      });
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true });
    }
  });

if (findBwrap() !== null)
  it('a server whose Python runs no guest serves the other language in the same sandbox, and says why', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'broken-python-'));
    const python = join(folder, 'python');
    const answer = { version: [3, 11, 0], executable: python, folders: [], programs: [], abi: '' };
    writeFileSync(
      python,
      `#!/bin/sh
case "$3" in
  -c) echo '${JSON.stringify(answer)}' ;;
  *) echo 'Error: this build is broken' >&2; exit 1 ;;
esac
`,
      { mode: 0o755 },
    );
    const own = await startServerProcess({ METARUN_PYTHON: python });
    try {
      const { body } = await own.call<{ status: string; details: Record<string, unknown> }>(
        'GET',
        '/health/ready',
      );
      expect(body).toMatchObject({
        status: 'degraded',
        details: { sandbox: { kind: 'bubblewrap' } },
      });
      expect(JSON.stringify(body)).toMatch(/Python could not be started: .*this build is broken/);
      const typescript = await createMetaTask(own, 'typescript', NO_OP.typescript);
      expect(await taskWhen(own, await createTask(own, typescript))).toMatchObject({
        status: 'success',
      });
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true });
    }
  });

async function readiness(): Promise<string> {
  return (await server.call<{ status: string }>('GET', '/health/ready')).body.status;
}

/** Kills each TypeScript runner as it starts, and returns a function that stops this. */
function killRunners(): () => void {
  const timer = setInterval(() => {
    for (const { pid } of listDescendants(server.pid))
      if (readCommand(pid).includes('runner.mjs')) signal(pid, 'SIGKILL');
  }, 5);
  return () => clearInterval(timer);
}

it('tasks of a language without processes wait with the reason, others run, and no attempt is charged', async () => {
  const typescript = await createMetaTask(server, 'typescript', NO_OP.typescript);
  const python = await createMetaTask(server, 'python', NO_OP.python);
  const stop = killRunners();
  await createTask(server, typescript);
  // From then on, no runner is killed while it has a task.
  await until('the runners to be given up', async () => (await readiness()) === 'degraded');
  const waiting = await createTasks(server, [typescript], 3 * CONCURRENCY);
  const held = await until('a task to wait for a process', async () => {
    const { body } = await readTask(server, waiting[0] ?? '');
    return body.pending?.reason === 'no_process' && body;
  });
  expect(held).toMatchObject({
    status: 'pending',
    attempt: 0,
    error_code: null,
    pending: {
      reason: 'no_process',
      since: expect.any(String),
      message: expect.stringMatching(
        /^The process for the script could not be started: it [^]*[^.]\.$/,
      ),
    },
  });
  const now = await server.call<{ oldest_pending: { pending: { reason: string } } }>(
    'GET',
    '/external/v1/projects/default/now',
    { token: server.apiKey },
  );
  expect(now.body.oldest_pending.pending.reason).toBe('no_process');
  const other = await taskWhen(server, await createTask(server, python));
  expect(other.status).toBe('success');
  expect(await readiness()).toBe('degraded');
  const installation = await server.call<{ warnings: { text: string }[] }>('GET', '/installation', {
    token: server.adminToken,
  });
  expect(installation.body.warnings.map(({ text }) => text).join()).toContain(
    'Processes of TypeScript do not start',
  );
  expect(server.output.stdout + server.output.stderr).toMatch(
    /"msg":"failed to start a TypeScript runner: .*SIGKILL/,
  );
  stop();
  for (const id of waiting)
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', attempt: 1 });
  await until('the server to be whole again', async () => (await readiness()) === 'ok');
});

it.each([
  ['as it starts', 'SIGKILL'],
  ['once it has started', 'SIGSTOP'],
] as const)(
  'many tasks of a language that is stuck %s hold no slot of the other language for long',
  async (_when, first) => {
    const typescript = await createMetaTask(server, 'typescript', NO_OP.typescript);
    const python = await createMetaTask(server, 'python', NO_OP.python);
    await taskWhen(server, await createTask(server, python));
    const stopped = new Set<number>();
    const forkServers = () =>
      listDescendants(server.pid).filter(({ pid }) =>
        /main\.py.*(contained|free)/s.test(readCommand(pid)),
      );
    const before = forkServers();
    for (const { pid } of before) signal(pid, first);
    const stopping = setInterval(() => {
      for (const { pid } of forkServers()) {
        signal(pid, 'SIGSTOP');
        stopped.add(pid);
      }
    }, 5);
    const goOn = (): void => {
      clearInterval(stopping);
      for (const pid of stopped) signal(pid, 'SIGCONT');
    };
    try {
      // A run that gets a process about to end would lose it.
      if (first === 'SIGKILL')
        await until('the killed ones to end', async () =>
          before.every(({ pid }) => readCommand(pid) === ''),
        );
      const waiting = await createTasks(server, [python], 20 * CONCURRENCY);
      await until('Python to be slow', async () => (await readiness()) === 'degraded');
      const began = performance.now();
      for (let count = 0; count < 10; count += 1)
        await taskWhen(server, await createTask(server, typescript));
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
      expect(server.output.stdout + server.output.stderr).toMatch(/"Python tasks are waiting: /);
      goOn();
      for (const id of waiting)
        expect(await taskWhen(server, id)).toMatchObject({ status: 'success', attempt: 1 });
      await until('the server to be whole again', async () => (await readiness()) === 'ok');
    } finally {
      goOn();
    }
  },
);
