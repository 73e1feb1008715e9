/**
 * Tests deploy/compose.roles.yaml with podman-compose, as docs/hosting.md starts it, with separate containers per role.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { LANGUAGES, NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import type { Shell } from '../support/shell.js';
import {
  createMetaTask,
  createTask,
  readTask,
  runScript,
  TASKS,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';
import { serverIn } from './container.js';
import { engineEnvironment, mustPodman, podman, provideServices } from './engine.js';
import { blocksFor, buildImage, executeBlocks, readersShell } from './page.js';
import { freePort } from '../support/ports.js';

const run = promisify(execFile);
const HEALTHY_MS = 120_000;
const FILES = ['-f', 'compose.roles.yaml', '-f', 'compose.valkey.yaml'];
const home = mkdtempSync(join(tmpdir(), 'metarun-roles-home-'));
const folder = join(home, 'metarun-compose');
/** Blocks of the page: the start, and the change of the number of workers. */
const [begin = [], scale = []] = blocksFor('roles').map((block) => [block]);
let shell: Shell;
let server: TestServer;
let url: string;

beforeAll(async () => {
  await buildImage(home);
  await provideServices();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  shell = readersShell(join(home, 'package'), { HOME: home });
  await executeBlocks(blocksFor('compose').slice(0, 1), shell, url);
  await shell.run(`sed -i 's/^PUBLISHED_PORT=.*/PUBLISHED_PORT=${port}/' .env`);
  await executeBlocks(begin, shell, url);
  server = await serverIn(await printedCredentials(), port);
}, 1_200_000);
afterAll(async () => {
  shell.end();
  await compose('down', '--volumes', '-t', '40').catch(() => undefined);
  for (const volume of ['postgres', 'storage'])
    await podman(['volume', 'rm', '--force', `metarun-compose_${volume}`]);
  rmSync(home, { recursive: true, force: true });
});

async function compose(...args: string[]): Promise<void> {
  await run('podman-compose', [...FILES, ...args], { cwd: folder, env: engineEnvironment() });
}

/** Returns the sorted container names of a service. */
async function listContainerNames(service: string): Promise<string[]> {
  const filter = `label=com.docker.compose.service=${service}`;
  const names = await mustPodman(['ps', '--all', '--filter', filter, '--format', '{{.Names}}']);
  return names.split('\n').filter(Boolean).sort();
}

/** Waits until an API server has printed the first credentials and returns its container's name. */
function printedCredentials(): Promise<string> {
  return until(
    'the first credentials',
    async () => {
      for (const name of await listContainerNames('api'))
        if ((await podman(['logs', name])).stdout.includes('export TOKEN=')) return name;
      return false;
    },
    HEALTHY_MS,
  );
}

async function healthy(service: string, count: number): Promise<void> {
  await until(
    `${count} healthy ${service}`,
    async () => {
      const names = await listContainerNames(service);
      const checks = await Promise.all(names.map((name) => podman(['healthcheck', 'run', name])));
      return names.length === count && checks.every(({ code }) => code === 0);
    },
    HEALTHY_MS,
  );
}

/** Returns the roles of the live processes. */
async function rolesThatLive(): Promise<string[]> {
  const { body } = await server.call<{ workers: { roles: string[]; status: string }[] }>(
    'GET',
    '/installation',
  );
  return body.workers.map(({ roles }) => roles.join(',')).sort();
}

it('every process becomes healthy once the tables exist, and workers have sandbox level 3', async () => {
  await healthy('postgres', 1);
  await healthy('storage', 1);
  await healthy('api', 2);
  await healthy('worker', 2);
  await healthy('keeper', 1);
  await healthy('proxy', 1);
  const [migrate = ''] = await listContainerNames('migrate');
  expect(await mustPodman(['wait', migrate])).toBe('0');
  expect((await podman(['logs', migrate])).stdout).toContain('The tables are up to date.');
  for (const name of await listContainerNames('worker')) {
    const { stdout } = await podman(['logs', name]);
    expect(stdout).toContain(', as worker: /health/ready and /metrics alone');
    expect(stdout).not.toContain('TOKEN=');
    // A lower level would have prevented the start.
    expect(await mustPodman(['exec', name, 'printenv', 'METARUN_SANDBOX_MIN_LEVEL'])).toBe('3');
    const status = await mustPodman(['exec', name, 'sh', '-c', 'id -u; cat /proc/1/status']);
    expect(status).toMatch(/^1000\n/);
    expect(status).toMatch(/CapBnd:\s0{16}\nCapAmb:\s0{16}\nNoNewPrivs:\s1\nSeccomp:\s2/);
  }
  expect(await rolesThatLive()).toEqual(['api', 'api', 'keeper', 'worker', 'worker']);
});

it('tasks of both languages run at workers, and stopping an API server costs no request', async () => {
  for (const language of LANGUAGES)
    expect(await runScript(server, language, NO_OP[language])).toMatchObject({ status: 'success' });
  const metaTask = await createMetaTask(server, 'python', NO_OP.python);
  const [, second = ''] = await listContainerNames('api');
  let stopped = false;
  const stop = mustPodman(['stop', '--time', '40', second]).then(() => (stopped = true));
  const statuses: number[] = [];
  while (!stopped || statuses.length < 20) {
    const { status } = await server.call('POST', TASKS, {
      body: { task_type_identifier: metaTask, params: {} },
    });
    statuses.push(status);
  }
  await stop;
  expect(statuses.filter((status) => status !== 201)).toEqual([]);
  expect(await mustPodman(['inspect', '--format', '{{.State.ExitCode}}', second])).toBe('0');
  expect(await rolesThatLive()).toEqual(['api', 'keeper', 'worker', 'worker']);
});

it('one line changes the number of workers, and a stopped worker releases its task to the others', async () => {
  await executeBlocks(scale, shell, url);
  await healthy('worker', 3);
  await healthy('api', 2);
  const waits = `import time
def run(params, reporter):
    reporter.set_phase("Working")
    time.sleep(600)
`;
  const metaTask = await createMetaTask(server, 'python', waits, { timeout_seconds: 900 });
  const task = await createTask(server, metaTask);
  await taskWhen(server, task, ({ current_phase: phase }) => phase === 'Working');
  const workers = await listContainerNames('worker');
  for (const name of workers.slice(0, 2)) await mustPodman(['stop', '--time', '60', name]);
  await taskWhen(server, task, ({ current_phase: phase }) => phase === 'Working');
  expect((await readTask(server, task)).body).toMatchObject({ status: 'running', attempt: 1 });
  expect((await server.call('POST', `${TASKS}/${task}/cancel`)).status).toBe(200);
});

it('the installation works with a Valkey on the same data', async () => {
  // The storage image that is built here keeps its objects in memory, so its container must stay.
  const others = await Promise.all(['api', 'worker', 'keeper', 'migrate'].map(listContainerNames));
  await mustPodman(['rm', '--force', '--time', '40', '--volumes', ...others.flat()]);
  await executeBlocks(blocksFor('valkey'), shell, url);
  await healthy('api', 2);
  await healthy('worker', 3);
  // The proxy finds the new containers by name within some seconds.
  await healthy('proxy', 1);
  const { body } = await server.call<{ details: object }>('GET', '/health/ready');
  expect(body.details).toMatchObject({ bus: { status: 'up', kind: 'redis' } });
  expect(await runScript(server, 'python', NO_OP.python)).toMatchObject({ status: 'success' });
});
