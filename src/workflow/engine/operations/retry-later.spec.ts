import { describe, expect, it } from '@jest/globals';
import { FAILURE, useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const DELAY_MS = 2_000;

const bench = useEngineBench();

describe('retryLater', () => {
  it('has the task wait for its next attempt, with the error to be seen until then', async () => {
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

  it('lets no more attempts fail than there may be', async () => {
    const run = await bench.addRun({ max_attempts: 3, failures: 2 });
    const before = await bench.all();
    expect(await bench.retryLater(run, 0)).toBe(false);
    expect(await bench.all()).toEqual(before);
  });

  it('is no use where the deadline passes first', async () => {
    const deadline_at = Date.now() + DELAY_MS;
    const run = await bench.addRun({ max_attempts: 2, deadline_at });
    expect(await bench.retryLater(run, DELAY_MS)).toBe(false);
    expect(await bench.retryLater(run, DELAY_MS - 1)).toBe(true);
  });

  it('does not try again what has been cancelled', async () => {
    const run = await bench.addRun({ max_attempts: 2 });
    await bench.cancel(run.taskId);
    expect(await bench.retryLater(run, 0)).toBe(false);
  });

  it('changes nothing for a run that has lost its task', async () => {
    const stale = await bench.addRun({ max_attempts: 2 });
    await bench.lose(stale);
    await bench.claim(stale.taskId);
    const before = await bench.all();
    expect(await bench.retryLater(stale, 0)).toBe(false);
    expect(await bench.all()).toEqual(before);
  });
});
