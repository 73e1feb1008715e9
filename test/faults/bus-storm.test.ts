import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { AT_ONCE_MS } from '../support/deadlines.js';
import {
  isTerminal,
  PROJECT_EVENTS,
  readEvents,
  statusesByTask,
  type StreamedEvent,
} from '../support/events.js';
import { query } from '../support/postgres.js';
import { itWithRedis, startRedis, type TestRedis } from '../support/redis.js';
import { NO_OP } from '../support/scripts.js';
import { type HostedServer, startServer } from '../support/server.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

/** Duration of a storm in s; `BUS_STORM_SECONDS` sets a longer one. The bus is broken during the second third. */
const SECONDS = Number(process.env['BUS_STORM_SECONDS'] ?? 3);
const RATE = Number(process.env['BUS_STORM_RATE'] ?? 10);
const THIRD = Math.ceil((SECONDS * RATE) / 3);
/** Pause between two cuts of the connections for PostgreSQL's notifications, in ms. */
const CUT_PAUSE_MS = Math.min(5_000, (SECONDS * 1000) / 6);

/** Statement that ends the connections through which servers notify each other. */
const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = 'metarun bus'`;

let redis: TestRedis;
beforeAll(async () => {
  redis = await startRedis();
});
afterAll(() => redis.kill());

interface Row {
  storm: string;
  tasks: number;
  lost: number;
  doubled: number;
  pickup_p99_before_ms: number;
  pickup_p99_meanwhile_ms: number;
  pickup_p99_after_ms: number;
}

/** Returns the status events of all tasks after this many tasks have ended. */
async function readAll(server: HostedServer, tasks: number): Promise<StreamedEvent[]> {
  const path = `${PROJECT_EVENTS}?types=status`;
  const ended = (events: StreamedEvent[]): boolean => events.filter(isTerminal).length >= tasks;
  return (await readEvents(server, path, ended, { 'Last-Event-ID': '0' })).events;
}

/** Creates tasks at a constant rate on the first of three servers; `during` runs in the second third of the time. */
async function storm(
  name: string,
  servers: HostedServer[],
  during: () => Promise<void>,
): Promise<Row> {
  const [server] = servers;
  if (server === undefined) throw new Error('there are no servers');
  const noop = await createMetaTask(server, 'typescript', NO_OP.typescript);
  await taskWhen(server, await createTask(server, noop), undefined, AT_ONCE_MS);
  const creating: Promise<string>[] = [];
  let breaking: Promise<void> = Promise.resolve();
  for (let n = 0; n < 3 * THIRD; n += 1) {
    if (n === THIRD) breaking = during();
    creating.push(createTask(server, noop));
    await delay(1000 / RATE);
  }
  await breaking;
  const ids = await Promise.all(creating);
  const pickups: number[] = [];
  let lost = 0;
  for (const id of ids) {
    const task = await taskWhen(server, id, undefined, AT_ONCE_MS);
    if (task.status !== 'success') lost += 1;
    pickups.push(Date.parse(String(task.started_at)) - Date.parse(String(task.run_at)));
  }
  const statuses = statusesByTask(await readAll(server, ids.length + 1));
  const doubled = ids.filter(
    (id) => statuses.get(id)?.filter((status) => status === 'running').length !== 1,
  ).length;
  const p99 = (from: number): number =>
    pickups.slice(from, from + THIRD).toSorted((a, b) => a - b)[Math.ceil(THIRD * 0.99) - 1] ?? -1;
  const row = {
    storm: name,
    tasks: ids.length,
    lost,
    doubled,
    pickup_p99_before_ms: p99(0),
    pickup_p99_meanwhile_ms: p99(THIRD),
    pickup_p99_after_ms: p99(2 * THIRD),
  };
  const file = process.env['TEST_BUS_STORMS'];
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(row)}\n`);
  return row;
}

async function threeServers(bus: string): Promise<HostedServer[]> {
  const first = await startServer({ METARUN_BUS: bus, METARUN_CONCURRENCY: '2' });
  return [first, await startServer(first.env), await startServer(first.env)];
}

async function stop(servers: HostedServer[]): Promise<void> {
  for (const server of servers.toReversed()) await server.stop();
}

async function healthIs(server: HostedServer, status: string): Promise<void> {
  const health = await until(
    `the health to be ${status}`,
    async () => {
      const answer = await server.call<{ status: string }>('GET', '/health/ready', { token: null });
      return answer.body.status === status && answer;
    },
    AT_ONCE_MS,
  );
  expect(health.status).toBe(200);
}

itWithRedis(
  'a Redis bus that is killed and restarted loses and doubles no task; servers are degraded meanwhile',
  async () => {
    const servers = await threeServers(redis.url);
    const row = await storm('a bus of Redis that is killed', servers, async () => {
      await redis.kill();
      for (const server of servers) await healthIs(server, 'degraded');
      await delay((SECONDS * 1000) / 3);
      await redis.start();
    });
    for (const server of servers) await healthIs(server, 'ok');
    expect(row).toMatchObject({ lost: 0, doubled: 0 });
    await stop(servers);
  },
);

it('notification connections that are cut again and again lose and double no task', async () => {
  const servers = await threeServers('postgres');
  const url = servers[0]?.env['METARUN_DATABASE_URL'] ?? '';
  const row = await storm('a bus of PostgreSQL that is cut', servers, async () => {
    for (let ms = 0; ms < (SECONDS * 1000) / 3; ms += CUT_PAUSE_MS) {
      await query(url, CUT);
      await delay(CUT_PAUSE_MS);
    }
  });
  for (const server of servers) await healthIs(server, 'ok');
  expect(row).toMatchObject({ lost: 0, doubled: 0 });
  await stop(servers);
});
