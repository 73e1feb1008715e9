import { beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskEvent } from '../../packages/client/src/index.js';
import { answeredClient, type AnsweredClient } from '../support/answered-client.js';

const API = '/external/v1/projects/p';

let client: AnsweredClient['client'];
let sent: AnsweredClient['sent'];
let answers: AnsweredClient['answers'];
let answer: AnsweredClient['answer'];
beforeEach(() => {
  ({ client, sent, answers, answer } = answeredClient());
});

describe('a task that is waited for', () => {
  const task = (status: string): object => ({
    id: 't',
    status,
    error_code: null,
    error_message: null,
  });

  it('a task is waited for until it has ended', async () => {
    for (const status of ['pending', 'running', 'success']) answer(task(status));
    expect(await client.tasks.waitFor({ id: 't' })).toMatchObject({ status: 'success' });
    const path = `${API}/tasks/t/wait`;
    expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${path}?timeout=0`,
      `POST ${path}?timeout=30`,
      `POST ${path}?timeout=30`,
    ]);
  });

  it.each([
    [
      { status: 'failed', error_code: 'timeout', error_message: 'too slow' },
      'timeout',
      'Task t has ended as failed: too slow',
    ],
    [
      { status: 'failed', error_code: 'timeout', error_message: null },
      'timeout',
      'Task t has ended as failed: timeout',
    ],
    [
      { status: 'cancelled', error_code: null, error_message: null },
      'cancelled',
      'Task t has ended as cancelled: ',
    ],
  ])('a task that has not succeeded is an error: %j', async (ended, code, message) => {
    answer({ id: 't', ...ended });
    await expect(client.tasks.waitFor('t')).rejects.toMatchObject({
      name: 'TaskFailedError',
      code,
      message,
    });
    answer({ id: 't', ...ended });
    expect(await client.tasks.waitFor('t', { throwOnFailure: false })).toMatchObject(ended);
  });

  it('a wait ends after its time, and the task goes on', async () => {
    answer(task('running'));
    await expect(client.tasks.waitFor('t', { timeoutSeconds: 0 })).rejects.toMatchObject({
      name: 'WaitTimeoutError',
      taskId: 't',
      message: 'Task t has not ended within 0 s.',
    });
  });

  it('a broken connection is made again while a task is waited for, but not at first', async () => {
    answer(task('running'));
    answers.push(() => Promise.reject(new TypeError('reset')));
    answer({ code: 'x' }, { 'Retry-After': '0' }, 503);
    answer(task('success'));
    expect(await client.tasks.waitFor('t')).toMatchObject({ status: 'success' });
    answer({ code: 'not_found', detail: 'd' }, {}, 404);
    await expect(client.tasks.waitFor('t')).rejects.toMatchObject({ code: 'not_found' });
    answer(task('running'));
    answer({ code: 'not_found', detail: 'd' }, {}, 404);
    await expect(client.tasks.waitFor('t')).rejects.toMatchObject({ code: 'not_found' });
  });

  it('a wait asks for no more time than is left, and pauses where that is less than a second', async () => {
    for (const status of ['running', 'success']) answer(task(status));
    await client.tasks.waitFor('t', { timeoutSeconds: 25 });
    expect(Number(/timeout=(\d+)$/.exec(sent[1]?.url ?? '')?.[1])).toBeLessThanOrEqual(25);
    for (let count = 0; count < 3; count += 1) answer(task('running'));
    const { name, message } = await client.tasks
      .run({ task_type_identifier: 'a' }, { timeoutSeconds: 0.3 })
      .then(() => new Error('it has ended'))
      .catch((error: Error) => error);
    expect([name, message]).toEqual(['WaitTimeoutError', 'Task t has not ended within 0.3 s.']);
  });

  it('a server that is gone for longer than the patience ends a wait', async () => {
    answer({ code: 'x' }, { 'Retry-After': '0' }, 503);
    answer(task('running'));
    const gone = (): void => void answers.push(() => Promise.reject(new TypeError('reset')));
    gone();
    gone();
    answer(task('success'));
    const wait = client.tasks.waitFor('t', { patienceSeconds: 0 });
    await expect(wait).rejects.toMatchObject({ name: 'ConnectionError' });
  });

  it('a task that ends soon is made and waited for in one request', async () => {
    answer({ ...task('success'), result: 5 });
    expect(await client.tasks.run({ task_type_identifier: 'a' })).toMatchObject({ result: 5 });
    expect(sent[0]?.headers.get('Prefer')).toBe('wait=30');
    answer(task('running'));
    answer({ ...task('success'), result: 6 });
    expect(
      await client.tasks.run(
        { task_type_identifier: 'a' },
        { timeoutSeconds: 9.5, idempotencyKey: 'k' },
      ),
    ).toMatchObject({ result: 6 });
    expect(sent.slice(1).map(({ method, url }) => `${method} ${url}`)).toEqual([
      `POST ${API}/tasks`,
      `POST ${API}/tasks/t/wait?timeout=0`,
    ]);
    expect([sent[1]?.headers.get('Prefer'), sent[1]?.headers.get('Idempotency-Key')]).toEqual([
      'wait=9',
      'k',
    ]);
    answer(task('running'));
    answer(task('running'));
    await expect(
      client.tasks.run({ task_type_identifier: 'a' }, { timeoutSeconds: 0 }),
    ).rejects.toThrow('Task t has not ended within 0 s.');
    answer({ ...task('failed'), result: null });
    await expect(client.tasks.run({ task_type_identifier: 'a' })).rejects.toMatchObject({
      name: 'TaskFailedError',
    });
  });
});

describe('events', () => {
  const AT = { task_id: 't', time: '2026-01-02T00:00:00Z', attempt: 1 };
  const event = (id: number, type: string, data: object): string =>
    `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify({ ...AT, ...data })}\n\n`;
  const stream = (text: string): void => {
    answers.push(() => new Response(text, { headers: { 'Content-Type': 'text/event-stream' } }));
  };

  async function collectIds(events: AsyncGenerator<TaskEvent>): Promise<string[]> {
    const found: string[] = [];
    for await (const { id, type } of events) found.push(`${type} ${id}`);
    return found;
  }

  it('events come in order over connections that end, until none is left', async () => {
    stream(
      event(1, 'phase', { phase: 'a' }) +
        event(2, 'unknown', {}) +
        event(3, 'progress', { progress: 5 }),
    );
    stream(`id: 7\n\n${event(8, 'log', { level: 'info', text: 'x' })}`);
    answers.push(() => new Response(null, { status: 204 }));
    expect(await collectIds(client.tasks.events('t/1', { after: 0, level: 'info' }))).toEqual([
      'phase 1',
      'progress 3',
      'log 8',
    ]);
    expect(sent.map(({ url }) => url)).toEqual(
      Array.from({ length: 3 }, () => `${API}/tasks/t%2F1/events?level=info`),
    );
    expect(sent.map(({ headers }) => headers.get('Last-Event-ID'))).toEqual(['0', '3', '8']);
    expect(sent[0]?.headers.get('Accept')).toBe('text/event-stream');
  });

  it('only events of the types that are wanted come, though the end of the task is asked for', async () => {
    stream(
      event(1, 'status', { status: 'running', progress: 0 }) + event(2, 'phase', { phase: 'a' }),
    );
    answers.push(() => new Response(null, { status: 204 }));
    expect(await collectIds(client.tasks.events('t', { types: ['phase'] }))).toEqual(['phase 2']);
    expect([sent[0]?.url, sent[0]?.headers.get('Last-Event-ID')]).toEqual([
      `${API}/tasks/t/events?types=phase%2Cstatus`,
      null,
    ]);
  });

  it('an event without the members of its type is unknown to the client', async () => {
    const whole: [string, object][] = [
      ['status', { status: 'running', progress: 0 }],
      ['step', { id: 's', kind: 'step', name: 'n', status: 'running', attempts: 1 }],
      ['approval', { approval_id: 'a', prompt: 'p', status: 'pending' }],
      ['text', { kind: 'text', text: 'x' }],
    ];
    const broken = whole.flatMap(([type, data]) =>
      Object.keys(data).map((name): [string, object] => [type, { ...data, [name]: null }]),
    );
    stream(
      [...broken, ...whole].map(([type, data], index) => event(index, type, data)).join('') +
        event(99, 'phase', { phase: 'x', attempt: '1' }),
    );
    answers.push(() => new Response(null, { status: 204 }));
    const first = broken.length;
    expect(await collectIds(client.events())).toEqual(
      whole.map(([type], index) => `${type} ${first + index}`),
    );
    expect(sent[0]?.url).toBe(`${API}/events?`);
  });

  it('a refusal at first is an error, and a break later is overcome', async () => {
    answer({ code: 'not_found', detail: 'd' }, {}, 404);
    await expect(collectIds(client.events())).rejects.toMatchObject({ code: 'not_found' });
    stream(event(1, 'phase', { phase: 'a' }));
    answer({ code: 'x', detail: 'd' }, { 'Retry-After': '0' }, 503);
    stream(event(2, 'phase', { phase: 'b' }));
    answer({ code: 'gone', detail: 'd' }, {}, 410);
    const found: number[] = [];
    const reading = (async () => {
      for await (const { id } of client.events()) found.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ code: 'gone' });
    expect(found).toEqual([1, 2]);
  });

  it('a server that is gone for longer than the patience ends a stream, each event begins it again', async () => {
    const gone = (): void => void answers.push(() => Promise.reject(new TypeError('reset')));
    stream(event(1, 'phase', { phase: 'a' }));
    gone();
    stream(event(2, 'phase', { phase: 'b' }));
    gone();
    stream(event(3, 'phase', { phase: 'c' }));
    gone();
    gone();
    answers.push(() => new Response(null, { status: 204 }));
    const found: number[] = [];
    const reading = (async () => {
      for await (const { id } of client.tasks.events('t', { patienceSeconds: 0 })) found.push(id);
    })();
    await expect(reading).rejects.toMatchObject({ name: 'ConnectionError' });
    expect(found).toEqual([1, 2, 3]);
  });

  it('streams that end at once do not count as a connection', async () => {
    for (let count = 0; count < 3; count += 1) stream('');
    answers.push(() => new Response(null, { status: 204 }));
    const reading = collectIds(client.tasks.events('t', { patienceSeconds: 0 }));
    await expect(reading).rejects.toThrow('its streams end at once');
  });
});
