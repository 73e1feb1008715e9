/** Tests grouped claims and ends of runs on PostgreSQL, and failures within a group. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '../../src/base/kernel/ids.js';
import type { Database, Transaction } from '../../src/platform/database/database.js';
import { WriteGroups } from '../../src/platform/database/write-groups.js';
import { claimDue, type ClaimRequest } from '../../src/workflow/engine/operations/claim.js';
import { type RunEnd } from '../../src/workflow/engine/operations/settle.js';
import { settleSoon } from '../../src/workflow/engine/operations/settle-soon.js';
import { unblock } from '../../src/workflow/engine/operations/slots.js';
import type { RunKey } from '../../src/workflow/engine/runs/run-key.js';
import { TaskEntity } from '../../src/workflow/engine/state/task.entity.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';
import { EngineRows, PROJECT } from '../support/engine/engine-rows.js';

declare const DATABASE: 'sqlite' | 'postgres';

const NOTHING = { phase: null, phaseSince: null, progress: null, events: [], records: [] };
const SUCCESS: RunEnd = { kind: 'success', result: { text: 'é "quoted" \\ 😀' } };

let empty: EmptyDatabase;
/** Two servers on one database. On SQLite both share one connection, as only one process may open the file. */
let servers: [EngineRows, EngineRows];
/** Numbers of failed group transactions, and of task rows read one after the other. */
let failed = 0;
let readInOrder = 0;

beforeAll(async () => {
  empty = await migratedDatabase();
  const one = new EngineRows();
  const other = new EngineRows();
  const sqlite = DATABASE === 'sqlite' ? await empty.open() : null;
  for (const server of [one, other]) await server.open(sqlite ?? (await openPostgres()));
  servers = [one, other];
});
beforeEach(() => servers[0].clear());
afterAll(() => empty.remove());

async function openPostgres(): Promise<Database> {
  const database = await empty.open();
  database.groups = new WriteGroups(watched(database));
  return database;
}

function watched(database: Database): Pick<Database, 'write'> {
  const count = async (transaction: Transaction): Promise<number> => {
    const sql = `SELECT seq_tup_read::int AS rows FROM pg_stat_xact_user_tables WHERE relname = 'tasks'`;
    const [found] = await transaction.query<{ rows: number }>(sql);
    return found?.rows ?? 0;
  };
  return {
    write: async (work) => {
      try {
        return await database.write(async (transaction) => {
          const before = await count(transaction);
          const result = await work(transaction);
          readInOrder += (await count(transaction)) - before;
          return result;
        });
      } catch (error) {
        failed += 1;
        throw error;
      }
    },
  };
}

/** Claims due tasks, one by default, with `claims` concurrent claims. */
async function claimOn(
  server: EngineRows,
  { claims = 1, ...request }: Partial<ClaimRequest> & { claims?: number } = {},
): Promise<TaskEntity[]> {
  const usual = { lane: 'script', projectId: PROJECT, pools: [''], count: 1 } as const;
  const worker = { id: newId(), sandboxLevel: 3 };
  const claimed = await Promise.all(
    Array.from({ length: claims }, () =>
      claimDue(server.transitions, { ...usual, ...request }, worker),
    ),
  );
  return claimed.flat();
}

async function addTasks(count: number, given: Partial<TaskEntity> = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let added = 0; added < count; added += 1) ids.push(await servers[0].addTask(given));
  return ids;
}

function toRunKey(row: TaskEntity | null | undefined): RunKey {
  if (!row) throw new Error('the task was not claimed');
  const { id: taskId, attempt, fence } = row;
  return { projectId: PROJECT, taskId, attempt, fence };
}

function byTask(one: { task_id: string }, other: { task_id: string }): number {
  return one.task_id < other.task_id ? -1 : 1;
}

function end(
  server: EngineRows,
  run: RunKey,
  outcome: RunEnd,
  parentId: string | null = null,
): Promise<TaskEntity | null> {
  return settleSoon(server.transitions, { parent_id: parentId }, run, outcome, null, NOTHING);
}

