import { describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { Orphans } from './orphans.js';
import type { Transitions } from '../state/transitions.js';

/** Number of children that one transaction cancels. */
const BATCH = 50;

const bench = useEngineBench();

function orphans(transitions: Transitions = bench.transitions): Orphans {
  return new Orphans(transitions, pino({ enabled: false }));
}

/** Adds children of a task that ends without them, and returns their ids. */
async function addOrphans(count: number): Promise<{ parentId: string; ids: string[] }> {
  const parent = await bench.addRun();
  const ids: string[] = [];
  while (ids.length < count) ids.push((await bench.addChild(parent.taskId)).id);
  await bench.settle(parent, SUCCESS);
  return { parentId: parent.taskId, ids };
}

async function loadStatuses(...ids: string[]): Promise<string[]> {
  return Promise.all(ids.map(async (id) => (await bench.task(id)).status));
}

describe('the children of tasks that have ended', () => {
  it('the children of an ended task are cancelled, and none of other tasks', async () => {
    const [one, other] = [await addOrphans(2), await addOrphans(1)];
    const waits = await bench.addChild((await bench.addRun()).taskId);
    const all = [...one.ids, ...other.ids, waits.id];
    await orphans().cancelChildren(one.parentId);
    expect(await loadStatuses(...all)).toEqual(['cancelled', 'cancelled', 'pending', 'pending']);
    await orphans().sweep();
    expect(await loadStatuses(...all)).toEqual(['cancelled', 'cancelled', 'cancelled', 'pending']);
  });

  it('any number of children is cancelled, and none is looked for again', async () => {
    const { ids } = await addOrphans(BATCH + 1);
    for (const id of (await addOrphans(BATCH)).ids)
      await bench.changeTask(id, { status: 'success', finished_at: 1 });
    let reads = 0;
    const database = bench.afterReads(async () => {
      reads += 1;
      if (reads > 3) throw new Error('the same children are looked for again and again');
    });
    const { transitions } = bench;
    const watched = Object.assign(Object.create(transitions) as Transitions, { database });
    await orphans(watched).sweep();
    expect(new Set(await loadStatuses(...ids))).toEqual(new Set(['cancelled']));
    await orphans(watched).sweep();
    expect(reads).toBe(3);
  });
});
