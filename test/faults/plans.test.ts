import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { withBody } from '../support/inline-script.js';
import { openDataSource, idOfCopy, makeLarge } from './plans/large-database.js';
import { askForAll, driveOnce, type Made } from './plans/product-drive.js';
import { type ScriptedModel, scriptedModel } from '../support/scripted-model.js';
import { MODULES, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { type Recorded, recordedIn, type Work, measureWork } from './plans/statement-work.js';
import { createTask, createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

declare const DATABASE: 'sqlite' | 'postgres';

/** Number of rows of each large table. */
const TASKS_COUNT = 40_000;
/**
 * Maximum work of a statement. Searches read about 4,000 rows at a time. On SQLite, an index of 40,000 tasks has at
 * least 800 pages.
 */
const MOST = DATABASE === 'postgres' ? 6_500 : 500;
/**
 * Matches statements with a higher limit: sums over the contents of workspaces, counts of unfinished tasks (up to
 * 10,000 per status), and figures by time (at most 31 days and 200,000 tasks).
 */
const COUNTS = /AS used_bytes|AS some_pending|AS bucket|attempt_queued_at AS wait/;
/** Parts of statements that must be recorded, or this test would have missed them. */
const EXPECTED = [
  "UPDATE tasks SET status = 'running'",
  'finished_at IS NOT NULL AND finished_at <',
  'FROM task_events e',
  'DELETE FROM task_events',
  'DELETE FROM tasks',
  // Drafts are excluded from other lists, and deleted after a day.
  'draft.draft = 1',
  'draft = 1 AND finished_at <',
  'parent_step_id IS NOT NULL AND finished_at IS NULL',
  'WITH RECURSIVE pool_script(name)',
  'SELECT pool, project_id, priority FROM level',
  'FROM schedules',
  'FROM approvals a',
  'FROM webhook_deliveries',
  'FROM file_versions',
  'FROM files',
  'DELETE FROM idempotency_keys',
  'LOWER(found_name) LIKE',
  'AND name',
  'AND error_code =',
  'AND created_by =',
  'task_type_version =',
  'rerun_of =',
  'INSERT INTO model_usage',
  'INSERT INTO model_months',
  `UPDATE model_calls SET state = 'lost'`,
  'DELETE FROM model_calls',
  'FROM model_calls c LEFT JOIN',
  // Sum over the calls of a task.
  'SUM(output_tokens) AS output_tokens',
  'FROM model_usage u',
  'FROM model_budgets WHERE',
];

let server: ServerProcess;
let folder: string;
let recorded: Recorded[];
let made: Made;
let model: ScriptedModel;
/** Id of a task that has called a model. */
let asked: string;

async function fill(source: DataSource): Promise<void> {
  const id = idOfCopy(source);
  const finished = `id = '${made.finished}'`;
  const spread = (column: string): string => `o.${column} - CAST(n AS bigint) * 60000`;
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
    {
      table: 'model_calls',
      where: `task_id = '${asked}'`,
      count: TASKS_COUNT,
      columns: { task_id: id, created_at: spread('created_at') },
    },
    // Calls from tests of providers, and from one task with many calls.
    {
      table: 'model_calls',
      where: `task_id = '${asked}'`,
      from: TASKS_COUNT + 1,
      count: TASKS_COUNT,
      columns: { task_id: 'NULL', created_at: spread('created_at') },
    },
    {
      table: 'model_calls',
      where: `task_id = '${asked}'`,
      from: 2 * TASKS_COUNT + 1,
      count: 1_000,
    },
    { table: 'model_usage', count: TASKS_COUNT, columns: { day: 'o.day - n' } },
    { table: 'model_months', count: TASKS_COUNT, columns: { month: `'month ' || n` } },
    { table: 'approvals', count: TASKS_COUNT, columns: { task_id: id, status: `'approved'` } },
    {
      table: 'webhook_deliveries',
      count: TASKS_COUNT,
      columns: { task_id: id, status: `'failed'`, event_seq: '100000 + n * 4' },
    },
    {
      table: 'files',
      where: `type = 'file'`,
      count: TASKS_COUNT,
      columns: {
        path: `'/d' || (n % 400) || '/' || n`,
        parent_path: `'/d' || (n % 400)`,
        name: 'CAST(n AS text)',
      },
    },
    {
      table: 'file_versions',
      count: TASKS_COUNT,
      columns: {
        file_id: id,
        path: `'/d' || (n % 400) || '/' || n`,
        ended_by: `'deleted'`,
      },
    },
  ]);
  await source.query(
    'UPDATE event_counters SET seq = (SELECT MAX(seq) FROM task_events e WHERE e.project_id = event_counters.project_id)',
  );
  await makeStatistics(source, 20);
  await source.query(`UPDATE webhooks SET cursor = (SELECT MAX(seq) FROM event_counters)`);
}

