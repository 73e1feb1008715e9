import { describe, expect, it } from '@jest/globals';
import { FAILURE, useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const DELAY_MS = 2_000;

const bench = useEngineBench();

describe('retryLater', () => {
  it('retryLater schedules the next attempt and keeps the error visible until then', async () => {
    const run = await bench.addRun({ max_attempts: 2, crashes: 1 });
    expect(await bench.retryLater(run, DELAY_MS, { reported: { progress: 7 } })).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'pending',
      failures: 1,
      crashes: 0,
      progress: 7,
      run_at: Date.now() + DELAY_MS,
      error_code: FAILURE.code,
      error_message: FAILURE.message,
      worker_id: null,
      finished_at: null,
    });
    await bench.pass(DELAY_MS - 1);
    expect(await bench.claim(run.taskId)).toBeNull();
    await bench.pass(1);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 2 });
  });

  it('retryLater makes a new attempt of a run resumed after a wait', async () => {
    const run = await bench.addRun({ max_attempts: 2, attempt: 3, woken: 1 });
    await bench.retryLater(run, 0);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 4 });
  });

  it('retryLater allows no more failed attempts than the maximum', async () => {
    const run = await bench.addRun({ max_attempts: 3, failures: 2 });
    const before = await bench.all();
    expect(await bench.retryLater(run, 0)).toBe(false);
    expect(await bench.all()).toEqual(before);
  });

  it('retryLater declines when the deadline passes before the next attempt', async () => {
    const deadline_at = Date.now() + DELAY_MS;
    const run = await bench.addRun({ max_attempts: 2, deadline_at });
    expect(await bench.retryLater(run, DELAY_MS)).toBe(false);
    expect(await bench.retryLater(run, DELAY_MS - 1)).toBe(true);
  });

  it('retryLater does not retry a cancelled run', async () => {
    const run = await bench.addRun({ max_attempts: 2 });
    await bench.cancel(run.taskId);
    expect(await bench.retryLater(run, 0)).toBe(false);
  });
});
