import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { NpmRegistry } from '../support/npm-registry.js';
import { makeIndex, module, scriptWith, type TestIndex } from '../support/packages.js';
import { allEnd, listDescendants } from '../support/processes.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { newMetaTask } from '../support/meta-tasks.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const SCRIPT = scriptWith(
  ['leaf'],
  'def run(params, reporter):\n    import leaf\n    return leaf.version',
);

declare const DATABASE: 'sqlite' | 'postgres';

let server: ServerProcess;
let index: TestIndex | undefined;
let registry: NpmRegistry | undefined;
afterEach(async () => {
  await server.stop();
  index?.remove();
  await registry?.stop();
});

it('a kill -9 during a package installation leaves no process, and the next attempt completes it', async () => {
  index = makeIndex(module('leaf', '1.0'));
  server = await startServerProcess({
    METARUN_PYTHON_INDEX_URL: index.url,
    METARUN_LEASE_SECONDS: '2',
  });
  const type = await createMetaTask(server, 'python', SCRIPT);
  const left = (): string[] => readdirSync(join(server.dataDir, 'environments'));
  // A registry that never answers, so that the installer waits throughout the test.
  const silent = createServer().unref();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  // The installer has connected, so that the kill does not come while the sandbox is being set up.
  const asked = once(silent, 'connection');
  await server.end('SIGTERM');
  const stuck = await startServerProcess({
    ...server.env,
    METARUN_PYTHON_INDEX_URL: `http://127.0.0.1:${port}/simple`,
  });
  const id = await createTask(stuck, type);
  await taskWhen(stuck, id, (task) => task.current_phase === 'Installing dependencies');
  await until('the installer', () => left().some((name) => name.startsWith('build-')));
  await asked;
  const guests = listDescendants(stuck.pid);
  await stuck.end('SIGKILL');
  await allEnd(guests);
  await server.restart();
  const task = await taskWhen(server, id);
  expect(task).toMatchObject({ status: 'success', result: '1.0', attempt: 2 });
  const whole = left().filter((name) => !name.startsWith('build-'));
  expect(whole).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  // On a shared folder, unfinished builds remain until no server can be working on them.
  if (DATABASE === 'sqlite') expect(left()).toEqual(whole);
  silent.close();
});

it('an npm installation killed midway is completed, and installed packages need no registry', async () => {
  registry = await new NpmRegistry().start();
  const locked = registry.add({ name: 'leaf', files: { 'index.js': `module.exports = '1.0';` } });
  const packages = { 'node_modules/leaf': locked };
  const script = (lock: object): string =>
    `// metarun bundle ${JSON.stringify({ packages: lock })}\nexport default () => globalThis[Symbol.for('metarun.packages')]('leaf');\n`;
  server = await startServerProcess({
    METARUN_NPM_REGISTRY_URL: registry.url,
    METARUN_LEASE_SECONDS: '2',
  });
  const left = (): string[] => readdirSync(join(server.dataDir, 'environments-node'));
  const node = { script_language: 'typescript', runtime: 'node' };
  const made = await newMetaTask(server, { name: 'Leaf', ...node, script: script(packages) });
  expect(JSON.parse(made.dependency_lock ?? '')).toEqual(packages);
  const { promise, resolve } = Promise.withResolvers<void>();
  registry.gate = promise;
  const id = await createTask(server, made.identifier);
  await taskWhen(server, id, (task) => task.current_phase === 'Installing dependencies');
  await until('the archive is asked for', () => registry?.asked.length === 1);
  const guests = listDescendants(server.pid);
  await server.end('SIGKILL');
  await allEnd(guests);
  expect(left()).toEqual([expect.stringMatching(/^build-/)]);
  resolve();
  await server.restart();
  expect(await taskWhen(server, id)).toMatchObject({
    status: 'success',
    result: '1.0',
    attempt: 2,
  });
  const whole = left().filter((name) => !name.startsWith('build-'));
  expect(whole).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  if (DATABASE === 'sqlite') expect(left()).toEqual(whole);

  await registry.stop();
  registry = undefined;
  await server.restart();
  const again = await taskWhen(server, await createTask(server, made.identifier));
  expect(again).toMatchObject({ status: 'success', result: '1.0' });
  const other = { 'node_modules/leaf': { ...locked, version: '2.0.0' } };
  const away = await newMetaTask(server, { name: 'Away', ...node, script: script(other) });
  expect(await taskWhen(server, await createTask(server, away.identifier))).toMatchObject({
    error_code: 'dependency_error',
    error_message: 'The registry does not give leaf 2.0.0: ECONNREFUSED.',
  });
});

it('installed packages are flushed to disk before a run uses them', async () => {
  // A `sync` that precedes the system's own on PATH and records its arguments and the files present.
  const programs = mkdtempSync(join(tmpdir(), 'metarun-programs-'));
  const said = join(programs, 'said');
  const script = `#!/bin/sh\n{ echo "$@"; ls "$2" "$2/site" "$2/.."; } > ${said}\n`;
  writeFileSync(join(programs, 'sync'), script, { mode: 0o755 });
  index = makeIndex(module('leaf', '1.0'));
  server = await startServerProcess({
    METARUN_PYTHON_INDEX_URL: index.url,
    PATH: [programs, process.env['PATH']].join(delimiter),
  });
  const type = await createMetaTask(server, 'python', SCRIPT);
  expect(await taskWhen(server, await createTask(server, type))).toMatchObject({ result: '1.0' });
  const [asked, ...files] = readFileSync(said, 'utf8').split('\n');
  expect(asked).toContain(`-f ${join(server.dataDir, 'environments', 'build-')}`);
  expect(files).toEqual(expect.arrayContaining(['about.json', 'leaf.py']));
  expect(files).not.toContainEqual(expect.stringMatching(/^[0-9a-f]{64}$/));
  rmSync(programs, { recursive: true });
});
