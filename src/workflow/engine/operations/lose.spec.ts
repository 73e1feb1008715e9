import { describe, expect, it } from '@jest/globals';
import { LEASE_MS, SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { lost } from './due.js';
import { MAX_CRASHES } from './lose.js';
import { renew } from './renew.js';

const bench = useEngineBench();

describe('lose', () => {
  it('makes the task pending again for another worker, and the stale run changes nothing more', async () => {
    const run = await bench.addRun();
    expect(await bench.lose(run)).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'pending',
      crashes: 1,
      worker_id: null,
      lease_until: null,
    });
    const before = await bench.all();
    expect([
      await bench.lose(run),
      await bench.settle(run, SUCCESS),
      await bench.record(run, { progress: 9 }),
    ]).toEqual([false, false, false]);
    expect(await bench.all()).toEqual(before);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 2, fence: 2 });
  });

  it('fails the task after one loss too many, with what is known of the last', async () => {
    const taskId = await bench.addTask();
    for (let losses = 0; losses < MAX_CRASHES; losses += 1)
      await bench.lose(await bench.mustClaim(taskId));
    await bench.lose(await bench.mustClaim(taskId), 'The power went.');
    expect(await bench.task(taskId)).toMatchObject({
      status: 'failed',
      error_code: 'worker_lost',
      error_message: 'The task lost its worker 4 times and is not tried again. The power went.',
      finished_at: Date.now(),
    });
  });

  it('ends the task as cancelled where that has been asked for', async () => {
    const run = await bench.addRun();
    await bench.cancel(run.taskId);
    await bench.lose(run);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'cancelled',
      error_code: 'cancelled',
      finished_at: Date.now(),
    });
  });
});

describe('lost', () => {
  const lostBy = async (worker: string, exclusive: boolean): Promise<string[]> =>
    (await lost(bench.database, exclusive, worker)).map(({ taskId }) => taskId);

  it('finds the runs whose lease has passed', async () => {
    const run = await bench.addRun();
    await bench.pass(LEASE_MS);
    expect(await lostBy('other', false)).toEqual([]);
    await bench.pass(1);
    expect(await lost(bench.database, false, 'other')).toEqual([run]);
  });

  it('finds at once what earlier workers left, where no other server can be', async () => {
    const { taskId } = await bench.addRun();
    expect(await lostBy('worker', true)).toEqual([]);
    expect(await lostBy('next', true)).toEqual([taskId]);
  });
});

describe('renew', () => {
  it('prolongs the leases that the worker holds, and reports a cancel', async () => {
    const [mine, cancelled] = [await bench.addRun(), await bench.addRun()];
    const others = await bench.addTask();
    await bench.claim(others, { worker: 'other' });
    await bench.cancel(cancelled.taskId);
    const gone = await bench.addRun();
    await bench.lose(gone);
    await bench.pass(10_000);
    const ids = [mine.taskId, cancelled.taskId, others, gone.taskId];
    expect(await renew(bench.database, 'worker', ids, LEASE_MS)).toEqual(
      new Map([
        [mine.taskId, { fence: 1, cancelRequested: false }],
        [cancelled.taskId, { fence: 1, cancelRequested: true }],
      ]),
    );
    expect(await bench.task(mine.taskId)).toMatchObject({ lease_until: Date.now() + LEASE_MS });
  });
});
