import { describe, expect, it, jest } from '@jest/globals';
import { logLine, useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const bench = useEngineBench();

describe('release', () => {
  it('release makes the task pending again without counting the attempt, and stores its last reports', async () => {
    const run = await bench.addRun();
    expect(await bench.release(run, { events: [logLine(run, 'last')] })).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'pending',
      attempt: 0,
      crashes: 0,
      worker_id: null,
      lease_until: null,
    });
    expect((await bench.loadEvents(run.taskId)).map(({ type }) => type)).toEqual([
      'status',
      'log',
      'status',
    ]);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 1, fence: 2 });
  });

  it('release keeps the attempt number of a run resumed after a wait', async () => {
    const run = await bench.addRun({ attempt: 3, woken: 1 });
    await bench.release(run);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 3 });
  });

  it('a run that did not start waits with the reason, and its attempt goes on from its first due time', async () => {
    const run = await bench.addRun();
    const { attempt_queued_at: queuedAt } = await bench.task(run.taskId);
    const notStarted = { reason: 'No process starts.', delayMs: 5_000 };
    expect(await bench.release(run, {}, notStarted)).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'pending',
      attempt: 0,
      failures: 0,
      crashes: 0,
      run_at: Date.now() + 5_000,
      error_code: null,
      error_message: 'No process starts.',
    });
    expect(await bench.claim(run.taskId)).toBeNull();
    jest.setSystemTime(Date.now() + 5_000);
    expect(await bench.claim(run.taskId)).toMatchObject({ attempt: 1 });
    expect(await bench.task(run.taskId)).toMatchObject({
      attempt_queued_at: queuedAt,
      error_message: null,
    });
  });

  it('release ends the task as cancelled when a cancel was requested', async () => {
    const run = await bench.addRun();
    await bench.cancel(run.taskId);
    await bench.release(run);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'cancelled',
      attempt: 1,
      error_code: 'cancelled',
      finished_at: Date.now(),
    });
  });
});
