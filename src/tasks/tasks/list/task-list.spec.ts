import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { TaskCursor } from './task-cursor.js';
import type { TaskFilter, TaskOrder } from './task-filter.js';
import { listTasks } from './task-list.js';

const bench = useEngineBench();

/** Adds tasks created 1 ms apart and returns their ids. */
async function add(...given: readonly Partial<TaskEntity>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const each of given) {
    await bench.pass(1);
    ids.push(await bench.addTask(each));
  }
  return ids;
}

/** Returns the names of the tasks that a filter finds, latest first. */
async function names(filter: TaskFilter, order: TaskOrder = 'created'): Promise<string[]> {
  const found = await listTasks(bench.database, PROJECT, filter, { order, limit: 100, offset: 0 });
  return found.map(({ name }) => name);
}

/** Returns the ids of all pages of a list. */
async function paged(filter: TaskFilter, order: TaskOrder, limit: number): Promise<string[]> {
  const ids: string[] = [];
  let cursor: TaskCursor | undefined;
  for (;;) {
    const page = { order, cursor, limit, offset: 0 };
    const found = await listTasks(bench.database, PROJECT, filter, page);
    ids.push(...found.map(({ id }) => id));
    const last = found.at(-1);
    if (last === undefined) return ids;
    cursor = { at: (order === 'created' ? last.createdAt : last.finishedAt) ?? 0, id: last.id };
  }
}

describe('the order of a list of tasks', () => {
  it('a list is latest first, and its pages have each task once though many are of one time', async () => {
    const at = Date.now();
    const ids: string[] = [];
    for (let n = 0; n < 25; n += 1)
      ids.push(await bench.addTask({ created_at: at + Math.floor(n / 10) }));
    await bench.addTask({ project_id: 'other' });
    const rows = await Promise.all(ids.map((id) => bench.task(id)));
    const latest = rows
      .toSorted((one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1))
      .map(({ id }) => id);
    for (const limit of [3, 10, 100]) expect(await paged({}, 'created', limit)).toEqual(latest);
    // This filter uses an index in another order than the list.
    expect(await paged({ ids }, 'created', 4)).toEqual(latest);
  });

  it('a list by the end of tasks has only those that have ended', async () => {
    const at = Date.now();
    const ended = { status: 'success', finished_at: at + 1 };
    const [first, , last, middle] = await add(
      ended,
      {},
      { ...ended, finished_at: at + 3 },
      { ...ended, finished_at: at + 2, status: 'failed' },
    );
    expect(await paged({}, 'finished', 2)).toEqual([last, middle, first]);
    expect(await paged({ statuses: ['success'] }, 'finished', 1)).toEqual([last, first]);
  });

  it('an offset leaves out the latest tasks, whichever index is followed', async () => {
    const ids = await add({}, {}, { status: 'failed' }, {}, {});
    const list = async (filter: TaskFilter) =>
      (await listTasks(bench.database, PROJECT, filter, { limit: 2, offset: 1 })).map(
        ({ id }) => id,
      );
    expect(await list({})).toEqual([ids[3], ids[2]]);
    expect(await list({ statuses: ['pending'] })).toEqual([ids[3], ids[1]]);
    expect(await list({ q: 'TASK' })).toEqual([ids[3], ids[2]]);
  });
});