it('grouped runs each get their own end, and one that cannot be stored affects none of the others', async () => {
  const [server] = servers;
  const ids = await addTasks(6);
  const rows = await claimOn(server, { claims: 6 });
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  const runs = rows.map(toRunKey);
  const [first, second, third, fourth, fifth, sixth] = runs;
  if (!first || !second || !third || !fourth || !fifth || !sixth) throw new Error('no runs');
  // One run has a waiting step, one was taken over by another server.
  const stepId = await server.addStep(fourth.taskId);
  const failure = { kind: 'failed', code: 'script_error', stack: null } as const;
  const poison = DATABASE === 'postgres' ? 'no text \u0000 of PostgreSQL' : 'It broke.';
  const ends = await Promise.allSettled([
    end(server, first, SUCCESS),
    end(server, second, { ...failure, message: poison }),
    end(server, third, { ...failure, message: 'It broke: é "quoted" 😀' }),
    end(server, fourth, SUCCESS),
    end(server, { ...fifth, fence: fifth.fence + 1 }, SUCCESS),
    end(server, sixth, SUCCESS),
  ]);
  const stored = DATABASE === 'postgres' ? 'rejected' : 'fulfilled';
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    stored,
    ...Array.from({ length: 4 }, () => 'fulfilled'),
  ]);
  expect(ends[4]).toMatchObject({ value: null });
  expect(await server.task(first.taskId)).toMatchObject({
    status: 'success',
    progress: 100,
    result: JSON.stringify(SUCCESS.result),
    worker_id: null,
  });
  expect(await server.task(third.taskId)).toMatchObject({
    status: 'failed',
    error_message: 'It broke: é "quoted" 😀',
  });
  expect(await server.task(fifth.taskId)).toMatchObject({ status: 'running' });
  expect(await server.step(stepId)).toMatchObject({ status: 'cancelled' });
  for (const { taskId } of [first, fourth, sixth])
    expect(await server.statuses(taskId)).toEqual(['running', 'success']);
  // The numbers have no gaps, whichever server wrote the events.
  const events = await server.events.read({ projectId: PROJECT, after: 0, limit: 1_000 });
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1));
});

