import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from '../support/sql.js';
import { readEvents, type StreamedEvent } from '../support/events.js';
import type { TestServer } from '../support/server.js';
import { createTask, createMetaTask, taskWhen } from '../support/tasks.js';

const PROJECT = '/external/v1/projects/default';
const SCRIPT = `def run(params, reporter):
    reporter.set_phase("Loading")
    reporter.set_progress(40)
    print("hello")
    return 1
`;

const ONCE_SLOW = `import time
def run(params, reporter):
    time.sleep(600 if reporter.task.attempt == 1 else 0.2)
`;

let server: TestServer;
let identifier: string;
beforeAll(async () => {
  server = await sharedServer();
  identifier = await createMetaTask(server, 'python', SCRIPT);
});
afterAll(() => server.stop());

describe("a task's event stream", () => {
  it("a task's stream reports status, phase, progress and log lines in order and ends with the task", async () => {
    const id = await createTask(server, identifier);
    const { events } = await readEvents(server, `${PROJECT}/tasks/${id}/events`);
    expect(events.map(({ type, data }) => data.status ?? type)).toEqual([
      'pending',
      'running',
      'phase',
      'progress',
      'log',
      'success',
    ]);
    expect(events[2]?.data).toMatchObject({ task_id: id, phase: 'Loading', attempt: 1 });
    expect(events[3]?.data.progress).toBe(40);
    expect(events[4]?.data).toMatchObject({ level: 'info', text: 'hello' });
    expect(events.at(-1)?.data).toMatchObject({ progress: 100, current_phase: 'Loading' });
  });

  it("a task's stream resumes after Last-Event-ID and answers 204 when nothing is left", async () => {
    const id = await createTask(server, identifier);
    const { events } = await readEvents(server, `${PROJECT}/tasks/${id}/events`);
    const third = events[2]?.id ?? 0;
    const rest = await readEvents(server, `${PROJECT}/tasks/${id}/events`, undefined, {
      'Last-Event-ID': String(third),
    });
    expect(rest.events).toEqual(events.slice(3));
    const none = await readEvents(server, `${PROJECT}/tasks/${id}/events`, undefined, {
      'Last-Event-ID': String(events.at(-1)?.id),
    });
    expect(none.status).toBe(204);
  });

  it('the stream of a retried task continues past its cancellation to its last end', async () => {
    const id = await createTask(server, await createMetaTask(server, 'python', ONCE_SLOW));
    await taskWhen(server, id, ({ status }) => status === 'running');
    await server.call('POST', `${PROJECT}/tasks/${id}/cancel`);
    await taskWhen(server, id);
    await server.call('POST', `${PROJECT}/tasks/${id}/retry`);
    const path = `${PROJECT}/tasks/${id}/events?types=status`;
    const statuses = ({ events }: { events: StreamedEvent[] }): unknown[] =>
      events.map(({ data }) => data.status);
    const all = ['pending', 'running', 'cancelled', 'pending', 'running', 'success'];
    expect(statuses(await readEvents(server, path))).toEqual(all);
    const { events } = await readEvents(server, path);
    expect(statuses({ events })).toEqual(all);
    const from = { 'Last-Event-ID': String(events[1]?.id) };
    expect(statuses(await readEvents(server, path, undefined, from))).toEqual(all.slice(2));
    const { body } = await server.call('POST', `${PROJECT}/tasks/${id}/wait?timeout=60`);
    expect(body).toMatchObject({ status: 'success', attempt: 2 });
  });

  it('status events describe the task in full when it is created and when it ends only', async () => {
    const id = await createTask(server, identifier);
    const { events } = await readEvents(server, `${PROJECT}/tasks/${id}/events?types=status`);
    const { body } = await server.call<Record<string, unknown>>('GET', `${PROJECT}/tasks/${id}`);
    const identity = {
      name: body['name'],
      task_type: identifier,
      version: 1,
      parent_id: null,
      root_id: null,
      schedule_id: null,
      created_by: body['created_by'],
      created_at: body['created_at'],
    };
    expect(body['created_by']).toMatchObject({ kind: 'api_key' });
    expect(events.map(({ data }) => data)).toEqual([
      expect.objectContaining({ ...identity, status: 'pending', started_at: null }),
      expect.not.objectContaining({ name: expect.anything() }),
      expect.objectContaining({ ...identity, status: 'success', started_at: body['started_at'] }),
    ]);
  });

  it('a stream shows only the requested event types', async () => {
    const id = await createTask(server, identifier);
    await taskWhen(server, id);
    const { events } = await readEvents(server, `${PROJECT}/tasks/${id}/events?types=log,phase`);
    expect(events.map(({ type }) => type)).toEqual(['phase', 'log']);
  });

  it.each([
    ['types=colour', {}],
    ['types=', {}],
    ['level=loud', {}],
    ['task_id=7', {}],
    ['task_type=a&task_type=b', {}],
    ['', { 'Last-Event-ID': 'x' }],
  ])('an event stream refuses ?%s with headers %j', async (query, headers) => {
    const answer = await server.call('GET', `${PROJECT}/events?${query}`, { headers });
    expect(answer.status).toBe(422);
  });
});

