import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { refusedStart } from '../support/cli.js';
import { waitForApproval, decide } from '../support/approvals.js';
import { deafProxy } from '../support/deaf-proxy.js';
import { AT_ONCE_MS } from '../support/deadlines.js';
import { isTerminal, PROJECT_EVENTS, readEvents, type StreamedEvent } from '../support/events.js';
import { query } from '../support/postgres.js';
import { withBody } from '../support/inline-script.js';
import { NO_OP } from '../support/scripts.js';
import { type HostedServer, startServer } from '../support/server.js';
import { type ServerProcess, startServerProcess } from '../support/server-process.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, createTasks, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Long enough that no effect here comes from the sweep, which runs three times per lease. */
const LEASE_SECONDS = '300';

const LOOP = `export async function run(params: unknown, reporter) {
  reporter.setPhase('Loop');
  for (;;);
}
`;
const SLEEP =
  'export const run = () => new Promise((resolve) => setTimeout(resolve, 3_600_000));\n';
const ASKS = withBody(
  'typescript',
  `const { comment } = await reporter.askApproval("May it?");
   const data = await reporter.waitForEvent("go");
   const child = await reporter.runTask(params.child, {});
   return [comment, data, child];`,
);

/** Statement that ends the connections through which servers notify each other. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'metarun bus'`;

/** Pause between two cuts in ms: enough to reconnect and exchange some messages. */
const CUT_PAUSE_MS = 200;

interface Health {
  status: string;
  details: { bus: { kind: string; servers: number; message?: string } };
}

async function loadHealth(
  server: ServerProcess | HostedServer,
): Promise<Health & { http: number }> {
  const { status, body } = await server.call<Health>('GET', '/health/ready');
  return { ...body, http: status };
}

if (DATABASE === 'sqlite')
  it('a server on SQLite reports an in-memory bus and no other server', async () => {
    const { body } = await (await sharedServer()).call<Health>('GET', '/health/ready');
    expect([body.status, body.details.bus]).toEqual([
      'ok',
      { status: 'up', kind: 'memory', servers: 1 },
    ]);
  });
