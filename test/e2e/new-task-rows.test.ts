import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '../../src/platform/database/database.js';
import {
  insertTasks,
  type Place,
  type PreparedTask,
} from '../../src/tasks/tasks/submission/new-task-rows.js';
import type { RunnableVersion } from '../../src/tasks/meta-tasks/meta-task.js';
import { newId } from '../../src/base/kernel/ids.js';
import { type EmptyDatabase, migratedDatabase } from '../support/data-sources.js';

const HOUR_MS = 3_600_000;

let empty: EmptyDatabase;
let database: Database;
beforeAll(async () => {
  empty = await migratedDatabase();
  database = await empty.open();
});
afterAll(() => empty.remove());

function prepared(more: Partial<PreparedTask> = {}, seconds: number | null = null): PreparedTask {
  const definition = {
    execution_mode: 'script',
    max_attempts: 3,
    runs_on: ['gpu', 'eu'],
    total_timeout_seconds: seconds,
  };
  const version = {
    versionId: newId(),
    metaTaskId: newId(),
    metaTaskIdentifier: 'letters',
    version: 7,
    definition,
    needs: ['needs:later'],
  } as unknown as RunnableVersion;
  const usual = { agentVersionId: null, name: 'a', params: '{}', priority: 0, runAt: null };
  return { ...usual, version, slotKey: null, ...more };
}

function insert(tasks: PreparedTask[], places?: Place[]) {
  const by = { kind: 'user', id: newId(), name: 'Ännä' } as const;
  return database.write((transaction) =>
    insertTasks({ database, created: () => undefined }, transaction, 'p', tasks, {
      by,
      rerunOf: 'before',
      ...(places && { places }),
    }),
  );
}

it('the rows of new tasks equal those in the database, in the order of the tasks', async () => {
  const parent = { parentId: 'one', stepId: 'step', rootId: 'root', depth: 2, draft: true };
  const tasks = [
    prepared({ name: `quotes ' " \\ and \t \ud800`, params: String.raw`{"text":"\u0000 ' é 😀"}` }),
    prepared({ priority: -5, slotKey: 'key', agentVersionId: newId() }, 60),
    prepared({ runAt: Date.now() + HOUR_MS, slotKey: 'key' }, 90),
    prepared({ runAt: Date.now() - HOUR_MS }),
  ];
  const ids = tasks.map(() => newId()).toReversed();
  const rows = await insert(
    tasks,
    ids.map((id, index) => ({ id, parent: index === 1 ? parent : null })),
  );
  expect(rows.map(({ id }) => id)).toEqual(ids);
  const stored = await database.query<{ id: string }>('SELECT * FROM tasks ORDER BY id DESC');
  expect(stored).toHaveLength(tasks.length);
  expect(stored.map((row) => ({ ...row }))).toEqual(rows);
  const now = rows[0]?.created_at ?? 0;
  expect(rows.map(({ run_at, deadline_at }) => [run_at, deadline_at])).toEqual([
    [now, null],
    [now, now + 60_000],
    [tasks[2]?.runAt, (tasks[2]?.runAt ?? 0) + 90_000],
    [now, null],
  ]);
});

it('a new task is parked if others with its slot key already wait for a slot', async () => {
  await database.execute(`UPDATE tasks SET parked = 1 WHERE slot_key = 'key' AND priority = -5`);
  const rows = await insert([
    prepared({ slotKey: 'key' }),
    prepared({ slotKey: 'other' }),
    prepared({ slotKey: 'key', runAt: Date.now() + HOUR_MS }),
    prepared(),
  ]);
  expect(rows.map(({ parked }) => parked)).toEqual([1, 0, 0, 0]);
});

it('more tasks than fit into one statement are inserted in their order', async () => {
  const rows = await insert(Array.from({ length: 450 }, (_, n) => prepared({ name: `${n}` })));
  expect(rows.map(({ name }) => name)).toEqual(Array.from({ length: 450 }, (_, n) => `${n}`));
});