if (DATABASE === 'postgres')
  describe('two servers that claim at the same time', () => {
    it('two servers that claim at the same time run each task once', async () => {
      await addTasks(40);
      const claimed = await Promise.all(
        servers.map((server) => claimOn(server, { claims: 25, count: 2 })),
      );
      const ids = claimed.flat().map(({ id }) => id);
      expect([ids.length, new Set(ids).size]).toEqual([40, 40]);
      expect(await claimOn(servers[1])).toEqual([]);
      for (const id of ids)
        expect(await servers[0].task(id)).toMatchObject({
          status: 'running',
          fence: 1,
          attempt: 1,
        });
    });

    it('a claim takes due tasks only of the project, lane and pools that it asks for', async () => {
      const unlike: Partial<TaskEntity>[] = [
        { project_id: newId() },
        { lane: 'agent' },
        { pool: 'gpu' },
        { parked: 1, slot_key: newId() },
        { deadline_at: 1 },
        { run_at: Date.now() + 3_600_000 },
        { status: 'success' },
      ];
      for (const given of unlike) await addTasks(1, given);
      expect(await claimOn(servers[0], { count: 10 })).toEqual([]);
      const [low, high] = [...(await addTasks(1)), ...(await addTasks(1, { priority: 5 }))];
      const [gpu] = await addTasks(1, { pool: 'gpu', priority: 7 });
      const rows = await claimOn(servers[0], { count: 10, pools: ['', 'gpu eu', 'gpu'] });
      expect(rows.slice(0, 2).map(({ id }) => id)).toEqual([gpu, high]);
      expect(rows).toHaveLength(4);
      expect(rows.map(({ id }) => id)).toContain(low);
    });

    it('grouped claims take no more tasks than a limit has slots, each with a slot of its own', async () => {
      const [server] = servers;
      const { id: key } = await server.addType({ concurrency_limit: 12 });
      await addTasks(30, { slot_key: key });
      const claimAll = async (): Promise<TaskEntity[]> =>
        (await Promise.all(servers.map((one) => claimOn(one, { claims: 15, count: 2 })))).flat();
      const first = await claimAll();
      expect(first).toHaveLength(12);
      expect(await claimAll()).toEqual([]);
      const held =
        'SELECT task_id, fence FROM concurrency_slots WHERE task_id IS NOT NULL ORDER BY task_id';
      expect(await server.database.query(held)).toEqual(
        first.map(({ id, fence }) => ({ task_id: id, fence })).toSorted(byTask),
      );
      const ended = first.slice(0, 5);
      await Promise.all(ended.map((row) => end(server, toRunKey(row), SUCCESS)));
      // The slots are free, so blocked tasks may be claimed.
      expect(await unblock(server.database, key)).toHaveLength(5);
      expect(await claimAll()).toHaveLength(5);
      expect(await server.database.query(held)).toHaveLength(12);
    });

    it('a grouped claim skips a row that another transaction holds', async () => {
      const [server, other] = servers;
      const [held] = await addTasks(1, { priority: 1 });
      const [free] = await addTasks(1);
      await other.database.write(async (transaction) => {
        await transaction.query('SELECT 1 FROM tasks WHERE id = ? FOR UPDATE', [held ?? '']);
        const rows = await claimOn(server, { claims: 2 });
        expect(rows.map(({ id }) => id)).toEqual([free]);
      });
      expect((await claimOn(server)).map(({ id }) => id)).toEqual([held]);
    });

    it('grouped claims and ends find tasks by an index even in a table without statistics', async () => {
      // Other connections may keep plans made for an empty table for a second.
      const server = new EngineRows();
      await server.open(await openPostgres());
      const [ended = ''] = await addTasks(1, { status: 'success' });
      const { columns } = server.database.read.connection.getMetadata(TaskEntity);
      const others = columns.map(({ databaseName: name }) => name).filter((name) => name !== 'id');
      await server.database.execute(
        `INSERT INTO tasks (id, ${others.join(', ')})
         SELECT id || n, ${others.join(', ')} FROM tasks, generate_series(1, 3000) AS n WHERE id = ?`,
        [ended],
      );
      await addTasks(4);
      readInOrder = 0;
      const rows = await claimOn(server, { claims: 4 });
      expect(rows).toHaveLength(4);
      await Promise.all(rows.map((row) => end(server, toRunKey(row), SUCCESS)));
      expect(readInOrder).toBe(0);
    });

    it('grouped claims and ends still succeed after a later release adds a column', async () => {
      const [server] = servers;
      const runOne = async (): Promise<void> => {
        await addTasks(1);
        const [row] = await claimOn(server);
        expect((await end(server, toRunKey(row), SUCCESS))?.status).toBe('success');
      };
      await runOne();
      failed = 0;
      await server.database.execute('ALTER TABLE tasks ADD COLUMN of_a_later_release text');
      for (let count = 0; count < 3; count += 1) await runOne();
      expect(failed).toBe(0);
    });
  });

it('children of one parent that end at the same time resume it only after the last', async () => {
  const [server] = servers;
  const parentId = await server.addTask({ status: 'waiting', waits_together: 1 });
  const children = await Promise.all(Array.from({ length: 24 }, () => server.addChild(parentId)));
  const runs: RunKey[] = [];
  for (const index of children.keys()) {
    const [row] = await claimOn(servers[index % 2] ?? server);
    runs.push(toRunKey(row));
  }
  const [last, stale, ...others] = runs;
  if (last === undefined || stale === undefined) throw new Error('no runs');
  failed = 0;
  const endAll = (some: readonly RunKey[]) =>
    Promise.all(
      some.map((run, index) => end(servers[index % 2] ?? server, run, SUCCESS, parentId)),
    );
  const [none, ...rows] = await endAll([{ ...stale, fence: stale.fence + 1 }, ...others]);
  expect([none, new Set(rows.map((row) => row?.status))]).toEqual([null, new Set(['success'])]);
  expect((await server.task(parentId)).status).toBe('waiting');
  await endAll([stale, last]);
  expect(await server.task(parentId)).toMatchObject({ status: 'pending', step_count: 48 });
  for (const { stepId } of children)
    expect(await server.step(stepId)).toMatchObject({ status: 'success' });
  expect(failed).toBe(0);
});
