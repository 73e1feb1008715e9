import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { MAX_CRASHES } from './lose.js';

const bench = useEngineBench();

describe('lose', () => {
  it('lose makes the task pending for another worker, and the stale run changes nothing more', async () => {
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

  it('lose fails the task after too many losses, with the message of the last one', async () => {
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

  it('lose makes a new attempt of a run resumed after a wait', async () => {
    const run = await bench.addRun({ attempt: 3, woken: 1 });
    await bench.lose(run);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 4 });
  });

  it('lose ends the task as cancelled when a cancel was requested', async () => {
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
