import { describe, expect, it } from '@jest/globals';
import { FAILURE, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { buildSegments } from '../runs/attempt-waits.js';
import type { TaskAttemptEntity } from '../state/task-attempt.entity.js';

const bench = useEngineBench();

function kept(taskId: string): Promise<TaskAttemptEntity[]> {
  return bench.database.query('SELECT * FROM task_attempts WHERE task_id = ? ORDER BY attempt', [
    taskId,
  ]);
}

describe('an attempt', () => {
  it('an attempt without a successor costs no row', async () => {
    const run = await bench.addRun();
    await bench.settle(run, { kind: 'success', result: 1 });
    expect(await kept(run.taskId)).toEqual([]);
    expect(await bench.task(run.taskId)).toMatchObject({
      attempt: 1,
      attempt_queued_at: expect.any(Number),
      attempt_started_at: expect.any(Number),
      attempt_worker: expect.any(String),
      attempt_waits: null,
    });
  });

  it('a failed attempt is kept with its own times when the next one follows', async () => {
    const run = await bench.addRun({ max_attempts: 2 });
    const began = Date.now();
    await bench.pass(300);
    const phases = '[["Loading",1,200]]';
    await bench.retryLater(run, 2_000, { reported: { phases } });
    expect(await kept(run.taskId)).toMatchObject([
      {
        attempt: 1,
        started_at: began,
        finished_at: began + 300,
        outcome: 'failed',
        error_code: FAILURE.code,
        error_message: FAILURE.message,
        phases,
        retried_by: null,
      },
    ]);
    await bench.pass(2_500);
    const again = await bench.mustClaim(run.taskId);
    expect(await bench.task(run.taskId)).toMatchObject({
      attempt: 2,
      attempt_queued_at: began + 2_300,
      attempt_started_at: began + 2_800,
      attempt_phases: null,
    });
    await bench.settle(again, { kind: 'success', result: null });
    expect(await kept(run.taskId)).toHaveLength(1);
  });

  it('an attempt that lost its worker is kept as failed', async () => {
    const run = await bench.addRun();
    await bench.lose(run, 'It was killed.');
    expect(await kept(run.taskId)).toMatchObject([
      {
        attempt: 1,
        outcome: 'failed',
        error_code: 'worker_lost',
        error_message: 'The run lost its worker. It was killed.',
      },
    ]);
  });

  it('an attempt released by a stopping server is not kept', async () => {
    const run = await bench.addRun();
    await bench.release(run);
    expect(await kept(run.taskId)).toEqual([]);
  });

  it('the waits of an attempt are recorded separately, and it resumes as the same attempt', async () => {
    const run = await bench.addRun();
    const began = Date.now();
    await bench.pass(100);
    const stepId = await bench.addStep(run.taskId, { kind: 'sleep', wake_at: began + 1_000 });
    await bench.suspend(run, [stepId]);
    await bench.pass(900);
    await bench.wakeDue();
    await bench.pass(50);
    const { attempt } = await bench.mustClaim(run.taskId);
    expect(attempt).toBe(1);
    await bench.pass(10);
    const row = await bench.task(run.taskId);
    const segments = buildSegments(row.attempt_waits, {
      queuedAt: row.attempt_queued_at,
      startedAt: row.attempt_started_at,
      finishedAt: null,
    });
    expect(segments).toEqual([
      { state: 'queued', from: expect.any(Number), to: began },
      { state: 'running', from: began, to: began + 100 },
      { state: 'waiting', from: began + 100, to: began + 1_000 },
      { state: 'queued', from: began + 1_000, to: began + 1_050 },
      { state: 'running', from: began + 1_050, to: null },
    ]);
    expect(await kept(run.taskId)).toEqual([]);
  });

  it('the recorded waits of an attempt stop growing at a maximum length', async () => {
    const waits = 'w1700000000000'.padEnd(4_000, ' r1700000000000');
    const run = await bench.addRun({ attempt_waits: waits, woken: 1 });
    expect((await bench.task(run.taskId)).attempt_waits).toBe(waits);
  });
});