else
  describe('two servers on one PostgreSQL', () => {
    let first: ServerProcess;
    let second: HostedServer;
    let noop = '';
    beforeAll(async () => {
      const settings = { METARUN_LEASE_SECONDS: LEASE_SECONDS, METARUN_SHUTDOWN_SECONDS: '0' };
      first = await startServerProcess({ ...settings, METARUN_CONCURRENCY: '1' });
      // The first server's only slot is taken before the second starts, so all later tasks run on the second.
      const sleeps = await createTask(first, await createMetaTask(first, 'typescript', SLEEP));
      await taskWhen(first, sleeps, ({ status }) => status === 'running', AT_ONCE_MS);
      second = await startServer({ ...first.env, METARUN_CONCURRENCY: '4' });
      noop = await createMetaTask(first, 'typescript', NO_OP.typescript);
    });
    afterAll(async () => {
      await second.close();
      await first.stop();
    });

    it('two servers on one database know of each other', async () => {
      for (const server of [first, second])
        await until(
          'both to know',
          async () => (await loadHealth(server)).details.bus.servers === 2,
          AT_ONCE_MS,
        );
      expect(await loadHealth(first)).toMatchObject({
        status: 'ok',
        details: { bus: { kind: 'postgres' } },
      });
    });

    it('a task runs where a slot is free, and both servers stream the same events', async () => {
      const ends = (events: StreamedEvent[]): boolean => events.filter(isTerminal).length === 3;
      const path = PROJECT_EVENTS;
      const [atFirst, atSecond] = await Promise.all([
        readEvents(first, path, ends, { 'Last-Event-ID': '0' }),
        readEvents(second, path, ends, { 'Last-Event-ID': '0' }),
        (async () => {
          for (const server of [first, second, first]) {
            const id = await createTask(server, noop);
            const { body } = await first.call('POST', `${TASKS}/${id}/wait?timeout=60`);
            expect(body).toMatchObject({ status: 'success' });
          }
        })(),
      ]);
      expect(atFirst.events).toEqual(atSecond.events);
      expect(atFirst.events.map(({ id }) => id)).toEqual(atFirst.events.map((_, n) => n + 1));
    });

    it('a task that loops on one server is cancelled through another', async () => {
      const id = await createTask(first, await createMetaTask(first, 'typescript', LOOP));
      await taskWhen(first, id, (task) => task.current_phase === 'Loop', AT_ONCE_MS);
      expect((await first.call('POST', `${TASKS}/${id}/cancel`)).status).toBe(200);
      const ended = await taskWhen(first, id, undefined, AT_ONCE_MS);
      expect(ended).toMatchObject({ status: 'cancelled', error_code: 'cancelled' });
    });

    it('a task resumes after a decision and an event sent to another server, and after its child ends', async () => {
      const identifier = await createMetaTask(first, 'typescript', ASKS);
      const id = await createTask(first, identifier, { child: noop });
      const approval = await waitForApproval(first, id);
      const answer = await decide(first, approval.id, { decision: 'approve', comment: 'yes' });
      expect(answer.status).toBe(200);
      const sent = await first.call('POST', `${TASKS}/${id}/events/go`, { body: { payload: 5 } });
      expect(sent.status).toBe(200);
      expect(await taskWhen(first, id, undefined, AT_ONCE_MS)).toMatchObject({
        status: 'success',
        result: ['yes', 5, null],
      });
    });

    it('message connections between servers that are cut again and again lose no task', async () => {
      const cutting = new AbortController();
      const cuts = (async () => {
        while (!cutting.signal.aborted) {
          await query(first.env['METARUN_DATABASE_URL'] ?? '', CUT);
          await delay(CUT_PAUSE_MS);
        }
      })();
      const ids = await createTasks(first, [noop], 40);
      for (const id of ids)
        expect((await taskWhen(first, id, undefined, AT_ONCE_MS)).status).toBe('success');
      cutting.abort();
      await cuts;
      for (const server of [first, second])
        await until(
          'the bus to be back',
          async () => (await loadHealth(server)).status === 'ok',
          AT_ONCE_MS,
        );
    });

    it('servers that cannot notify each other keep running tasks and report a degraded state', async () => {
      const url = new URL(first.env['METARUN_DATABASE_URL'] ?? '');
      const name = url.pathname.slice(1);
      const admin = process.env['TEST_POSTGRES_URL'] ?? '';
      // Existing connections stay open.
      await query(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      try {
        await query(admin, CUT.replace('current_database()', `'${name}'`));
        const found = await until(
          'the first to notice',
          async () => {
            const health = await loadHealth(first);
            return health.status === 'degraded' ? health : undefined;
          },
          AT_ONCE_MS,
        );
        expect([found.http, found.details.bus.message]).toEqual([
          200,
          expect.stringContaining('cannot notify each other'),
        ]);
        const stranger = await first.call('GET', '/health/ready', { token: null });
        expect(stranger.body).toEqual({ status: 'degraded' });
        const id = await createTask(first, noop);
        expect((await taskWhen(first, id, undefined, AT_ONCE_MS)).status).toBe('success');
        const loops = await createTask(first, await createMetaTask(first, 'typescript', LOOP));
        await taskWhen(first, loops, (task) => task.current_phase === 'Loop', AT_ONCE_MS);
        await first.call('POST', `${TASKS}/${loops}/cancel`);
        expect((await taskWhen(first, loops, undefined, AT_ONCE_MS)).status).toBe('cancelled');
      } finally {
        await query(admin, `ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      }
      await until(
        'the bus to be back',
        async () => (await loadHealth(first)).status === 'ok',
        AT_ONCE_MS,
      );
    });

    it('a server behind a pooler is refused without METARUN_DATABASE_DIRECT_URL and starts with it', async () => {
      const direct = first.env['METARUN_DATABASE_URL'] ?? '';
      const proxy = await deafProxy(direct);
      const behind = { ...first.env, METARUN_DATABASE_URL: proxy.url };
      const refused = await refusedStart(behind);
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringContaining('Set METARUN_DATABASE_DIRECT_URL to the address of PostgreSQL'),
      ]);
      const third = await startServer({ ...behind, METARUN_DATABASE_DIRECT_URL: direct });
      expect((await loadHealth(third)).details.bus.kind).toBe('postgres');
      await third.close();
      await proxy.close();
    });

    // This test kills the first server.
    it('an event stream continues on the other server after a kill, without a gap or a repetition', async () => {
      const before = await readEvents(first, PROJECT_EVENTS, (events) => events.length >= 20, {
        'Last-Event-ID': '0',
      });
      await first.end('SIGKILL');
      const last = before.events.at(-1)?.id ?? 0;
      const [after] = await Promise.all([
        readEvents(second, PROJECT_EVENTS, (events) => events.length >= 20, {
          'Last-Event-ID': String(last),
        }),
        createTasks(second, [noop], 8),
      ]);
      const ids = [...before.events, ...after.events].map(({ id }) => id);
      expect(ids).toEqual(ids.map((_, n) => n + 1));
    });
  });
