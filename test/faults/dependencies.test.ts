import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import { makeIndex, module, scriptWith, type TestIndex } from '../support/packages.js';
import { allEnd, descendantsOf } from '../support/processes.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const SCRIPT = scriptWith(
  ['leaf'],
  'def run(params, reporter):\n    import leaf\n    return leaf.version',
);

declare const DATABASE: 'sqlite' | 'postgres';

let server: ServerProcess;
let index: TestIndex;
afterEach(async () => {
  await server.stop();
  index.remove();
});

it('kill -9 while packages are installed leaves no process and no half of them', async () => {
  index = makeIndex(module('leaf', '1.0'));
  server = await startServerProcess({
    METARUN_PYTHON_INDEX_URL: index.url,
    METARUN_LEASE_SECONDS: '2',
  });
  const type = await createMetaTask(server, 'python', SCRIPT);
  const left = (): string[] => readdirSync(join(server.dataDir, 'environments'));
  // Says nothing, so that the installer waits for as long as the test takes.
  const silent = createServer().unref();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo;
  // A sandbox that is killed while it sets itself up is another matter.
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
  const guests = descendantsOf(stuck.pid);
  await stuck.end('SIGKILL');
  await allEnd(guests);
  await server.restart();
  const task = await taskWhen(server, id);
  expect(task).toMatchObject({ status: 'success', result: '1.0', attempt: 2 });
  const whole = left().filter((name) => !name.startsWith('build-'));
  expect(whole).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  // Where other servers may use the folder, what is half-built stays until it cannot be theirs any more.
  if (DATABASE === 'sqlite') expect(left()).toEqual(whole);
  silent.close();
});
