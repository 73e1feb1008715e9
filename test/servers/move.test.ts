/** Tests `metarun move`: an installation moves from SQLite to PostgreSQL and back with all its data. */
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { APPROVALS, asking, ASKS, decide } from '../support/approvals.js';
import { metarun } from '../support/backups.js';
import { PROJECT_EVENTS, readEvents, type StreamedEvent } from '../support/events.js';
import { FilesClient } from '../support/files-client.js';
import { createDatabase } from '../support/postgres.js';
import { call, type HostedServer, startServer } from '../support/server.js';
import { sized } from '../support/size.js';
import { createMetaTask, createTask, readTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';

const MEMORIES = '/external/v1/projects/default/memories';
const STEPS = `
def run(params, reporter):
    reporter.log("gesch\\u00e4ftig")
    return [reporter.step("one", lambda: 1), reporter.secrets.get("PASSWORD")[:3]]
`;
/** Number of tasks with a later start time, more than a page of a list. */
const LATER = sized(1_000, 250);

let sqlite: HostedServer;
let database: { url: string; drop: () => Promise<void> };
beforeAll(async () => {
  database = await createDatabase();
  sqlite = await startServer({ METARUN_DATABASE_URL: '', METARUN_SHUTDOWN_SECONDS: '0' });
});
afterAll(async () => {
  await sqlite.stop();
  await database.drop();
});

/** Returns much of what a client can read of the project. */
async function shown(server: HostedServer): Promise<string[]> {
  const texts: string[] = [];
  for (const path of [
    `${TASKS}?limit=200`,
    `${TASKS}?limit=200&offset=${LATER - 100}`,
    APPROVALS,
    `${MEMORIES}?limit=50`,
    '/projects/default/task-types/',
    '/projects/default/members',
  ]) {
    const { status, text } = await server.call('GET', path);
    expect([path, status]).toEqual([path, 200]);
    texts.push(text);
  }
  return texts;
}

async function move(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await metarun(sqlite.env, 'move', ...args, '--json');
  if (code !== 0) throw new Error(`move ${args[0]}: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Record<string, unknown>;
}

async function refusal(...args: string[]): Promise<string> {
  const { code, stderr } = await metarun(sqlite.env, 'move', ...args);
  expect(code).toBeGreaterThan(0);
  return stderr;
}

it('an installation keeps its data when it moves to PostgreSQL and back to SQLite', async () => {
  await sqlite.call('PUT', '/projects/default/secrets/PASSWORD', { body: { value: 'secret' } });
  const withSteps = await createMetaTask(sqlite, 'python', STEPS);
  const ended = await createTask(sqlite, withSteps);
  await taskWhen(sqlite, ended);
  const { id: asks, approval } = await asking(sqlite, 'typescript', ASKS.typescript('"Publish?"'));
  const links = `${APPROVALS}/${approval.id}/links`;
  const { body: link } = await sqlite.call<{ url: string }>('POST', links, {
    body: { name: 'Ada' },
  });
  const files = new FilesClient(sqlite, sqlite.apiKey);
  await files.put('/notes.md', 'Elderberries of the first text.');
  const fact = { text: 'Ada prefers quinces', kind: 'fact', scope: 'project' };
  expect((await sqlite.call('POST', MEMORIES, { body: fact })).status).toBe(201);
  const soon = new Date(Date.now() + 7 * 24 * 3_600_000).toISOString();
  const tasks = Array.from({ length: LATER }, (_, n) => ({
    task_type_identifier: withSteps,
    params: { n, text: 'Ünï\u2028' },
    run_at: soon,
  }));
  expect((await sqlite.call('POST', `${TASKS}/batch`, { body: { tasks } })).status).toBe(201);
  expect(await refusal('--to', database.url)).toContain('Stop it');
  const before = await shown(sqlite);
  const start = { 'Last-Event-ID': '0' };
  const isWaiting = (all: StreamedEvent[]): boolean =>
    all.some(({ data }) => data.task_id === asks && data.status === 'waiting');
  const { events } = await readEvents(sqlite, PROJECT_EVENTS, isWaiting, start);
  expect(isWaiting(events)).toBe(true);
  await sqlite.close();

  expect(await refusal()).toContain('--to or --from');
  expect(await refusal('--to', 'mysql://x')).toContain('PostgreSQL');
  const dry = await move('--to', database.url, '--dry-run');
  expect(dry).toMatchObject({ ok: true, dry_run: true });
  const moved = await move('--to', database.url);
  expect(moved).toMatchObject({ ok: true, dry_run: false });
  expect(moved['tables']).toContainEqual({
    table: 'tasks',
    rows: LATER + 2,
    checksum: expect.stringMatching(/^[0-9a-f]{30}$/),
  });
  expect(JSON.stringify(moved)).not.toContain(new URL(database.url).password || '\n');
  expect(await refusal('--to', database.url)).toContain('is not empty');

  const postgres = await startServer({ ...sqlite.env, METARUN_DATABASE_URL: database.url });
  expect(await shown(postgres)).toEqual(before);
  const isAsLong = (all: StreamedEvent[]): boolean => all.length >= events.length;
  const same = await readEvents(postgres, PROJECT_EVENTS, isAsLong, start);
  expect(same.events.slice(0, events.length)).toEqual(events);
  const copied = new FilesClient(postgres, postgres.apiKey);
  expect(await (await copied.raw('/notes.md')).text()).toContain('Elderberries');
  await until('the index', async () => (await copied.foundPaths('elderberries')).length > 0);
  const found = await postgres.call<unknown[]>('GET', `${MEMORIES}?q=quinces`);
  expect(found.body).toHaveLength(1);
  const address = `${postgres.url}${new URL(link.url).pathname}`;
  expect((await call(address, 'GET', '', { token: null })).status).toBe(200);
  const again = await createTask(postgres, withSteps);
  expect(await taskWhen(postgres, again)).toMatchObject({ status: 'success', result: [1, 'sec'] });
  const after = await shown(postgres);
  expect(await refusal('--from', database.url)).toContain('metarun.db already exists');
  const file = join(sqlite.dataDir, 'metarun.db');
  renameSync(file, `${file}.old`);
  expect(await refusal('--from', database.url)).toContain('Servers work on the database');
  await postgres.close();

  const back = await move('--from', database.url);
  const unchanged = ['approval_links', 'approvals', 'memories', 'projects', 'task_type_versions'];
  const sums = ({ tables }: Record<string, unknown>): unknown[] =>
    (tables as { table: string }[]).filter(({ table }) => unchanged.includes(table));
  expect(sums(back)).toHaveLength(unchanged.length);
  expect(sums(back)).toEqual(sums(moved));
  expect(existsSync(`${file}.unfinished`)).toBe(false);
  await sqlite.reopen();
  expect(await shown(sqlite)).toEqual(after);
  const { status } = await decide(sqlite, approval.id, {
    decision: 'approve',
    hash: approval.hash,
  });
  expect(status).toBe(200);
  expect(await taskWhen(sqlite, asks)).toMatchObject({ status: 'success' });
  expect((await readTask(sqlite, ended)).body.result).toEqual([1, 'sec']);
});
