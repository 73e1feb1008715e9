import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Problem } from '../support/files-client.js';
import type { Answer, TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import {
  createTask,
  createMetaTask,
  runScript,
  TASKS,
  type TaskDetail,
  type TaskSummary,
  taskWhen,
} from '../support/tasks.js';
import { until } from '../support/until.js';

const ECHO = 'def run(params, reporter):\n    return params\n';
const SLEEP = 'import time\ndef run(params, reporter):\n    time.sleep(params["seconds"])\n';

let server: TestServer;
let echo: string;
let sleep: string;
beforeAll(async () => {
  server = await sharedServer();
  echo = await createMetaTask(server, 'python', ECHO);
  sleep = await createMetaTask(server, 'python', SLEEP);
});
afterAll(() => server.stop());

function create<Body = TaskSummary>(key: string, params: unknown = {}): Promise<Answer<Body>> {
  return server.call<Body>('POST', TASKS, {
    body: { task_type_identifier: echo, params },
    headers: { 'Idempotency-Key': key },
  });
}

function createBatch<Body = TaskSummary[]>(
  tasks: readonly unknown[],
  headers: Record<string, string> = {},
): Promise<Answer<Body>> {
  return server.call<Body>('POST', `${TASKS}/batch`, { body: { tasks }, headers });
}

async function countNamed(q: string): Promise<number> {
  const { body } = await server.call<TaskSummary[]>('GET', `${TASKS}?limit=200&q=${q}`);
  return body.length;
}

describe('a request with an Idempotency-Key', () => {
  it('a repeated request with an Idempotency-Key gets the first answer and creates nothing more', async () => {
    const key = randomUUID();
    const first = await create(key, { n: 1 });
    await taskWhen(server, first.body.id);
    const second = await create(key, { n: 1 });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it('a request that is sent twenty times at once with one key creates one task', async () => {
    const key = randomUUID();
    const name = `at-once-${key}`;
    const body = { task_type_identifier: echo, name };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        server.call<TaskSummary>('POST', TASKS, { body, headers: { 'Idempotency-Key': key } }),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(({ body: { id } }) => id)).size).toBe(1);
    expect(await countNamed(name)).toBe(1);
  });

  it('an Idempotency-Key is refused for a different request', async () => {
    const key = randomUUID();
    await create(key, { n: 1 });
    const { status, body } = await create<Problem>(key, { n: 2 });
    expect([status, body.code]).toEqual([422, 'idempotency_key_reused']);
    const batch = await createBatch<Problem>(
      [{ task_type_identifier: echo }, { task_type_identifier: echo }],
      { 'Idempotency-Key': key },
    );
    expect(batch.body.code).toBe('idempotency_key_reused');
  });

  it('a refused request may be sent again with corrections under the same key', async () => {
    const key = randomUUID();
    expect((await create(key, [])).status).toBe(422);
    expect((await create(key, {})).status).toBe(201);
  });

  it('an Idempotency-Key of one project means nothing in another', async () => {
    const key = randomUUID();
    await create(key);
    const slug = `other-${key.slice(0, 8)}`;
    await server.call('POST', '/projects', { body: { name: slug, slug } });
    await server.call('POST', `/projects/${slug}/task-types/`, {
      body: { name: 'Echo', identifier: echo, script: ECHO },
    });
    const answer = await server.call('POST', `/external/v1/projects/${slug}/tasks`, {
      token: server.adminToken,
      body: { task_type_identifier: echo, params: {} },
      headers: { 'Idempotency-Key': key },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('idempotency-replayed')).toBeNull();
  });

  it.each(['', ' ', 'a b', 'x'.repeat(256), 'é'])(
    'the Idempotency-Key %j is refused',
    async (key) => {
      const { status, body } = await create<Problem>(key);
      expect(status).toBe(422);
      expect(body.errors[0]?.pointer).toBe('Idempotency-Key');
    },
  );
});

describe('a batch', () => {
  it('a batch creates its tasks in their order', async () => {
    const given = Array.from({ length: 20 }, (_, n) => ({
      task_type_identifier: echo,
      name: `batch ${n}`,
      params: { n, constructor: { kept: true } },
    }));
    const { status, body } = await createBatch(given);
    expect(status).toBe(201);
    expect(body.map(({ name }) => name)).toEqual(given.map(({ name }) => name));
    const last = await taskWhen(server, body.at(-1)?.id ?? '');
    expect(last.result).toEqual({ n: 19, constructor: { kept: true } });
  });

  it('a batch may have 10,000 tasks, a line each, and one wrong line creates none', async () => {
    const identifier = await createMetaTask(server, 'python', ECHO);
    // The tasks are not due, so that no other task waits for them, in this file or in a later one.
    const run_at = new Date(Date.now() + 30 * 86_400_000).toISOString();
    const lines = Array.from({ length: 10_000 }, (_, n) =>
      JSON.stringify({ task_type_identifier: identifier, name: `${n}`, params: { n }, run_at }),
    );
    const send = <Body>(text: string | Buffer): Promise<Answer<Body>> =>
      server.call<Body>('POST', `${TASKS}/batch`, {
        body: text,
        headers: { 'Content-Type': 'application/x-ndjson' },
      });
    const refused = async (text: string | Buffer): Promise<unknown[]> => {
      const { status, body } = await send<Problem>(text);
      return [status, body.code, body.errors[0]?.pointer];
    };
    const ending = (line: string): string => [...lines.slice(0, 300), line].join('\n');
    expect(await refused(ending('{"task_type_identifier":'))).toEqual([
      400,
      'malformed_json',
      undefined,
    ]);
    expect(await refused(ending('[]'))).toEqual([422, 'validation_failed', '/tasks/300']);
    expect(await refused(ending('{"task_type_identifier":"no-such"}'))).toEqual([
      422,
      expect.any(String),
      '/tasks/300/task_type_identifier',
    ]);
    expect(await refused(ending('{"name":7}'))).toContain('/tasks/300/task_type_identifier');
    expect(await refused([...lines, lines[0]].join('\n'))).toContain('/tasks');
    expect(await refused('\n')).toContain('/tasks');
    expect((await refused(Buffer.from([0xff, 0x0a])))[1]).toBe('malformed_json');
    expect((await refused('x'.repeat(3 * 1024 * 1024)))[0]).toBe(413);
    const first = `${TASKS}?task_type=${identifier}&limit=1`;
    expect((await server.call<unknown[]>('GET', first)).body).toEqual([]);

    const { status, body } = await send<{ name: string }[]>(`${lines.join('\r\n')}\n\n`);
    expect(status).toBe(201);
    expect(body.map(({ name }) => name)).toEqual(lines.map((_, n) => `${n}`));
    const last = await server.call('GET', `${first}&offset=9999`);
    expect(last.headers.get('x-total-count')).toBe('10000');
    const elsewhere = await server.call('POST', TASKS, {
      body: lines[0],
      headers: { 'Content-Type': 'application/x-ndjson' },
    });
    expect(elsewhere.status).toBe(415);
  });

  it('a batch with invalid tasks creates none and names the invalid ones', async () => {
    const good = { task_type_identifier: echo, name: 'half-batch' };
    const typed = await createMetaTask(server, 'python', ECHO, {
      params_schema: { type: 'object', properties: { n: { type: 'integer' } } },
    });
    const { status, body } = await createBatch<Problem>([
      good,
      { task_type_identifier: typed, params: { n: 'one' } },
      { task_type_identifier: 'no-such' },
    ]);
    expect([status, body.code]).toEqual([422, 'invalid_params']);
    expect(body.detail).toContain('/tasks/1');
    expect(body.errors.map(({ pointer }) => pointer)).toEqual([
      '/tasks/1/params/n',
      '/tasks/2/task_type_identifier',
    ]);
    expect(await countNamed('half-batch')).toBe(0);
  });

  it('a batch is created once for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const given = [1, 2, 3].map((n) => ({ task_type_identifier: echo, params: { n } }));
    const first = await createBatch(given, headers);
    const second = await createBatch(given, headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  it.each([
    ['no tasks', { tasks: [] }, '/tasks'],
    [
      'too many',
      { tasks: Array.from({ length: 10_001 }, () => ({ task_type_identifier: 'x' })) },
      '/tasks',
    ],
    ['no list', { tasks: { task_type_identifier: 'x' } }, '/tasks'],
    ['something that is not a task', { tasks: [7] }, '/tasks/0'],
    ['null', { tasks: [null] }, '/tasks/0'],
    ['a list', { tasks: [[]] }, '/tasks/0'],
    ['an unknown field', { tasks: [{ task_type_identifier: 'x', parms: {} }] }, '/tasks/0/parms'],
    ['an unsafe field', { tasks: [{ constructor: {} }] }, '/tasks/0/constructor'],
    [
      'params of the wrong type',
      { tasks: [{ task_type_identifier: 'x', params: [] }] },
      '/tasks/0/params',
    ],
  ])('a batch of %s is refused', async (_, body, pointer) => {
    const answer = await server.call<Problem>('POST', `${TASKS}/batch`, { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors.map((error) => error.pointer)).toContain(pointer);
  });
});

describe('a creation that prefers to wait', () => {
  function createAndWait<Body = TaskDetail>(
    given: { type?: string; params?: unknown; key?: string; token?: string },
    prefer: string,
  ): Promise<Answer<Body>> {
    const { type = echo, params = {}, key, token } = given;
    return server.call<Body>('POST', TASKS, {
      body: { task_type_identifier: type, params },
      headers: { Prefer: prefer, ...(key === undefined ? {} : { 'Idempotency-Key': key }) },
      ...(token === undefined ? {} : { token }),
    });
  }

  it('a creation with Prefer: wait returns the finished task, and again under its key', async () => {
    const key = randomUUID();
    const first = await createAndWait({ params: { n: 1 }, key }, 'respond-async, wait=60');
    const read = await server.call<TaskDetail>('GET', `${TASKS}/${first.body.id}`);
    expect([first.status, first.body.status, first.body.result]).toEqual([
      201,
      'success',
      { n: 1 },
    ]);
    expect(first.body).toEqual(read.body);
    expect(first.headers.get('preference-applied')).toBe('wait=60');
    const again = await createAndWait({ params: { n: 1 }, key }, 'wait=60');
    expect(again.body).toEqual(read.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    // Without the preference, the replay returns the answer that the first request would have got without it.
    const plain = await create(key, { n: 1 });
    expect([plain.body.id, plain.body.status]).toEqual([first.body.id, 'pending']);
    expect(plain.headers.get('preference-applied')).toBeNull();
  });

  it('a creation returns the unfinished task when its wait is over', async () => {
    const long = { type: sleep, params: { seconds: 60 } };
    for (const prefer of ['wait=0', 'wait=1']) {
      const { status, body, headers } = await createAndWait(long, prefer);
      expect([status, body.finished_at, 'result' in body]).toEqual([201, null, false]);
      expect(headers.get('preference-applied')).toBe(prefer);
      await server.call('POST', `${TASKS}/${body.id}/cancel`);
    }
    const failed = await createAndWait({ type: sleep }, 'wait=60');
    expect([failed.status, failed.body.status]).toEqual([201, 'failed']);
  });

  it('a task goes on when the client that waits for it is gone', async () => {
    const name = `gone-${randomUUID()}`;
    const gone = new AbortController();
    const body = { task_type_identifier: sleep, params: { seconds: 2 }, name };
    const request = fetch(`${server.url}${TASKS}`, {
      method: 'POST',
      body: JSON.stringify(body),
      signal: gone.signal,
      headers: {
        Authorization: `Bearer ${server.apiKey}`,
        'Content-Type': 'application/json',
        Prefer: 'wait=60',
      },
    });
    let id: string | undefined;
    await until('the task', async () => {
      const found = await server.call<TaskSummary[]>('GET', `${TASKS}?q=${name}`);
      return (id = found.body[0]?.id) !== undefined;
    });
    gone.abort();
    await expect(request).rejects.toThrow();
    expect((await taskWhen(server, String(id))).status).toBe('success');
  });

  it('a creation with an invalid wait, or without the right to read tasks, makes no task', async () => {
    const type = await createMetaTask(server, 'python', ECHO);
    for (const prefer of ['wait=soon', 'wait=-1', 'wait=301', 'wait']) {
      const { status, body } = await createAndWait<Problem>({ type }, prefer);
      expect([status, body.errors[0]?.pointer]).toEqual([422, 'Prefer']);
      expect(body.detail).toContain('0 to 300');
    }
    const key = await server.call<{ key: string }>('POST', '/projects/default/api-keys', {
      body: { name: 'writer', scopes: ['tasks:write'] },
    });
    const given = { type, token: key.body.key };
    const { status, body } = await createAndWait<Problem>(given, 'wait=1');
    expect([status, body.code]).toEqual([403, 'forbidden']);
    expect(body.detail).toContain('tasks:read');
    expect((await server.call('GET', `${TASKS}?task_type=${type}`)).body).toEqual([]);
    expect((await createAndWait(given, 'respond-async')).status).toBe(201);
  });
});

describe('waiting for a task', () => {
  function wait(id: string, query = ''): Promise<Answer<TaskDetail>> {
    return server.call<TaskDetail>('POST', `${TASKS}/${id}/wait${query}`);
  }

  it('a wait for a task returns its end', async () => {
    const id = await createTask(server, sleep, { seconds: 0.5 });
    const { status, body } = await wait(id);
    expect([status, body.status]).toEqual([200, 'success']);
  });

  it('a wait for a finished task returns at once', async () => {
    const { id } = await runScript(server, 'python', ECHO);
    expect((await wait(id, '?timeout=300')).status).toBe(200);
  });

  it('a wait whose time is over gets 202 with the unfinished task', async () => {
    const id = await createTask(server, sleep, { seconds: 30 });
    for (const query of ['?timeout=0', '?timeout=1']) {
      const { status, body } = await wait(id, query);
      expect(status).toBe(202);
      expect(body.id).toBe(id);
      expect(body.finished_at).toBeNull();
    }
    const waiting = wait(id, '?timeout=60');
    await server.call('POST', `${TASKS}/${id}/cancel`);
    expect((await waiting).body.status).toBe('cancelled');
  });

  it('a hundred clients can wait for the end of one task', async () => {
    const id = await createTask(server, sleep, { seconds: 1 });
    const answers = await Promise.all(Array.from({ length: 100 }, () => wait(id)));
    expect(new Set(answers.map(({ body }) => body.status))).toEqual(new Set(['success']));
  });

  it.each(['-1', '301', 'soon', '1.5'])('a wait of %s seconds is refused', async (timeout) => {
    const id = await createTask(server, echo);
    expect((await wait(id, `?timeout=${timeout}`)).status).toBe(422);
  });

  it('a wait for an unknown task gets 404', async () => {
    expect((await wait(randomUUID())).status).toBe(404);
  });
});