describe("the project's event stream", () => {
  it("a project's stream begins with the time, the newest event and the version", async () => {
    const id = await createTask(server, identifier);
    await taskWhen(server, id);
    const ofTask = await readEvents(server, `${PROJECT}/tasks/${id}/events`);
    const { info } = (await server.call('GET', '/openapi.json')).body as {
      info: { version: string };
    };
    const abort = new AbortController();
    const { body } = await fetch(`${server.url}${PROJECT}/events?types=log`, {
      headers: { Authorization: `Bearer ${server.apiKey}`, 'Last-Event-ID': '1000000' },
      signal: abort.signal,
    });
    let text = '';
    for await (const chunk of body ?? []) {
      text += Buffer.from(chunk).toString('utf8');
      if (text.includes('event: gap')) break;
    }
    abort.abort();
    const [, data = ''] = /^: connected\n\nevent: hello\ndata: (.*)\n\nid: /.exec(text) ?? [];
    const hello = JSON.parse(data) as { now: string; newest: number; version: string };
    expect(Date.parse(hello.now)).toBeGreaterThanOrEqual(
      Date.parse(ofTask.events.at(-1)?.data.time ?? ''),
    );
    expect(hello.newest).toBeGreaterThanOrEqual(ofTask.events.at(-1)?.id ?? Infinity);
    expect(hello.version).toBe(info.version);
  });

  it("a project's stream reports new tasks without gaps and resumes", async () => {
    const reading = readEvents(
      server,
      `${PROJECT}/events?types=status`,
      (events) => events.filter(({ data }) => data.status === 'success').length === 5,
    );
    await new Promise((done) => setTimeout(done, 200));
    for (let index = 0; index < 5; index += 1) await createTask(server, identifier);
    const { events } = await reading;
    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((one, other) => one - other));
    expect(new Set(ids).size).toBe(ids.length);
    const resumed = await readEvents(
      server,
      `${PROJECT}/events?types=status`,
      (found) => found.length >= ids.length - 3,
      { 'Last-Event-ID': String(ids[2]) },
    );
    expect(resumed.events.slice(0, ids.length - 3).map(({ id }) => id)).toEqual(ids.slice(3));
  });

  it("a project's stream can be filtered by task, meta-task and log level", async () => {
    const talks = await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    for level in ["info", "warning", "error"]:\n        reporter.log(level, level=level)\n',
    );
    const ids = [await createTask(server, talks), await createTask(server, identifier)];
    for (const id of ids) await taskWhen(server, id);
    const [talk = '', other = ''] = ids;
    const seen = async (query: string, count: number): Promise<unknown[]> => {
      const enough = (found: unknown[]): boolean => found.length >= count;
      const from = { 'Last-Event-ID': '0' };
      const { events } = await readEvents(server, `${PROJECT}/events?${query}`, enough, from);
      return events.map(({ data }) => [data.task_id, data.status ?? data.text]);
    };
    const levels = [
      [talk, 'warning'],
      [talk, 'error'],
    ];
    expect(await seen(`types=log&level=warning&task_type=${talks}`, 2)).toEqual(levels);
    expect(await seen(`types=log&level=warning&task_id=${talk.toUpperCase()}`, 2)).toEqual(levels);
    const statuses = await seen(`types=status&task_id=${talk},${other}`, 6);
    expect(new Set(statuses.map((event) => (event as string[])[0]))).toEqual(new Set(ids));
    const live = seen(`types=status&task_type=${talks}&task_id=${talk}`, 3);
    expect(await live).toEqual(['pending', 'running', 'success'].map((status) => [talk, status]));
  });

  it('a stream first reports a gap if requested events are gone', async () => {
    const id = await createTask(server, identifier);
    await taskWhen(server, id);
    const all = await readEvents(server, `${PROJECT}/tasks/${id}/events`);
    const first = all.events[0]?.id ?? 0;
    const newest = all.events.at(-1)?.id ?? 0;
    await sql(server, `DELETE FROM task_events WHERE seq < ${first}`);
    const resume = async (after: number, count: number): Promise<StreamedEvent[]> => {
      const enough = (found: unknown[]): boolean => found.length >= count;
      const from = { 'Last-Event-ID': String(after) };
      return (await readEvents(server, `${PROJECT}/events`, enough, from)).events;
    };
    const [gap, next] = await resume(first - 3, 2);
    expect([gap?.id, gap?.type, next?.id]).toEqual([first - 1, 'gap', first]);
    expect(gap?.data).toEqual({ last_event_id: first - 3, oldest: first, newest });
    const [ahead] = await resume(newest + 1_000, 1);
    expect([ahead?.id, ahead?.type]).toEqual([newest, 'gap']);
    const present = resume(newest, 1);
    await createTask(server, identifier);
    expect((await present)[0]?.type).not.toBe('gap');
    expect((await resume(first - 1, 1))[0]?.id).toBe(first);
    expect((await resume(0, 1))[0]?.id).toBe(first);
  });
});
