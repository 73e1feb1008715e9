import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { type ApprovalFilter, Approvals } from './approvals.service.js';

const bench = useEngineBench();

/** Returns the ids and the statuses of the approvals that a filter finds, newest first. */
async function listed(filter: Partial<ApprovalFilter> = {}): Promise<string[]> {
  const list = await new Approvals(bench.database).list(PROJECT, { limit: 100, ...filter });
  return list.map(({ id, status }) => `${status} ${id}`);
}

describe('approvals', () => {
  it('an approval is pending until its time by the clock of the database, and expired from then on', async () => {
    const task = await bench.addTask({ status: 'waiting' });
    const approvals = new Approvals(bench.database);
    const endless = await bench.addApproval(task, null);
    const at = Date.now();
    const short = await bench.addApproval(task, at + 1_000);
    await bench.pass(999);
    expect(await listed({ status: 'pending' })).toEqual([`pending ${short}`, `pending ${endless}`]);
    expect(await listed({ status: 'expired' })).toEqual([]);
    expect(await approvals.countPending(PROJECT)).toEqual({ pending: 2, nextExpiry: at + 1_000 });
    await bench.pass(1);
    expect(await listed({ status: 'pending' })).toEqual([`pending ${endless}`]);
    expect(await listed({ status: 'expired' })).toEqual([`expired ${short}`]);
    expect(await listed()).toEqual([`expired ${short}`, `pending ${endless}`]);
    expect(await approvals.countPending(PROJECT)).toEqual({ pending: 1, nextExpiry: null });
    expect(await approvals.get(PROJECT, short.toUpperCase())).toMatchObject({ status: 'expired' });
  });

  it('approvals are listed newest first, by pages, and by what is asked for', async () => {
    const [task, other] = [await bench.addTask(), await bench.addTask({ task_type: 'other' })];
    const foreign = await bench.addTask({ project_id: 'foreign' });
    const ids: string[] = [];
    for (const id of [task, other, task]) ids.push(await bench.addApproval(id, Date.now() + 9_000));
    await bench.addApproval(foreign, null);
    await bench.database.execute(`UPDATE approvals SET project_id = 'foreign' WHERE task_id = ?`, [
      foreign,
    ]);
    const [first = '', second = '', third = ''] = ids.map((id) => `pending ${id}`);
    expect(await listed()).toEqual([third, second, first]);
    expect(await listed({ limit: 2 })).toEqual([third, second]);
    expect(await listed({ before: ids[1] ?? '' })).toEqual([first]);
    expect(await listed({ taskId: task })).toEqual([third, first]);
    expect(await listed({ taskId: task, status: 'pending', basic: true })).toEqual([third, first]);
    expect(await listed({ metaTask: 'other' })).toEqual([second]);
    expect(await listed({ expiresBefore: Date.now() + 9_000 })).toEqual([]);
    expect(await listed({ expiresBefore: Date.now() + 9_001 })).toEqual([third, second, first]);
  });
});
