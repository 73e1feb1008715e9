import { describe, expect, it } from '@jest/globals';
import { FACTS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { WorkerRows } from '../workers/worker-rows.js';
import { heldBy, lost } from './lost.js';

const LEASE_MS = 15_000;
const STATE = { running: 0, draining: false };

const bench = useEngineBench();

function rows(alone = false): WorkerRows {
  return new WorkerRows(bench.database, alone);
}

async function lostTasks(alone = false): Promise<string[]> {
  return (await lost(bench.database, alone)).map(({ taskId }) => taskId);
}

describe('lost', () => {
  it('lost finds the runs of workers once their expired lease was noticed, and no renewal revives it', async () => {
    await rows().register('worker', FACTS, LEASE_MS);
    const run = await bench.addRun();
    await bench.pass(LEASE_MS);
    expect(await rows().bury('')).toEqual([]);
    await rows().renew('worker', LEASE_MS, STATE);
    await bench.pass(LEASE_MS + 1);
    expect(await lostTasks()).toEqual([]);
    expect(await rows().bury('')).toEqual([{ id: 'worker', name: 'host' }]);
    expect(await lost(bench.database, false)).toEqual([run]);
    expect(await rows().renew('worker', LEASE_MS, STATE)).toBeNull();
    expect(await rows().bury('')).toEqual([]);
    await bench.pass(3_600_000);
    await rows().bury('');
    expect(await rows().all()).toEqual([]);
  });

  it('a worker that renews its expired lease while it is looked for is not buried', async () => {
    for (const id of ['slow', 'dead']) await rows().register(id, FACTS, LEASE_MS);
    await bench.pass(LEASE_MS + 1);
    const database = bench.afterReads(() => rows().renew('slow', LEASE_MS, STATE));
    expect(await new WorkerRows(database, false).bury('')).toEqual([{ id: 'dead', name: 'host' }]);
    expect(await rows().renew('slow', LEASE_MS, STATE)).not.toBeNull();
  });

  it('lost leaves the runs of an earlier release alone while their own leases last', async () => {
    const { taskId } = await bench.addRun();
    await bench.changeTask(taskId, { lease_until: Date.now() + LEASE_MS });
    await bench.pass(LEASE_MS);
    expect(await lostTasks()).toEqual([]);
    expect(await lostTasks(true)).toEqual([taskId]);
    await bench.pass(1);
    expect(await lostTasks()).toEqual([taskId]);
  });

  it('lost immediately finds the runs of earlier workers when no other server can exist', async () => {
    await rows().register('worker', FACTS, LEASE_MS);
    const { taskId } = await bench.addRun();
    expect(await lostTasks(true)).toEqual([]);
    await rows(true).register('next', FACTS, LEASE_MS);
    expect(await lostTasks(true)).toEqual([taskId]);
  });
});

describe('heldBy', () => {
  it('heldBy finds the runs of a worker by their rows and marks those to be cancelled', async () => {
    const [mine, cancelled] = [await bench.addRun(), await bench.addRun()];
    await bench.claim(await bench.addTask(), { worker: 'other' });
    await bench.cancel(cancelled.taskId);
    await bench.lose(await bench.addRun());
    expect(await heldBy(bench.database, 'worker')).toEqual([
      { ...mine, cancelRequested: false },
      { ...cancelled, cancelRequested: true },
    ]);
  });
});