describe('the filters of a list of tasks', () => {
  it('a filter by status and meta-task finds those of any of the values', async () => {
    await add(
      { name: 'a', task_type: 'one', status: 'failed', error_code: 'timeout' },
      { name: 'b', task_type: 'two', status: 'cancelled' },
      { name: 'c', task_type: 'one' },
      { name: 'd', task_type: 'three', status: 'failed' },
      { name: 'e', task_type: 'two', status: 'failed', task_type_version: 2 },
    );
    expect(await names({ statuses: ['failed'] })).toEqual(['e', 'd', 'a']);
    expect(await names({ statuses: ['cancelled', 'pending'] })).toEqual(['c', 'b']);
    expect(await names({ metaTasks: ['one', 'two'] })).toEqual(['e', 'c', 'b', 'a']);
    expect(await names({ metaTasks: ['one', 'two'], statuses: ['failed', 'cancelled'] })).toEqual([
      'e',
      'b',
      'a',
    ]);
    expect(await names({ metaTasks: ['one'], statuses: ['failed', 'pending'] })).toEqual([
      'c',
      'a',
    ]);
    expect(await names({ metaTasks: ['two'], version: 2 })).toEqual(['e']);
    expect(await names({ errorCode: 'timeout' })).toEqual(['a']);
  });

  it('a part of a name is found whatever its case, and its signs stand for themselves', async () => {
    await add({ name: 'Report 50%' }, { name: 'report_501' }, { name: 'a\\b' }, { name: 'Other' });
    expect(await names({ q: 'REPORT' })).toEqual(['report_501', 'Report 50%']);
    expect(await names({ q: '50%' })).toEqual(['Report 50%']);
    expect(await names({ q: 't_5' })).toEqual(['report_501']);
    expect(await names({ q: 'A\\B' })).toEqual(['a\\b']);
    expect(await names({ q: 'report', statuses: ['pending'] })).toEqual([
      'report_501',
      'Report 50%',
    ]);
  });

  it('a part of a name with letters beyond ASCII is found whatever its case', async () => {
    await add({ name: 'École 100%' }, { name: 'ÄNDERUNG_2' }, { name: 'ecole' });
    expect(await names({ q: 'école' })).toEqual(['École 100%']);
    expect(await names({ q: 'ÉCOLE 100%' })).toEqual(['École 100%']);
    expect(await names({ q: 'änderung_' })).toEqual(['ÄNDERUNG_2']);
    expect(await names({ q: 'É_ole' })).toEqual([]);
  });

  it('the beginning of a name counts case, and any character may follow it', async () => {
    const all = ['Éa', 'ab', 'abc', 'a😀', 'Abc', 'a-b', 'b', 'a'];
    await add(...all.map((name) => ({ name })));
    expect(await names({ namePrefix: 'a' })).toEqual(['a', 'a-b', 'a😀', 'abc', 'ab']);
    expect(await names({ namePrefix: 'A' })).toEqual(['Abc']);
    expect(await names({ namePrefix: 'É' })).toEqual(['Éa']);
  });

  it('the times of a filter are exclusive', async () => {
    const [one, two, three] = await add({ name: 'a' }, { name: 'b' }, { name: 'c' });
    const at = async (id = '') => (await bench.task(id)).created_at;
    expect(await names({ createdAfter: await at(one) })).toEqual(['c', 'b']);
    expect(await names({ createdBefore: await at(two) })).toEqual(['a']);
    const within = { createdAfter: await at(one), createdBefore: await at(three) };
    expect(await names({ ...within, statuses: ['pending'] })).toEqual(['b']);
  });

  it('drafts are listed only where they, or their parent, are asked for', async () => {
    const [parent] = await add({ name: 'draft', draft: 1 }, { name: 'saved' });
    await add({ name: 'child', draft: 1, parent_id: parent ?? '' });
    expect(await names({})).toEqual(['saved']);
    expect(await names({ statuses: ['pending'] })).toEqual(['saved']);
    expect(await names({ draft: true })).toEqual(['child', 'draft']);
    expect(await names({ parentId: parent })).toEqual(['child']);
    expect(await names({ ids: [parent ?? ''] })).toEqual(['draft']);
  });

  it('tasks are found by who made them, and from what', async () => {
    const by = { schedule_id: 'schedule' };
    const [first] = await add(
      { name: 'a', created_by: 'user:u' },
      { name: 'b', ...by },
      { name: 'c', ...by, created_by: 'user:u' },
    );
    await add({ name: 'd', parent_id: first ?? '' }, { name: 'e', rerun_of: first ?? '' });
    expect(await names({ createdBy: 'user:u' })).toEqual(['c', 'a']);
    expect(await names({ scheduleId: 'schedule' })).toEqual(['c', 'b']);
    expect(await names({ madeBySchedule: 'schedule' })).toEqual(['b']);
    expect(await names({ madeByTask: first })).toEqual(['d']);
    expect(await names({ rerunOf: first })).toEqual(['e']);
    expect(await names({ roots: true })).toEqual(['e', 'c', 'b', 'a']);
  });
});
