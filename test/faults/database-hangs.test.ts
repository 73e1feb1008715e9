import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AT_ONCE_MS, WAITED_MS } from '../support/deadlines.js';
import { connectTo } from '../support/postgres.js';
import { NO_OP } from '../support/scripts.js';
import { type Answer, type HostedServer, startServer } from '../support/server.js';
import { FlakyConnection } from '../support/flaky-connection.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const REQUESTS = 40;

let home: HostedServer;
beforeAll(async () => {
  home = await startServer({ METARUN_DATABASE_TIMEOUT_SECONDS: '1' });
});
afterAll(() => home.stop());

function expectUnavailable({ status, headers, body }: Answer): void {
  expect([status, body]).toEqual([503, expect.objectContaining({ code: 'unavailable' })]);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
}

describe('a database that takes too long', () => {
  it('a request that waits for a database lock is answered 503 with Retry-After', async () => {
    const client = await connectTo(home.env['METARUN_DATABASE_URL'] ?? '');
    await client.query('BEGIN');
    await client.query('LOCK TABLE projects IN ACCESS EXCLUSIVE MODE');
    expectUnavailable(await home.call('GET', '/projects'));
    await client.query('ROLLBACK');
    await client.end();
    expect((await home.call('GET', '/projects')).status).toBe(200);
  });
});

describe('a database that stands still', () => {
  let proxy: FlakyConnection;
  let server: HostedServer;
  let noop = '';
  beforeAll(async () => {
    proxy = await FlakyConnection.open(() => home.env['METARUN_DATABASE_URL'] ?? '');
    server = await startServer({
      ...home.env,
      METARUN_DATABASE_URL: proxy.url,
      // Long enough that this timeout ends nothing in these tests.
      METARUN_DATABASE_TIMEOUT_SECONDS: String(Math.ceil((2 * WAITED_MS) / 1000)),
    });
    noop = await createMetaTask(server, 'typescript', NO_OP.typescript);
  });
  afterAll(async () => {
    await server.close();
    await proxy.close();
  });

  it('every request is answered 503 while the database stalls, and service resumes once it recovers', async () => {
    proxy.stall(true);
    try {
      const signal = AbortSignal.timeout(AT_ONCE_MS);
      const body = { task_type_identifier: noop, params: {} };
      const ready = server.call<{ status: string }>('GET', '/health/ready', { signal });
      const answers = await Promise.all(
        Array.from({ length: REQUESTS }, (_, n) =>
          n % 2 === 0
            ? server.call('GET', TASKS, { signal })
            : server.call('POST', TASKS, { signal, body }),
        ),
      );
      for (const answer of answers) expectUnavailable(answer);
      const { status, body: health } = await ready;
      expect([status, health.status]).toEqual([503, 'error']);
      // Later requests do not wait either.
      expectUnavailable(await server.call('GET', TASKS, { signal }));
    } finally {
      proxy.stall(false);
    }
    await until(
      'the server to be ready again',
      async () => (await server.call('GET', '/health/ready')).status === 200,
      AT_ONCE_MS,
    );
    const id = await createTask(server, noop);
    expect((await taskWhen(server, id, undefined, AT_ONCE_MS)).status).toBe('success');
  });
});
