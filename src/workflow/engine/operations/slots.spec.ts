import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import type { RunKey } from '../runs/run-key.js';
import type { TaskEntity } from '../state/task.entity.js';
import { slotKey } from '../state/slot-key.js';
import { findDueProjects } from './due-projects.js';
import { correctSlots } from './correct-slots.js';
import { blockedKeys } from './slots.js';

const bench = useEngineBench();

/** Adds tasks of one key in this order. */
async function addTasks(key: string, given: readonly Partial<TaskEntity>[]): Promise<string[]> {
  const ids: string[] = [];
  for (const each of given) {
    await bench.pass(1);
    ids.push(await bench.addTask({ slot_key: key, ...each }));
  }
  return ids;
}

async function parked(ids: readonly string[]): Promise<number[]> {
  return Promise.all(ids.map(async (id) => (await bench.task(id)).parked));
}

describe('a concurrency limit', () => {
  it('a concurrency limit caps the claims and parks the other due tasks', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const ids = await addTasks(key, [{}, {}, {}, {}]);
    const [later = ''] = await addTasks(key, [{ run_at: Date.now() + 60_000 }]);
    const claimed = await Promise.all(ids.slice(0, 3).map((id) => bench.claim(id)));
    expect(claimed.filter((run) => run !== null)).toHaveLength(2);
    const waits = claimed.map((run) => (run === null ? 1 : 0));
    expect(await parked([...ids, later])).toEqual([...waits, 1, 0]);
    expect((await findDueProjects(bench.database)).due).toEqual([]);
    expect(await blockedKeys(bench.database)).toEqual([key]);
  });

  it('claims at the same time take no more slots than there are, and each one of its own', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const given = Array.from({ length: 12 }, () => ({}));
    let waiting = await addTasks(key, given);
    // In the first round there are no slots yet; later there are free ones.
    for (let round = 0; round < 4; round += 1) {
      const claimed = await Promise.all(waiting.map((id) => bench.claim(id)));
      const runs = claimed.filter((run) => run !== null);
      expect(runs).toHaveLength(2);
      const held = await bench.database.query<{ n: number; task_id: string }>(
        'SELECT n, task_id FROM concurrency_slots WHERE task_id IS NOT NULL ORDER BY n',
      );
      expect(held.map(({ n }) => n)).toEqual([1, 2]);
      const taken = held.map((slot) => slot.task_id);
      expect(taken.toSorted()).toEqual(runs.map(({ taskId }) => taskId).toSorted());
      await Promise.all(runs.map((run) => bench.settle(run, SUCCESS)));
      waiting = waiting.filter((id) => !taken.includes(id));
      // The two oldest are unblocked; PostgreSQL returns those of one priority in any order.
      expect((await bench.unblock(key)).toSorted()).toEqual(waiting.slice(0, 2));
    }
  });

  it('the free slots unblock the same number of parked tasks, by priority and then by age', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const waits = { parked: 1 };
    const [, old, , high] = await addTasks(key, [
      { ...waits, priority: -1 },
      waits,
      waits,
      { ...waits, priority: 5 },
    ]);
    expect(await bench.unblock(key)).toEqual([high, old]);
    expect(await bench.unblock(key)).toEqual([]);
  });

  it('no parked task is unblocked while all slots are taken, and one is when a slot is freed', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const [first = '', second = ''] = await addTasks(key, [{}, {}]);
    const run = await bench.mustClaim(first);
    await bench.claim(second);
    expect(await bench.unblock(key)).toEqual([]);
    await bench.settle(run, SUCCESS);
    expect(await bench.unblock(key)).toEqual([second]);
    expect(await bench.claim(second)).not.toBeNull();
  });

  it('a concurrency limit applies to each value of its key separately', async () => {
    const { id } = await bench.addType({ concurrency_limit: 1 });
    for (const value of ['a', 'b']) {
      const [task = ''] = await addTasks(slotKey(id, value), [{}]);
      expect(await bench.claim(task)).not.toBeNull();
    }
    const [second = ''] = await addTasks(slotKey(id, 'a'), [{}]);
    expect(await bench.claim(second)).toBeNull();
  });

  it('the concurrency limit of the current version applies', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const ids = await addTasks(key, [{}, {}, {}, {}]);
    for (const id of ids) await bench.claim(id);
    await bench.addVersion(key, { concurrency_limit: 3 });
    expect((await bench.unblock(key)).toSorted()).toEqual(ids.slice(1, 3));
    await bench.addVersion(key, {});
    expect(await bench.unblock(key)).toEqual(ids.slice(3));
  });

  it('a lowered limit applies immediately, even to the slots that are freed first', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 3 });
    const ids = await addTasks(key, [{}, {}, {}, {}, {}]);
    const runs = await Promise.all(ids.slice(0, 3).map((id) => bench.mustClaim(id)));
    await bench.addVersion(key, { concurrency_limit: 2 });
    const [first, second] = runs;
    if (first === undefined || second === undefined) throw new Error('no runs');
    await bench.settle(first, SUCCESS);
    expect(await bench.claim(ids[3] ?? '')).toBeNull();
    expect(await bench.unblock(key)).toEqual([]);
    await bench.settle(second, SUCCESS);
    expect(await bench.unblock(key)).toEqual([ids[3]]);
    expect(await bench.claim(ids[3] ?? '')).not.toBeNull();
    expect(await bench.claim(ids[4] ?? '')).toBeNull();
  });

  it('a slot is returned however a run ends, and after a claim that found nothing', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const ends = [
      (run: RunKey) => bench.lose(run),
      (run: RunKey) => bench.release(run),
      async (run: RunKey) => bench.suspend(run, [await bench.addStep(run.taskId)]),
      (run: RunKey) => bench.settle(run, SUCCESS),
    ];
    for (const end of ends) {
      const [later = '', task = ''] = await addTasks(key, [{ run_at: Date.now() + 60_000 }, {}]);
      expect(await bench.claim(later)).toBeNull();
      await end(await bench.mustClaim(task));
      await bench.database.execute('DELETE FROM tasks WHERE id = ?', [task]);
    }
    const [task = ''] = await addTasks(key, [{ max_attempts: 2 }]);
    await bench.retryLater(await bench.mustClaim(task), 0);
    expect(await bench.claim(task)).not.toBeNull();
  });

  it('a slot that does not match the run of its task is corrected', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const ids = await addTasks(key, [{}, {}, {}, {}]);
    await bench.mustClaim(ids[0] ?? '');
    // A server without knowledge of slots has ended one run and started another.
    await bench.database.execute("UPDATE tasks SET status = 'success' WHERE id = ?", [
      ids[0] ?? '',
    ]);
    const running = "UPDATE tasks SET status = 'running', fence = 1 WHERE id = ?";
    await bench.database.execute(running, [ids[1] ?? '']);
    await correctSlots(bench.database);
    const holders = await bench.database.query<{ task_id: string }>(
      'SELECT task_id FROM concurrency_slots WHERE task_id IS NOT NULL',
    );
    expect(holders).toEqual([{ task_id: ids[1] }]);
    expect(await bench.claim(ids[2] ?? '')).not.toBeNull();
    expect(await bench.claim(ids[3] ?? '')).toBeNull();
  });

  it('a slot that another task takes while it is corrected stays with that task', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const [one = '', two = ''] = await addTasks(key, [{}, {}]);
    await bench.mustClaim(one);
    await bench.changeTask(one, { status: 'success' });
    const takes = 'UPDATE concurrency_slots SET task_id = ?, fence = 1 WHERE task_id = ?';
    const running = { status: 'running', fence: 1 };
    await correctSlots(
      bench.afterReads(async () => {
        await bench.changeTask(two, running);
        await bench.database.execute(takes, [two, one]);
      }),
    );
    const held = 'SELECT task_id FROM concurrency_slots';
    expect(await bench.database.query(held)).toEqual([{ task_id: two }]);
  });

  it('a task that ends while it is found without a slot gets none', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const [id = ''] = await addTasks(key, [{ status: 'running', fence: 1 }]);
    let reads = 0;
    // The first read finds slots without a task, the second one tasks without a slot.
    const database = bench.afterReads(async () => {
      reads += 1;
      if (reads === 2) await bench.changeTask(id, { status: 'success' });
    });
    await correctSlots(database);
    expect(await bench.database.query('SELECT * FROM concurrency_slots')).toEqual([]);
  });

  it('a slot that no task has held for a day is deleted', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const [one = '', two = ''] = await addTasks(key, [{}, {}]);
    await bench.settle(await bench.mustClaim(one), SUCCESS);
    await bench.mustClaim(two);
    const [other = ''] = await addTasks(key, [{}]);
    await bench.settle(await bench.mustClaim(other), SUCCESS);
    await bench.pass(24 * 60 * 60 * 1_000 + 1);
    await correctSlots(bench.database);
    const count = 'SELECT COUNT(*) AS slots FROM concurrency_slots';
    expect(await bench.database.query(count)).toEqual([{ slots: 1 }]);
  });

  it('a slot that was deleted is made again, though a later one is held', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const [one = '', two = '', three = ''] = await addTasks(key, [{}, {}, {}]);
    const first = await bench.mustClaim(one);
    await bench.mustClaim(two);
    await bench.settle(first, SUCCESS);
    await bench.pass(24 * 60 * 60 * 1_000 + 1);
    await correctSlots(bench.database);
    expect(await bench.claim(three)).not.toBeNull();
    const numbers = 'SELECT n FROM concurrency_slots ORDER BY n';
    expect(await bench.database.query(numbers)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  it('a claim passes over tasks whose limit is reached and takes those behind them', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const limited = await addTasks(key, [{ priority: 5 }, { priority: 5 }, { priority: 5 }]);
    const free = await bench.addTask();
    const claimed = await bench.claimDue({ count: 3 });
    expect(claimed.toSorted()).toEqual([...limited.slice(0, 2), free].toSorted());
    expect(await parked(limited)).toEqual([0, 0, 1]);
    expect(await bench.claimDue()).toEqual([]);
  });
});
