import { beforeEach, describe, expect, it } from '@jest/globals';
import { logLine, useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import type { TaskEntity } from '../../workflow/engine/state/task.entity.js';
import { Deletion, DRAFT_AGE_MS, endedDrafts, endedTasks } from './deletion.js';
import { DraftDeletion } from './draft-deletion.service.js';
import { RetentionService } from './retention.service.js';
import { TASK_ROWS } from './task-rows.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const FIRST = { id: '', finished_at: 0 };
/** Batch size that no test reaches. */
const MANY = 1_000;

const bench = useEngineBench('projects', 'retention', 'approval_links', 'task_inbox');

beforeEach(async () => {
  const project = { id: PROJECT, slug: 'p', name: 'P', created_at: 0 };
  await bench.insert('projects', project);
});

/** Returns the policies of a server that keeps tasks for ten days and log lines for one. */
function retention(): RetentionService {
  const days = { tasksDays: 10, eventsDays: 0, logsDays: 1, fileVersionsDays: 0 };
  return new RetentionService(days, bench.database, bench.bus);
}

function deletion(projectId = PROJECT): Deletion {
  return new Deletion(bench.database, retention(), projectId);
}

/** Adds a task that ended this long ago. */
function addEnded(agoMs: number, given: Partial<TaskEntity> = {}): Promise<string> {
  return bench.addTask({ status: 'success', finished_at: Date.now() - agoMs, ...given });
}

/** Adds a task with log lines, a step and an approval that ended this long ago. */
async function addRich(agoMs: number): Promise<string> {
  const run = await bench.addRun();
  await bench.record(run, { events: [logLine(run, 'one'), logLine(run, 'two')] });
  const approvalId = await bench.addApproval(run.taskId, null);
  const link = { id: newId(), project_id: PROJECT, approval_id: approvalId, name: 'Reader' };
  await bench.insert('approval_links', { ...link, created_by: 'x', created_at: 0 });
  const inbox = { id: newId(), project_id: PROJECT, task_id: run.taskId, name: 'n' };
  await bench.insert('task_inbox', { ...inbox, position: 1, payload: '1', size: 1, created_at: 0 });
  await bench.settle(run, { kind: 'success', result: 1 });
  await bench.changeTask(run.taskId, { finished_at: Date.now() - agoMs });
  return run.taskId;
}

async function tasksLeft(): Promise<string[]> {
  const rows = await bench.database.query<{ id: string }>('SELECT id FROM tasks ORDER BY id');
  return rows.map(({ id }) => id);
}

const part = (what: string) => {
  const found = TASK_ROWS.find((one) => one.what === what);
  if (found === undefined) throw new Error(`there are no ${what}`);
  return found;
};

describe('the tasks that a project no longer keeps', () => {
  it('the tasks that ended long enough ago are found by pages, the longest ago first', async () => {
    const ids: string[] = [];
    // Several tasks ended at the same time, so that a page ends among them.
    for (const days of [13, 12, 12, 12, 11]) ids.push(await addEnded(days * DAY_MS));
    await addEnded(10 * DAY_MS);
    await addEnded(20 * DAY_MS, { project_id: 'other' });
    await bench.addTask();
    const [first = '', ...rest] = ids;
    const last = rest.pop() ?? '';
    const found: string[] = [];
    for (let after = FIRST; ;) {
      const page = await endedTasks(bench.database, PROJECT, 10 * DAY_MS, after, 2);
      const end = page.at(-1);
      if (end === undefined) break;
      found.push(...page.map(({ id }) => id));
      after = end;
    }
    expect(found).toEqual([first, ...rest.toSorted(), last]);
  });

  it('the drafts that ended more than a day ago are found, the oldest first', async () => {
    const at = Date.now();
    const second = await addEnded(DRAFT_AGE_MS + 1, { draft: 1, created_at: at - 1 });
    const first = await addEnded(DRAFT_AGE_MS + 1, { draft: 1, created_at: at - 2 });
    await addEnded(DRAFT_AGE_MS, { draft: 1 });
    await addEnded(DRAFT_AGE_MS + 1);
    await bench.addTask({ draft: 1 });
    expect(await endedDrafts(bench.database, PROJECT, 5)).toEqual([{ id: first }, { id: second }]);
    expect(await endedDrafts(bench.database, PROJECT, 1)).toEqual([{ id: first }]);
  });
});

describe('the deletion of tasks', () => {
  it('a task is deleted with all that belongs to it, and nothing of another one', async () => {
    const gone = await addRich(11 * DAY_MS);
    const stays = await addRich(0);
    const written = await deletion().tasks([gone, stays], MANY);
    expect(written).toMatchObject({
      done: true,
      deleted: { logs: 2, approvals: 1, 'approval links': 1, steps: 1, inbox: 1, tasks: 1 },
    });
    expect(await tasksLeft()).toEqual([stays]);
    expect(await bench.loadEvents(gone)).toEqual([]);
    expect((await bench.loadEvents(stays)).filter(({ type }) => type === 'log')).toHaveLength(2);
    for (const table of ['task_steps', 'approvals', 'approval_links', 'task_inbox'])
      expect(await bench.database.query(`SELECT * FROM ${table}`)).toHaveLength(1);
  });

  it('a write deletes no more rows than it may, and the tasks only when none is left', async () => {
    const ids = [await addRich(11 * DAY_MS), await addRich(12 * DAY_MS)];
    expect(await deletion().tasks(ids, 3)).toMatchObject({ done: false, deleted: { logs: 3 } });
    expect(await tasksLeft()).toEqual(ids.toSorted());
    let writes = 1;
    while ((await deletion().tasks(ids, 3))?.done === false) writes += 1;
    expect(writes).toBeGreaterThan(2);
    expect(await tasksLeft()).toEqual([]);
    expect(await bench.database.query('SELECT * FROM approval_links')).toEqual([]);
  });

  it('log lines go before their task, and only those of tasks that are old enough', async () => {
    const old = await addRich(2 * DAY_MS);
    const young = await addRich(DAY_MS);
    const write = (limit: number) => deletion().rows(part('logs'), 'logs', [old, young], limit);
    expect(await write(1)).toMatchObject({ done: false, deleted: { logs: 1 } });
    expect(await write(MANY)).toMatchObject({ done: true, deleted: { logs: 1 } });
    const types = async (id: string) => (await bench.loadEvents(id)).map(({ type }) => type);
    expect(await types(old)).toEqual(['status', 'status']);
    expect((await types(young)).filter((type) => type === 'log')).toHaveLength(2);
  });

  it('a task that goes on again, or is of another project, keeps all that it has', async () => {
    const again = await addRich(11 * DAY_MS);
    await bench.changeTask(again, { status: 'pending', finished_at: null });
    const other = await addEnded(11 * DAY_MS, { project_id: 'other' });
    expect(await deletion().tasks([again, other], MANY)).toMatchObject({ deleted: {}, done: true });
    expect(await tasksLeft()).toEqual([again, other].toSorted());
  });

  it('the policy holds as it is at the time of the write', async () => {
    const id = await addEnded(11 * DAY_MS);
    await retention().change(PROJECT, { tasks: 0 });
    expect(await deletion().tasks([id], MANY)).toMatchObject({ deleted: {} });
    await retention().change(PROJECT, { tasks: 12 });
    expect(await deletion().tasks([id], MANY)).toMatchObject({ deleted: {} });
    await retention().change(PROJECT, { tasks: null });
    expect(await deletion().tasks([id], MANY)).toMatchObject({ deleted: { tasks: 1 } });
  });

  it('a draft is deleted with its version, and no saved version ever is', async () => {
    const { id: typeId, versionId } = await bench.addType();
    const draftId = await bench.addVersion(typeId, {});
    await bench.database.execute('UPDATE task_type_versions SET version = -1 WHERE id = ?', [
      draftId,
    ]);
    const old = { draft: 1, version_id: draftId };
    const ids = [
      await addEnded(DRAFT_AGE_MS + 1, old),
      await addEnded(DRAFT_AGE_MS + 1, { draft: 1, version_id: versionId }),
    ];
    expect(await deletion().tasks(ids, MANY, 'drafts')).toMatchObject({ deleted: { tasks: 2 } });
    expect(await bench.database.query('SELECT id FROM task_type_versions')).toEqual([
      { id: versionId },
    ]);
  });

  it('how far a deletion has come never goes back', async () => {
    await retention().deletedUntil(PROJECT, 'logs', 5);
    await retention().deletedUntil(PROJECT, 'logs', 3);
    await retention().deletedUntil(PROJECT, 'events', 7);
    expect(await retention().get(PROJECT)).toMatchObject({
      deletedUntil: { logs: 5, events: 7 },
      policy: { tasks: 10, events: 10, logs: 1 },
    });
  });
});

describe('the drafts that a user discards', () => {
  it("drafts that have ended go with their children, and none that runs or is another user's", async () => {
    const own = { draft: 1, created_by: 'user:ada' } as const;
    const running = await bench.addTask(own);
    const below = { ...own, created_by: null, depth: 1 };
    const kept = [
      running,
      await addEnded(1, { ...below, parent_id: running, root_id: running }),
      await addEnded(1, { draft: 1, created_by: 'user:bob' }),
      await addEnded(1, { created_by: 'user:ada' }),
    ];
    const ended = await addEnded(1, own);
    await addEnded(1, { ...below, parent_id: ended, root_id: ended });
    const drafts = new DraftDeletion(bench.database, retention());
    expect(await drafts.delete(PROJECT, 'user:ada')).toBe(1);
    expect(await tasksLeft()).toEqual(kept.toSorted());
    expect(await drafts.delete(PROJECT, null)).toBe(1);
    expect(await tasksLeft()).toHaveLength(3);
  });
});

describe('the policy of a project', () => {
  const none = { tasks: null, events: null, logs: null, file_versions: null };

  it('a part that is not given stays, and one that is taken back is that of the installation', async () => {
    expect(await retention().get(PROJECT)).toEqual({
      projectId: PROJECT,
      own: none,
      policy: { tasks: 10, events: 10, logs: 1, file_versions: 0 },
      deletedUntil: { events: 0, logs: 0 },
    });
    await retention().change(PROJECT, { tasks: 5, file_versions: 2 });
    await retention().change(PROJECT, { logs: 3 });
    expect(await retention().get(PROJECT)).toMatchObject({
      own: { tasks: 5, events: null, logs: 3, file_versions: 2 },
      policy: { tasks: 5, events: 5, logs: 3, file_versions: 2 },
    });
    await retention().change(PROJECT, { tasks: null });
    expect((await retention().get(PROJECT)).own).toEqual({ ...none, logs: 3, file_versions: 2 });
    const refused = retention().change(PROJECT, { logs: 9 }, { ifMatch: '"other"' });
    await expect(refused).rejects.toMatchObject({ code: 'precondition_failed' });
    expect((await retention().get(PROJECT)).own.logs).toBe(3);
  });

  it('the sweep never goes back, and a change of the policy keeps how far it has come', async () => {
    await retention().deletedUntil(PROJECT, 'logs', 5);
    await retention().deletedUntil(PROJECT, 'logs', 3);
    await retention().change(PROJECT, { tasks: 5 });
    await retention().deletedUntil(PROJECT, 'events', 7);
    expect((await retention().get(PROJECT)).deletedUntil).toEqual({ events: 7, logs: 5 });
  });

  it('a part that is kept for ever has no age, and each other that of its days', async () => {
    const age = (part: 'tasks' | 'file_versions') =>
      bench.database.write((transaction) => retention().ageMs(transaction, PROJECT, part));
    expect([await age('tasks'), await age('file_versions')]).toEqual([10 * DAY_MS, null]);
  });
});
