import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { newId } from '../../base/kernel/ids.js';
import { failingMetaTasks, FAILING_MS, MAX_LOOKED } from './failing.js';
import { Find } from './find.service.js';
import { TaskStats } from './stats.service.js';

const bench = useEngineBench('schedules');

async function addSchedule(name: string, given: object = {}): Promise<string> {
  const id = newId();
  await bench.insert('schedules', {
    id,
    project_id: PROJECT,
    name,
    task_type: 'type',
    params: '{}',
    every_seconds: 60,
    time_zone: 'UTC',
    anchor_at: 0,
    missed: 'one',
    overlap: 'skip',
    failures: 0,
    skipped_ticks: 0,
    revision: 1,
    created_by: 'author',
    created_at: 0,
    updated_at: 0,
    ...given,
  });
  return id;
}

describe('what is found by what was typed', () => {
  const none = () => Promise.reject(new Error('no file is looked for'));
  const list = async () => [];
  const find = (): Find =>
    new Find(bench.database, { list }, { list }, { resolve: none }, { search: none });
  const found = async (q: string, management = true): Promise<string[]> =>
    (await find().find(PROJECT, q, { files: false, management })).map(({ id }) => id);

  it('schedules and pending approvals of the project are found, and none of another', async () => {
    const schedule = await addSchedule('Nightly report');
    await addSchedule('Nightly foreign', { project_id: 'foreign' });
    const task = await bench.addTask({ status: 'waiting' });
    const [approval, decided, foreign] = [
      await bench.addApproval(task, null),
      await bench.addApproval(task, null),
      await bench.addApproval(task, null),
    ];
    const change = (column: string, value: string, id: string) =>
      bench.database.execute(`UPDATE approvals SET ${column} = ? WHERE id = ?`, [value, id]);
    await change('status', 'approved', decided);
    await change('project_id', 'foreign', foreign);
    expect(await found('NIGHT')).toEqual([schedule]);
    expect(await found('night', false)).toEqual([]);
    expect(await found('may it')).toEqual([approval]);
    expect(await found('%')).toEqual([]);
  });
});

describe('the times of tasks', () => {
  it('the times are those of tasks of the project that have ended and are not drafts', async () => {
    const now = Date.now();
    const ended = { status: 'success', started_at: now, finished_at: now + 5 } as const;
    await bench.addTask(ended);
    await bench.addTask({ ...ended, draft: 1 });
    await bench.addTask({ ...ended, project_id: 'foreign' });
    await bench.addTask({ status: 'running', started_at: now });
    const query = { since: now, until: now + 60_000, by: 'hour' } as const;
    for (const metaTask of [undefined, 'type']) {
      const stats = await new TaskStats(bench.database).of(PROJECT, { ...query, metaTask });
      expect(stats).toMatchObject({ sampled: 1, buckets: [{ success: 1, running: 1 }] });
    }
  });
});

describe('the meta-tasks that fail', () => {
  const failing = (limit = 10) => failingMetaTasks(bench.database, PROJECT, Date.now(), limit);
  /** Adds a run that ended this long ago, named by the first letter of its status. */
  const run = (task_type: string, status: string, agoMs: number, version = 1) =>
    bench.addTask({
      task_type,
      status,
      task_type_version: version,
      created_at: Date.now() - agoMs,
      finished_at: Date.now() - agoMs,
      error_code: status === 'failed' ? 'script_error' : null,
    });

  it('a meta-task fails from its first failure behind its last success on', async () => {
    const { id: type } = await bench.addType();
    await run(type, 'failed', 90);
    const success = await run(type, 'success', 80, 2);
    await run(type, 'failed', 70, 3);
    await run(type, 'cancelled', 60, 3);
    await run(type, 'failed', 50, 4);
    const last = await run(type, 'failed', 40, 5);
    await run(type, 'cancelled', 30, 5);
    await bench.addTask({
      task_type: type,
      status: 'failed',
      draft: 1,
      created_at: Date.now() - 20,
    });
    expect(await failing()).toEqual([
      {
        metaTask: type,
        last: expect.objectContaining({
          id: last,
          task_type_version: 5,
          error_code: 'script_error',
        }),
        count: 3,
        since: Date.now() - 70,
        firstVersion: 3,
        lastSuccess: { id: success, version: 2, at: Date.now() - 80 },
      },
    ]);
    await run(type, 'success', 10);
    expect(await failing()).toEqual([]);
  });

  it('drafts are not among the runs in which a success and the failures since then are looked for', async () => {
    const { id: type } = await bench.addType();
    const draft = { task_type: type, status: 'failed', draft: 1 } as const;
    await bench.addTask({ ...draft, created_at: Date.now() - 1 });
    for (let ago = MAX_LOOKED + 1; ago > 1; ago -= 1) await run(type, 'failed', ago);
    await run(type, 'failed', 0);
    expect(await failing()).toMatchObject([
      { count: MAX_LOOKED + 1, since: Date.now() - MAX_LOOKED - 1, lastSuccess: null },
    ]);
  });

  it('those that failed last come first, and none that is archived or has failed a week ago', async () => {
    const types: string[] = [];
    for (const ago of [30, 20, 10, FAILING_MS + 1]) {
      const { id } = await bench.addType();
      types.push(id);
      await run(id, 'failed', ago);
    }
    const [first, second, third = ''] = types;
    const names = async (limit?: number) => (await failing(limit)).map(({ metaTask }) => metaTask);
    expect(await names()).toEqual([third, second, first]);
    expect(await names(2)).toEqual([third, second]);
    expect((await failing(1))[0]).toMatchObject({
      count: 1,
      lastSuccess: null,
      since: Date.now() - 10,
    });
    await bench.database.execute('UPDATE task_types SET archived_at = 1 WHERE id = ?', [third]);
    expect(await names()).toEqual([second, first]);
  });
});
