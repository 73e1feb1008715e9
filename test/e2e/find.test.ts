import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { createSchedule } from '../support/schedules.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

const FIND = '/external/v1/projects/default/find';
const SCRIPT = `
export default async function run(params, reporter) {
  if (params.ask) await reporter.askApproval('Publish the winter catalogue?');
  return null;
}`;

type Found = Wire['FoundDto'];

let server: TestServer;
let task: string;
beforeAll(async () => {
  server = await sharedServer();
  await createMetaTask(server, 'typescript', SCRIPT, {
    name: 'Catalogue',
    identifier: 'catalogue',
  });
  const { body } = await server.call<{ id: string }>('POST', TASKS, {
    body: { task_type_identifier: 'catalogue', name: 'Winter 100%_off' },
  });
  task = (await taskWhen(server, body.id)).id;
  await createSchedule(server, 'catalogue', { name: 'Winter nightly', every_seconds: 3600 });
});
afterAll(() => server.stop());

async function find(q: string, token?: string): Promise<Found[]> {
  const options = token === undefined ? { token: server.adminToken } : { token };
  const path = `${FIND}?q=${encodeURIComponent(q)}`;
  const { status, body, text } = await server.call<Found[]>('GET', path, options);
  if (status !== 200) throw new Error(text);
  return body;
}

const names = (found: readonly Found[]): string[] =>
  found.map(({ kind, title }) => `${kind} ${title}`);

it('a task is found by the start of its name, and by the start or end of its id', async () => {
  for (const q of ['Winter 100%_', task, task.slice(0, 20), task.slice(-8).toUpperCase()]) {
    const found = await find(q);
    expect({ q, found }).toMatchObject({
      q,
      found: expect.arrayContaining([
        {
          kind: 'task',
          id: task,
          title: 'Winter 100%_off',
          hint: 'catalogue, success',
          url: expect.stringMatching(new RegExp(`/tasks/${task}$`)),
        },
      ]),
    });
    const path = found[0]?.url ?? '';
    expect((await server.call('GET', path)).status).toBe(200);
  }
});

it('meta-tasks, schedules, pending approvals and files are found, each with its address', async () => {
  await createTask(server, 'catalogue', { ask: true });
  const path = '/external/v1/projects/default/files';
  await server.call('PUT', `${path}/content`, {
    body: { path: '/catalogue.md', content: '# Winter\n\nWool and lanterns.\n' },
  });
  expect(names(await find('catalog'))).toContain('meta_task Catalogue');
  expect(names(await find('winter'))).toContain('schedule Winter nightly');
  await createSchedule(server, 'catalogue', { name: 'Été nightly', every_seconds: 3600 });
  expect(names(await find('éTÉ night'))).toContain('schedule Été nightly');
  const asked = await until('an approval', async () =>
    (await find('winter cat')).find(({ kind }) => kind === 'approval'),
  );
  expect(asked).toMatchObject({ title: 'Publish the winter catalogue?', hint: 'pending' });
  expect((await server.call('GET', asked.url)).status).toBe(200);
  const file = await until('a file', async () =>
    (await find('lanterns')).find(({ kind }) => kind === 'file'),
  );
  expect(file).toMatchObject({ id: '/catalogue.md', hint: expect.stringContaining('Winter') });
  expect((await server.call('GET', file.url)).status).toBe(200);
});

it('a key finds only the kinds that its scopes allow', async () => {
  const { body } = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
    body: { name: 'reader', scopes: ['tasks:read'] },
  });
  const kinds = new Set((await find('winter', body.key)).map(({ kind }) => kind));
  expect([...kinds].filter((kind) => ['file', 'schedule', 'meta_task'].includes(kind))).toEqual([]);
});

it.each(['', 'q=', `q=${'x'.repeat(201)}`])('the query ?%s is refused', async (query) => {
  expect(readError(await server.call('GET', `${FIND}?${query}`))).toBe('422 validation_failed');
});

it('a text that no index contains finds nothing and raises no error', async () => {
  for (const q of ['%', '—', "'; --", '0'.repeat(36)]) expect(await find(q)).toEqual([]);
});
