import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readEvents } from '../support/events.js';
import { startServer, type TestServer } from '../support/server.js';
import { createTask, createTaskType, taskWhen } from '../support/tasks.js';

const PROJECT = '/external/v1/projects/default';
const SCRIPT = `def run(params, reporter):
    reporter.set_phase("Loading")
    reporter.set_progress(40)
    print("hello")
    return 1
`;

let server: TestServer;
let identifier: string;
beforeAll(async () => {
  server = await startServer();
  identifier = await createTaskType(server, 'python', SCRIPT);
});
afterAll(() => server.stop());

describe("a task's event stream", () => {
  it('tells status, phase, progress and log lines in order, and ends with the task', async () => {
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

  it('resumes after Last-Event-ID, and answers 204 when nothing is left', async () => {
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

  it('shows only the types that were asked for', async () => {
    const id = await createTask(server, identifier);
    await taskWhen(server, id);
    const { events } = await readEvents(server, `${PROJECT}/tasks/${id}/events?types=log,phase`);
    expect(events.map(({ type }) => type)).toEqual(['phase', 'log']);
  });

  it.each([
    ['types=colour', {}],
    ['types=', {}],
    ['', { 'Last-Event-ID': 'x' }],
  ])('refuses ?%s with headers %j', async (query, headers) => {
    const answer = await server.call('GET', `${PROJECT}/events?${query}`, { headers });
    expect(answer.status).toBe(422);
  });
});

describe("the project's event stream", () => {
  it('tells of every task from now on, without gaps, and resumes', async () => {
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
});
