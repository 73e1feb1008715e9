import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { sharedServer } from '../support/shared-server.js';
import type { TestServer } from '../support/server.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

type Attempt = Wire['TaskAttemptDto'];

const FAILS = `def run(params, reporter):
    reporter.set_phase("Reading")
    if reporter.task.attempt < params["good"]:
        raise ValueError("attempt %d" % reporter.task.attempt)
    return reporter.task.attempt
`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function loadAttempts(id: string, query = ''): Promise<Attempt[]> {
  const answer = await server.call<Attempt[]>('GET', `${TASKS}/${id}/attempts${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('the attempts of a task', () => {
  it('all attempts are listed with their errors, after automatic retries and one by hand', async () => {
    const identifier = await createMetaTask(server, 'python', FAILS, {
      max_attempts: 2,
      retry_delay_seconds: 0.1,
    });
    const id = await createTask(server, identifier, { good: 4 });
    await taskWhen(server, id);
    await server.call('POST', `${TASKS}/${id}/retry`, { token: server.adminToken });
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success', result: 4 });
    const attempts = await loadAttempts(id);
    const failed = (n: number, by: string | null) => ({
      attempt: n,
      outcome: 'failed',
      error_code: 'script_error',
      error_message: expect.stringContaining(`attempt ${n}`),
      phases: [{ name: 'Reading', from: expect.any(String), duration_ms: expect.any(Number) }],
      segments: [{ state: 'queued' }, { state: 'running', to: expect.any(String) }],
      retried_by: by === null ? null : { kind: by },
    });
    expect(attempts).toMatchObject([
      failed(1, null),
      failed(2, 'user'),
      failed(3, null),
      { attempt: 4, outcome: 'success', error_code: null, retried_by: null },
    ]);
    for (const { worker } of attempts) expect(worker).toMatch(/^[0-9a-f-]{36}$/);

    const page = await server.call<Attempt[]>('GET', `${TASKS}/${id}/attempts?limit=3`);
    expect(page.body.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
    const rest = await server.call<Attempt[]>('GET', next);
    expect(rest.body.map(({ attempt }) => attempt)).toEqual([4]);
    expect(rest.headers.get('link')).toBeNull();
  });

  it('an attempt that waits is shown as waiting, and its segments are contiguous', async () => {
    const identifier = await createMetaTask(
      server,
      'python',
      'def run(params, reporter):\n    reporter.set_phase("Asking")\n    return reporter.wait_for_event("go")\n',
    );
    const id = await createTask(server, identifier);
    expect(await loadAttempts(id)).toEqual(expect.any(Array));
    await taskWhen(server, id, ({ status }) => status === 'waiting');
    expect(await loadAttempts(id)).toMatchObject([
      {
        attempt: 1,
        outcome: null,
        segments: [{ state: 'queued' }, { state: 'running' }, { state: 'waiting', to: null }],
        phases: [{ name: 'Asking' }],
      },
    ]);
    await server.call('POST', `${TASKS}/${id}/events/go`, { body: { payload: 1 } });
    await taskWhen(server, id);
    const [attempt] = await loadAttempts(id);
    expect(attempt?.outcome).toBe('success');
    const states = attempt?.segments.map(({ state }) => state);
    expect(states).toEqual(['queued', 'running', 'waiting', 'queued', 'running']);
    for (const [at, { to }] of attempt?.segments.entries() ?? [])
      expect(to).toBe(attempt?.segments[at + 1]?.from ?? to);
  });

  it('a task has no attempts before it runs, and an unknown task gets 404', async () => {
    const identifier = await createMetaTask(server, 'python', FAILS);
    const { body } = await server.call<{ id: string }>('POST', TASKS, {
      body: {
        task_type_identifier: identifier,
        params: { good: 1 },
        run_at: new Date(Date.now() + 3_600_000).toISOString(),
      },
    });
    expect(await loadAttempts(body.id)).toEqual([]);
    await server.call('POST', `${TASKS}/${body.id}/cancel`);
    expect(await loadAttempts(body.id)).toEqual([]);
    for (const id of ['00000000-0000-7000-8000-000000000000', 'nonsense'])
      expect(requireProblem(await server.call('GET', `${TASKS}/${id}/attempts`)).status).toBe(404);
    const refused = requireProblem(
      await server.call('GET', `${TASKS}/${body.id}/attempts?cursor=-1`),
    );
    expect(refused.detail).toContain('cursor must be a whole number');
  });
});
