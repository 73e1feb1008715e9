/** Tests deploy/compose.yaml with podman-compose, as docs/hosting.md starts it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ROOT } from '../support/markdown.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import type { Shell } from '../support/shell.js';
import { runScript } from '../support/tasks.js';
import { until } from '../support/until.js';
import { serverIn } from './container.js';
import { engineEnvironment, mustPodman, podman, provideServices } from './engine.js';
import { blocksFor, buildImage, executeBlocks, readersShell } from './page.js';
import { freePort } from '../support/ports.js';

const run = promisify(execFile);
const MIB = 1024 * 1024;
/** Maximum time until a service is healthy, in ms. */
const HEALTHY_MS = 60_000;
const home = mkdtempSync(join(tmpdir(), 'metarun-compose-home-'));
const folder = join(home, 'metarun-compose');
let shell: Shell;
let server: TestServer;

beforeAll(async () => {
  await buildImage(home);
  await provideServices();
  const port = await freePort();
  shell = readersShell(join(home, 'package'), { HOME: home });
  const url = `http://127.0.0.1:${port}`;
  const [settings, ...start] = blocksFor('compose');
  await executeBlocks(settings === undefined ? [] : [settings], shell, url);
  await shell.run(`sed -i 's/^PUBLISHED_PORT=.*/PUBLISHED_PORT=${port}/' .env`);
  await executeBlocks(start, shell, url);
  server = await serverIn(await findContainerName('metarun'), port);
}, 900_000);
afterAll(async () => {
  shell.end();
  await compose('down', '--volumes').catch(() => undefined);
  for (const volume of ['metarun', 'postgres', 'storage'])
    await podman(['volume', 'rm', '--force', `metarun-compose_${volume}`]);
  rmSync(home, { recursive: true, force: true });
});

async function compose(...args: string[]): Promise<string> {
  const { stdout, stderr } = await run('podman-compose', args, {
    cwd: folder,
    env: engineEnvironment(),
  });
  return stdout + stderr;
}

/** Returns the name of a service's container. */
async function findContainerName(service: string): Promise<string> {
  const filter = `label=com.docker.compose.service=${service}`;
  return mustPodman(['ps', '--all', '--filter', filter, '--format', '{{.Names}}']);
}

it('every service of the compose file becomes healthy', async () => {
  for (const service of ['postgres', 'storage', 'metarun']) {
    const name = await findContainerName(service);
    await until(
      `${service} to be healthy`,
      async () => (await podman(['healthcheck', 'run', name])).code === 0,
      HEALTHY_MS,
    );
  }
});

it('the server has sandbox level 3 and keeps its data in PostgreSQL and the bucket', async () => {
  const { body } = await server.call<{ details: Record<string, object> }>('GET', '/health/ready');
  expect(body.details).toMatchObject({
    database: { kind: 'postgres' },
    sandbox: { level: 3 },
    storage: { status: 'up' },
  });
  expect(await runScript(server, 'python', NO_OP.python)).toMatchObject({ status: 'success' });
  const content = 'x'.repeat(6 * MIB);
  const headers = { Authorization: `Bearer ${server.apiKey}` };
  const form = new FormData();
  form.append('file', new Blob([content]), 'large.txt');
  const files = `${server.url}/external/v1/projects/default/files`;
  expect((await fetch(`${files}/upload`, { method: 'POST', headers, body: form })).status).toBe(
    201,
  );
  expect(await (await fetch(`${files}/raw?path=/large.txt`, { headers })).text()).toBe(content);
  const blobs = ['exec', await findContainerName('metarun'), 'ls', '/var/lib/metarun/data'];
  expect(await mustPodman(blobs)).not.toContain('blobs');
});

it('the container has no more rights than the compose file grants', async () => {
  const name = await findContainerName('metarun');
  const status = await mustPodman([
    'exec',
    name,
    'sh',
    '-c',
    'id -u; cat /proc/1/status; touch /x 2>&1 || true',
  ]);
  expect(status).toMatch(/^1000\n/);
  expect(status).toMatch(/CapBnd:\s0{16}\nCapAmb:\s0{16}\nNoNewPrivs:\s1\nSeccomp:\s2/);
  expect(status).toContain('Read-only file system');
  // This podman-compose ignores the other limits, which Docker enforces.
  const format = '{{.HostConfig.Memory}} {{.HostConfig.RestartPolicy.Name}}';
  expect(await mustPodman(['inspect', '--format', format, name])).toBe(
    `${4096 * MIB} unless-stopped`,
  );
});

it('the compose file does not start anything without its four secrets', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'metarun-compose-empty-'));
  const file = join(ROOT, 'deploy/compose.yaml');
  const names = [...readFileSync(file, 'utf8').matchAll(/\$\{(\w+):\?/g)].map(
    ([, name = '']) => name,
  );
  expect([...new Set(names)].toSorted()).toEqual([
    'METARUN_SECRET_KEY',
    'POSTGRES_PASSWORD',
    'STORAGE_ACCESS_KEY',
    'STORAGE_SECRET_KEY',
  ]);
  const refused = run('podman-compose', ['-f', file, 'ps'], {
    cwd: empty,
    env: engineEnvironment(),
  });
  await expect(refused).rejects.toMatchObject({
    stderr: expect.stringContaining('set it in .env'),
  });
  rmSync(empty, { recursive: true });
});
