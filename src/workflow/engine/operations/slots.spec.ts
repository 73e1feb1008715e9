import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import type { TaskEntity } from '../task.entity.js';
import { slotKey } from '../slot-key.js';
import { due } from './due.js';
import { blockedKeys } from './slots.js';

const bench = useEngineBench();

/** Adds tasks of one key, in this order. */
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
  it('keeps a claim from taking more than its slots, and parks what else is due', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 2 });
    const ids = await addTasks(key, [{}, {}, {}, {}]);
    const [later = ''] = await addTasks(key, [{ run_at: Date.now() + 60_000 }]);
    const claimed = await Promise.all(ids.slice(0, 3).map((id) => bench.claim(id)));
    expect(claimed.map((run) => run !== null)).toEqual([true, true, false]);
    expect(await parked([...ids, later])).toEqual([0, 0, 1, 1, 0]);
    expect((await due(bench.database, 'script', 0)).hints).toEqual([]);
    expect(await blockedKeys(bench.database)).toEqual([key]);
  });

  it('lets as many parked tasks try as there are free slots: the highest priority first, then the oldest', async () => {
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

  it('lets none try while all slots are taken, and one once one is free', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const [first = '', second = ''] = await addTasks(key, [{}, {}]);
    const run = await bench.mustClaim(first);
    await bench.claim(second);
    expect(await bench.unblock(key)).toEqual([]);
    await bench.settle(run, SUCCESS);
    expect(await bench.unblock(key)).toEqual([second]);
    expect(await bench.claim(second)).not.toBeNull();
  });

  it('counts each value of its key by itself', async () => {
    const { id } = await bench.addType({ concurrency_limit: 1 });
    for (const value of ['a', 'b']) {
      const [task = ''] = await addTasks(slotKey(id, value), [{}]);
      expect(await bench.claim(task)).not.toBeNull();
    }
    const [second = ''] = await addTasks(slotKey(id, 'a'), [{}]);
    expect(await bench.claim(second)).toBeNull();
  });

  it('is that of the current version', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const ids = await addTasks(key, [{}, {}, {}, {}]);
    for (const id of ids) await bench.claim(id);
    await bench.addVersion(key, { concurrency_limit: 3 });
    expect((await bench.unblock(key)).toSorted()).toEqual(ids.slice(1, 3));
    await bench.addVersion(key, {});
    expect(await bench.unblock(key)).toEqual(ids.slice(3));
  });

  it('cannot be passed by a hint that does not know of it', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const [limited = '', other = ''] = await addTasks(key, [{}, {}]);
    await bench.claim(other);
    expect(await bench.claim(limited, { slotKey: null })).toBeNull();
    expect(await bench.task(limited)).toMatchObject({ status: 'pending' });
  });
});
