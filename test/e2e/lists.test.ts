import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { age, oldCopies } from '../support/old-tasks.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createBrowsers } from '../support/browser-sessions.js';
import { createSchedule, SCHEDULES } from '../support/schedules.js';
import { createTask, createMetaTask, TASKS, taskWhen } from '../support/tasks.js';

const COPIES = 5_000;
const SCRIPT = `def run(params, reporter):
    if params.get("fail"):
        raise ValueError("as asked")
`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
  await server.call('PATCH', '/projects/default/retention', { body: { tasks_days: 0 } });
});
afterAll(() => server.stop());

/** Returns all pages, following the Link headers. */
async function pages<T>(first: string): Promise<T[][]> {
  const found: T[][] = [];
  let path: string | undefined = first;
  while (path !== undefined) {
    const { status, body, headers }: Answer<T[]> = await server.call('GET', path);
    expect(status).toBe(200);
    found.push(body);
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  }
  return found;
}

describe('a list of tasks, thousands of which do not match', () => {
  let identifier: string;
  let failed: string[];
  let named: string;

  beforeAll(async () => {
    identifier = await createMetaTask(server, 'python', SCRIPT);
    failed = [];
    for (const days of [300, 200, 0]) {
      const { id } = await taskWhen(server, await createTask(server, identifier, { fail: true }));
      await age(server, id, days);
      failed.unshift(id);
    }
    const answer = await server.call<{ id: string }>('POST', TASKS, {
      body: { task_type_identifier: identifier, name: 'the 100% Needle' },
    });
    named = answer.body.id;
    await taskWhen(server, named);
    await age(server, named, 150);
    const { id } = await taskWhen(server, await createTask(server, identifier));
    await oldCopies(server, id, COPIES, 100);
  });

  async function ids(query: string): Promise<string[]> {
    const { body } = await server.call<{ id: string }[]>('GET', `${TASKS}?${query}`);
    return body.map((task) => task.id);
  }

  it('a filter finds its few tasks among thousands, newest first', async () => {
    expect(await ids('q=needle')).toEqual([named]);
    expect(await ids('q=100%25+needle&status=success')).toEqual([named]);
    expect(await ids('q=needles')).toEqual([]);
    expect(await ids(`status=failed&task_type=${identifier}`)).toEqual(failed);
    expect(await ids(`status=success&task_type=${identifier}&q=needle`)).toEqual([named]);
    expect(await ids('status=failed&task_type=other')).toEqual([]);
  });

  it('a filtered list can be paged like an unfiltered one', async () => {
    const all = await pages<{ id: string }>(`${TASKS}?limit=200&task_type=${identifier}`);
    const succeeded = all.flat().filter(({ id }) => !failed.includes(id));
    expect(succeeded).toHaveLength(COPIES + 2);
    const searched = await pages(`${TASKS}?limit=200&status=success&task_type=${identifier}`);
    expect(searched.flat()).toEqual(succeeded);
    expect(await ids(`status=success&task_type=${identifier}&offset=4990&limit=5`)).toEqual(
      succeeded.slice(4_990, 4_995).map(({ id }) => id),
    );
  });
});

describe('the pages of a list', () => {
  const TYPE = '/projects/default/task-types/paged';
  const AGENT = '/projects/default/agents/paged';

  beforeAll(async () => {
    const { signIn } = createBrowsers(() => server);
    const made = { name: 'Paged', identifier: 'paged' };
    await server.call('POST', '/projects/default/task-types/', {
      body: { ...made, script: SCRIPT },
    });
    await server.call('POST', '/projects/default/agents', { body: made });
    for (const number of [1, 2]) {
      const script = `${SCRIPT}# ${'x'.repeat(600_000)}${number}\n`;
      await server.call('PATCH', TYPE, { body: { script: script } });
      await server.call('PATCH', AGENT, { body: { instructions: `${number}` } });
      await createSchedule(server, 'paged', { name: `paged ${number}`, every_seconds: 3600 });
      await server.call('POST', '/auth/tokens', { body: { name: `paged ${number}` } });
      await signIn();
    }
  });

  it.each([`${TYPE}/versions`, `${AGENT}/versions`, SCHEDULES, '/auth/tokens', '/auth/sessions'])(
    'each page of %s leads to the next one',
    async (path) => {
      const [all, ...none] = await pages(`${path}?limit=200`);
      expect(none).toEqual([]);
      expect(all?.length).toBeGreaterThan(1);
      const single = await pages(`${path}?limit=1`);
      expect(single).toEqual(all?.map((one) => [one]));
    },
  );

  it('a list of versions leaves out what can be large, unless it is asked for all', async () => {
    const [versions] = await pages<object>(`${TYPE}/versions`);
    for (const name of ['script', 'params_schema']) expect(versions?.[0]).not.toHaveProperty(name);
    const [agents] = await pages<object>(AGENT.replace('/paged', ''));
    expect(agents?.[0]).not.toHaveProperty('instructions');
    const [all] = await pages(`${AGENT}/versions?fields=all`);
    expect(all).toMatchObject([{ instructions: '2' }, { instructions: '1' }, { version: 1 }]);
  });

  it('a page of large items is shorter than its limit, and leads to the others', async () => {
    for (const task_name of ['large 1', 'large 2', 'large 3'])
      await createSchedule(server, 'paged', {
        name: task_name,
        every_seconds: 3600,
        params: { text: 'x'.repeat(600_000) },
      });
    const found = await pages<{ name: string }>(`${SCHEDULES}?limit=200`);
    expect(found.map((page) => page.map(({ name }) => name))).toEqual([
      ['large 3', 'large 2'],
      ['large 1', 'paged 2', 'paged 1'],
    ]);
  });
});