/** Sets the statistics of PostgreSQL to those of a project with `tasks` tasks that have many events. */
async function makeStatistics(source: DataSource, tasks: number): Promise<void> {
  if (DATABASE !== 'postgres') return;
  await source.query(`ALTER TABLE task_events ALTER COLUMN task_id SET (n_distinct = ${tasks})`);
  await source.query('ANALYZE task_events');
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metarun-plans-'));
  const file = join(folder, 'statements');
  model = await scriptedModel(() => 'fine');
  server = await startServerProcess(
    {
      METARUN_LEASE_SECONDS: '3',
      METARUN_NETWORK_RANGES: '127.0.0.1/32',
      NODE_OPTIONS: '--import=./test/faults/plans/record-statements.mjs',
      RECORD_STATEMENTS: file,
      ...model.env,
    },
    undefined,
    MODULES,
  );
  made = await driveOnce(server);
  asked = await askModel();
  await server.end('SIGTERM');
  const source = await openDataSource(server);
  await fill(source);
  await rm(file);
  await server.restart();
  await driveOnce(server);
  await cancelAndRetry();
  await readModels(await askModel());
  expect(await askForAll(server, made)).toEqual([]);
  // A deletion reads many tasks at once; each must still be found by an index.
  await makeStatistics(source, 3);
  await server.call('PATCH', '/projects/default/retention', {
    body: { tasks_days: 12, events_days: 8, logs_days: 5, file_versions_days: 1 },
  });
  await until(
    'retention to delete tasks',
    async () => (await readFile(file, 'utf8')).includes('DELETE FROM tasks'),
    300_000,
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${server.output.stderr.slice(-4_000)}`);
  });
  await server.end('SIGTERM');
  await makeStatistics(source, 20);
  await source.destroy();
  recorded = recordedIn(file);
});
afterAll(async () => {
  await server.stop();
  await model.stop();
  await rm(folder, { recursive: true, force: true });
});

async function askModel(): Promise<string> {
  const asks = await createMetaTask(
    server,
    'typescript',
    withBody('typescript', `return (await reporter.ai.generate('hello')).text;`),
  );
  const { id, status } = await taskWhen(server, await createTask(server, asks));
  expect(status).toBe('success');
  return id;
}

/** Requests everything that the API returns about models. */
async function readModels(id: string): Promise<void> {
  const last = '00000000-0000-7000-8000-000000000000';
  const today = new Date().toISOString().slice(0, 10);
  const yearAgo = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10);
  await server.call('PATCH', '/projects/default/model-budget', {
    body: { model_budget_tokens_month: 1_000_000_000 },
  });
  for (const path of [
    `${TASKS}/${id}`,
    `${TASKS}/${asked}`,
    `${TASKS}/${asked}/model-calls?limit=100`,
    `${TASKS}/${asked}/model-calls?limit=100&cursor=${last}`,
    ...['day', 'task_type', 'model', 'agent'].map(
      (by) => `/projects/default/model-usage?from=${yearAgo}&to=${today}&group_by=${by}`,
    ),
  ])
    expect((await server.call('GET', path)).status).toBe(200);
}

async function cancelAndRetry(): Promise<void> {
  const waits = await createMetaTask(
    server,
    'typescript',
    `export async function run() { await new Promise((done) => setTimeout(done, 60_000)); }`,
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

let measured: Promise<Work[]> | undefined;
/** Returns the work of the recorded statements, which is measured only once. */
function work(): Promise<Work[]> {
  return (measured ??= measureWork(server, recorded));
}

/** Part of a plan that reads only an index, without the rows of its table. */
const INDEX_ALONE = DATABASE === 'postgres' ? '"Index Only Scan"' : 'USING COVERING INDEX';

describe('statements on a large database', () => {
  it('searches for part of a task name read a covering index and never scan the table', async () => {
    const byName = (await work()).filter(({ sql }) => sql.includes('LOWER(found_name)'));
    const byIndex = byName.filter(({ sql }) => !sql.includes('status = '));
    expect(byIndex.length).toBeGreaterThan(1);
    for (const { plan } of byIndex) expect(plan).toContain(INDEX_ALONE);
    for (const { plan } of byName) expect(plan).not.toMatch(/Seq Scan|SCAN tasks(?! USING)/);
  });

  it('no statement on a large database examines more than its bound', async () => {
    const all = await work();
    expect(all.length).toBeGreaterThan(100);
    const texts = all.map(({ sql }) => sql);
    for (const part of EXPECTED) expect(texts).toContainEqual(expect.stringContaining(part));
    const over = all.filter(({ sql, amount }) => amount > MOST && !COUNTS.test(sql));
    expect(over.map(({ sql, amount, plan }) => `${amount}: ${sql}\n${plan}`)).toEqual([]);
  });
});
