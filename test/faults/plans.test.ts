import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Sqlite from 'better-sqlite3';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import { dataSourceOf, idOfCopy, makeLarge } from '../support/large-database.js';
import { askForAll, driveOnce, type Made } from '../support/product-drive.js';
import { MODULES, startServer, type TestServer } from '../support/server.js';
import { createTask, createTaskType, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

const TASKS_COUNT = 20_000;

interface Recorded {
  sql: string;
  values: (string | number | boolean | null)[];
}

let server: TestServer;
let folder: string;
let recorded: Recorded[];
let made: Made;

async function fill(source: DataSource): Promise<void> {
  const id = idOfCopy(source);
  const finished = `id = '${made.finished}'`;
  const spread = (column: string): string => `o.${column} - n * 60000`;
  const times = ['created_at', 'run_at', 'started_at', 'finished_at'];
  const older = Object.fromEntries(times.map((time) => [time, spread(time)]));
  const type = { task_type: `'type-' || (n % 10)` };
  await makeLarge(source, [
    { table: 'tasks', where: finished, count: TASKS_COUNT, columns: { ...older, ...type } },
    {
      table: 'tasks',
      where: finished,
      from: TASKS_COUNT + 1,
      count: 5_000,
      columns: { ...older, schedule_id: `'${made.schedule}'`, status: `'failed'` },
    },
    {
      table: 'tasks',
      where: finished,
      from: TASKS_COUNT + 5_001,
      count: 5_000,
      columns: { status: `'pending'`, run_at: `o.run_at + 31536000000`, finished_at: 'NULL' },
    },
    {
      table: 'tasks',
      where: `id = '${made.asking}'`,
      from: TASKS_COUNT + 10_001,
      count: 5_000,
    },
    ...[0, 1, 2, 3].map((k) => ({
      table: 'task_events',
      where: `task_id = '${made.finished}' AND type = '${k === 0 ? 'log' : 'status'}'`,
      count: TASKS_COUNT,
      columns: { seq: `100000 + n * 4 + ${k}`, task_id: id },
    })),
    {
      table: 'task_steps',
      where: `task_id = '${made.finished}'`,
      count: TASKS_COUNT,
      columns: { task_id: id },
    },
    { table: 'approvals', count: TASKS_COUNT, columns: { task_id: id, status: `'approved'` } },
    {
      table: 'webhook_deliveries',
      count: TASKS_COUNT,
      columns: { task_id: id, status: `'failed'`, event_seq: '100000 + n * 4' },
    },
    { table: 'files', where: `type = 'file'`, count: TASKS_COUNT },
    { table: 'file_versions', count: TASKS_COUNT, columns: { file_id: id } },
  ]);
  await source.query(
    'UPDATE event_counters SET seq = (SELECT MAX(seq) FROM task_events e WHERE e.project_id = event_counters.project_id)',
  );
  await source.query(`UPDATE webhooks SET cursor = (SELECT MAX(seq) FROM event_counters)`);
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metarun-plans-'));
  const file = join(folder, 'statements');
  server = await startServer(
    {
      METARUN_LEASE_SECONDS: '3',
      NODE_OPTIONS: '--import=./test/support/record-statements.mjs',
      RECORD_STATEMENTS: file,
    },
    undefined,
    MODULES,
  );
  made = await driveOnce(server);
  await server.end('SIGTERM');
  const source = await dataSourceOf(server);
  await fill(source);
  await source.destroy();
  await rm(file);
  await server.restart();
  await driveOnce(server);
  await cancelAndRetry();
  expect(await askForAll(server, made)).toEqual([]);
  await server.call('PATCH', '/projects/default/retention', {
    body: { tasks_days: 12, events_days: 8, logs_days: 5, file_versions_days: 1 },
  });
  await until('retention to begin', async () =>
    (await readFile(file, 'utf8')).includes('DELETE FROM task_events'),
  );
  await server.end('SIGTERM');
  recorded = readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Recorded);
}, 240_000);
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

async function cancelAndRetry(): Promise<void> {
  const waits = await createTaskType(
    server,
    'typescript',
    `export async function run() { await new Promise(() => undefined); }`,
    { timeout_seconds: 60 },
  );
  const id = await createTask(server, waits);
  await taskWhen(server, id, (task) => task.status === 'running');
  await server.call('POST', `${TASKS}/${id}/cancel`);
  await taskWhen(server, id);
  await server.call('POST', `${TASKS}/${id}/retry`);
  await server.call('POST', `${TASKS}/${id}/cancel`);
  await taskWhen(server, id);
}

/** What each statement reads of the database, in pages, by statement. */
async function pagesRead(): Promise<Map<string, { pages: number; plan: string }>> {
  return DATABASE === 'postgres' ? onPostgres() : onSqlite();
}

function onSqlite(): Map<string, { pages: number; plan: string }> {
  const database = new Sqlite(join(server.dataDir, 'metarun.db'));
  // Hardly anything is kept: each page that a statement looks at is read from the file.
  database.pragma('cache_size = 10');
  const reads = (): number =>
    Number(/^syscr: (\d+)$/m.exec(readFileSync('/proc/thread-self/io', 'utf8'))?.[1]);
  const found = new Map<string, { pages: number; plan: string }>();
  for (const { sql, values } of recorded) {
    if (!/^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(sql)) continue;
    const bound = values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    database.exec('BEGIN');
    try {
      const statement = database.prepare(sql);
      const before = reads();
      if (statement.reader) statement.all(bound);
      else statement.run(bound);
      const pages = reads() - before;
      if (pages <= (found.get(sql)?.pages ?? -1)) continue;
      const plan = database.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(bound) as { detail: string }[];
      found.set(sql, { pages, plan: plan.map(({ detail }) => detail).join('\n') });
    } catch (error) {
      if (!/constraint/i.test(String(error))) throw error;
    } finally {
      database.exec('ROLLBACK');
    }
  }
  database.close();
  return found;
}

async function onPostgres(): Promise<Map<string, { pages: number; plan: string }>> {
  const client = new pg.Client(server.env['METARUN_DATABASE_URL'] ?? '');
  await client.connect();
  const found = new Map<string, { pages: number; plan: string }>();
  for (const { sql, values } of recorded) {
    if (!/^\s*(SELECT|WITH|UPDATE|DELETE|INSERT)/i.test(sql)) continue;
    await client.query('BEGIN');
    try {
      const explained = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (ANALYZE, BUFFERS, COSTS OFF) ${sql}`,
        values,
      );
      const lines = explained.rows.map((row) => row['QUERY PLAN']);
      const buffers = lines.find((line) => /Buffers: /.test(line)) ?? '';
      const pages = [...buffers.matchAll(/(?:hit|read)=(\d+)/g)].reduce(
        (sum, [, count]) => sum + Number(count),
        0,
      );
      if (pages > (found.get(sql)?.pages ?? -1)) found.set(sql, { pages, plan: lines.join('\n') });
    } catch (error) {
      if (!/duplicate key|constraint/i.test(String(error))) throw error;
    } finally {
      await client.query('ROLLBACK');
    }
  }
  await client.end();
  return found;
}

describe('statements on a large database', () => {
  it('read few pages of it', async () => {
    const found = [...(await pagesRead())].toSorted(([, one], [, other]) => other.pages - one.pages);
    for (const [sql, { pages, plan }] of found.slice(0, 45))
      process.stderr.write(`\n=== ${pages}\n${sql}\n${plan}\n`);
    process.stderr.write(found.map(([, { pages }]) => pages).join(' '));
    expect(found.length).toBeGreaterThan(100);
  });
});
