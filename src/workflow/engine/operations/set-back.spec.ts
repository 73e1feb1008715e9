import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { followClock } from './set-back.js';

const HOUR_MS = 3_600_000;
const UNKNOWN = { expected: 0, jumps: 0 };

const bench = useEngineBench();

/** Sets the clock back while no time passes. */
const setBack = (ms: number): unknown => jest.setSystemTime(Date.now() - ms);

describe('followClock', () => {
  beforeEach(() => followClock(bench.database, UNKNOWN));

  it('followClock moves wake, lease and retry times back by as much as the clock was set back', async () => {
    const waiting = await bench.addTask({ status: 'waiting', wake_at: Date.now() + 60_000 });
    const run = await bench.addRun();
    await bench.changeTask(run.taskId, { lease_until: Date.now() + 30_000 });
    const retried = await bench.addTask({ attempt: 1, run_at: Date.now() + 5_000 });
    setBack(HOUR_MS);
    expect(await followClock(bench.database, UNKNOWN)).toEqual({
      at: Date.now(),
      jumps: 1,
      backMs: HOUR_MS,
    });
    expect(await bench.task(waiting)).toMatchObject({ wake_at: Date.now() + 60_000 });
    expect(await bench.task(run.taskId)).toMatchObject({ lease_until: Date.now() + 30_000 });
    expect(await bench.task(retried)).toMatchObject({ run_at: Date.now() + 5_000 });
  });

  it('followClock leaves a start time that a user has set', async () => {
    const run_at = Date.now() + 60_000;
    const id = await bench.addTask({ run_at });
    setBack(HOUR_MS);
    await followClock(bench.database, UNKNOWN);
    expect(await bench.task(id)).toMatchObject({ run_at });
  });

  it('a clock setback moves the times once for all servers, unless it is under a second', async () => {
    const wake_at = Date.now() + 60_000;
    const id = await bench.addTask({ status: 'waiting', wake_at });
    setBack(999);
    expect(await followClock(bench.database, UNKNOWN)).toMatchObject({ backMs: 0, jumps: 0 });
    setBack(HOUR_MS);
    const expected = Date.now() + HOUR_MS;
    await followClock(bench.database, { expected, jumps: 0 });
    expect(await followClock(bench.database, { expected, jumps: 0 })).toMatchObject({
      backMs: 0,
      jumps: 1,
    });
    expect(await bench.task(id)).toMatchObject({ wake_at: wake_at - HOUR_MS - 999 });
  });
});
