import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { followClock } from './set-back.js';

const HOUR_MS = 3_600_000;
const UNKNOWN = { expected: 0, jumps: 0 };

/** Rows of other tables that wait for a time, without that time. */
const WAITING = [
  [
    'workers',
    'lease_until',
    {
      id: 'worker',
      name: '',
      roles: '',
      version: '',
      knows: '',
      slots: 1,
      agent_slots: 1,
      running: 0,
      draining: false,
      gone: false,
      started_at: 0,
      seen_at: 0,
    },
  ],
  ['keepers', 'lease_until', { job: 'job', worker_id: 'worker' }],
  [
    'webhook_deliveries',
    'next_attempt_at',
    {
      id: 'one',
      project_id: PROJECT,
      webhook_id: '',
      event_seq: 0,
      type: '',
      payload: '',
      status: 'pending',
      attempts: 1,
      round: 1,
      created_at: 0,
    },
  ],
  [
    'conversion_jobs',
    'due_at',
    {
      file_id: 'file',
      project_id: PROJECT,
      workspace_id: '',
      name: '',
      blob_id: '',
      size: 1,
      etag: '',
      attempts: 1,
      created_at: 0,
    },
  ],
] as const;

const bench = useEngineBench('webhook_deliveries', 'conversion_jobs');

/** Sets the clock back without letting time pass. */
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

  it.each(WAITING)(
    'followClock moves a time of %s, %s, back as well',
    async (table, column, row) => {
      await bench.insert(table, { ...row, [column]: Date.now() + 60_000 });
      setBack(HOUR_MS);
      await followClock(bench.database, UNKNOWN);
      expect(await bench.database.query(`SELECT ${column} AS at FROM ${table}`)).toEqual([
        { at: Date.now() + 60_000 },
      ]);
    },
  );

  it('followClock moves deadlines, steps, approvals and blocked tasks, and nothing that is over', async () => {
    const soon = Date.now() + 60_000;
    const run = await bench.addRun({ run_at: 1 });
    await bench.changeTask(run.taskId, { deadline_at: soon });
    const next = await bench.addRun();
    await bench.changeTask(next.taskId, { run_at: soon });
    const blocked = await bench.addTask({ attempt: 1, parked: 1, slot_key: 'key', run_at: soon });
    const done = await bench.addTask({ status: 'failed', finished_at: 1, deadline_at: soon });
    const step = await bench.addStep(run.taskId, { wake_at: soon });
    const ended = await bench.addStep(run.taskId, { wake_at: soon, status: 'cancelled' });
    await bench.addApproval(run.taskId, soon);
    setBack(HOUR_MS);
    await followClock(bench.database, UNKNOWN);
    const at = soon - HOUR_MS;
    expect(await bench.task(run.taskId)).toMatchObject({ run_at: 1, deadline_at: at });
    for (const id of [next.taskId, blocked])
      expect(await bench.task(id)).toMatchObject({ run_at: at });
    expect(await bench.task(done)).toMatchObject({ deadline_at: soon });
    expect([await bench.step(step), await bench.step(ended)]).toMatchObject([
      { wake_at: at },
      { wake_at: soon },
    ]);
    const expiry = 'SELECT expires_at FROM approvals';
    expect(await bench.database.query(expiry)).toEqual([{ expires_at: at }]);
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
