import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import { TYPES } from '../support/meta-tasks.js';
import { createSchedule } from '../support/schedules.js';
import { FAILS_WHEN_ASKED } from '../support/scripts.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, type TaskDetail, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

type Listed = Wire['ListedMetaTaskDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  for (const name of ['Invoice import', 'Invoice_check', '100 % Café'])
    await createMetaTask(server, 'typescript', FAILS_WHEN_ASKED, {
      name,
      params_schema: { type: 'object' },
    });
});
afterAll(() => server.stop());

async function list(query: string): Promise<Listed[]> {
  const { status, body, text } = await server.call<Listed[]>('GET', `${TYPES}/?${query}`);
  if (status !== 200) throw new Error(text);
  return body;
}

const identifiers = (listed: readonly Listed[]): string[] =>
  listed.map(({ identifier }) => identifier);

it('a summary has the small fields of a meta-task and none that can be large', async () => {
  const [whole] = await list('limit=1&fields=all');
  const [summary] = await list('limit=1');
  const schemas = ['params_schema', 'params_schema_inferred', 'result_schema'];
  const large = ['script', 'dependency_lock', ...schemas];
  const small = Object.entries(whole ?? {}).filter(([name]) => !large.includes(name));
  expect(whole).toMatchObject({ script: FAILS_WHEN_ASKED, params_schema: { type: 'object' } });
  expect(summary).toEqual(Object.fromEntries(small));
});

it.each([
  ['invoice', ['invoice-check', 'invoice-import']],
  ['IMPORT', ['invoice-import']],
  ['invoice-i', ['invoice-import']],
  ['e_c', ['invoice-check']],
  ['100 %', ['100-cafe']],
  ['nothing', []],
])('the query q=%s finds meta-tasks by a part of the name or identifier', async (q, expected) => {
  const found = identifiers(await list(`q=${encodeURIComponent(q)}`));
  expect(found.toSorted()).toEqual(expected);
});

it('each page of meta-tasks leads to the next one', async () => {
  const found: string[] = [];
  let path: string | undefined = `${TYPES}/?limit=2`;
  while (path !== undefined) {
    const { body, headers }: Answer<Listed[]> = await server.call('GET', path);
    found.push(...identifiers(body));
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  expect(found).toEqual(identifiers(await list('')));
});

it('the activity of a meta-task has its last runs, its next tick and the start of its failures', async () => {
  const run = async (fail: boolean): Promise<TaskDetail> =>
    taskWhen(server, await createTask(server, 'invoice-import', { fail }));
  const success = await run(false);
  const first = await run(true);
  const last = await run(true);
  const { next_at } = await createSchedule(server, 'invoice-import', { every_seconds: 3600 });
  const of = async (): Promise<Listed['activity']> =>
    (await list('with=activity')).find(({ identifier }) => identifier === 'invoice-import')
      ?.activity;
  expect(await of()).toEqual({
    last_run: { id: last.id, status: 'failed', at: last.created_at },
    spark: [last, first, success].map((task) => ({
      status: task.status,
      ms: Date.parse(task.finished_at ?? '') - Date.parse(task.started_at ?? ''),
    })),
    next_at,
    failing_since: first.created_at,
  });
  await run(false);
  expect(await of()).toMatchObject({ failing_since: null, last_run: { status: 'success' } });
  const [other] = await list('with=activity&q=check');
  expect(other?.activity).toEqual({
    last_run: null,
    spark: [],
    next_at: null,
    failing_since: null,
  });
});

it.each(['fields=some', 'with=runs', 'q=', `q=${'x'.repeat(201)}`])(
  'the list of meta-tasks refuses the query %s',
  async (query) => {
    expect(readError(await server.call('GET', `${TYPES}/?${query}`))).toBe('422 validation_failed');
  },
);
