import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import { TaskSteps } from '../../workflow/steps/task-steps.service.js';
import { TaskRuns } from './runs/task-runs.js';
import { TasksService } from './tasks.service.js';

const ADA = { kind: 'user', id: 'ada', name: 'Ada' } as const;

const bench = useEngineBench();

/** Returns the service without the parts that run tasks and show their steps, which these tests do not use. */
function tasks(database = bench.database): TasksService {
  const steps = Object.create(TaskSteps.prototype) as TaskSteps;
  const runs = Object.create(TaskRuns.prototype) as TaskRuns;
  return new TasksService(database, bench.transitions, steps, runs);
}

const retry = (id: string) => tasks().retry(PROJECT, id, { extend: null, by: ADA });

describe('the retry of a task', () => {
  it('a task that is retried begins as one that has never failed, and keeps the attempt before', async () => {
    const parent = await bench.addRun();
    const { id, stepId } = await bench.addChild(parent.taskId);
    const run = await bench.mustClaim(id);
    await bench.settle(run, { kind: 'failed', code: 'script_error', message: 'no', stack: '' });
    await bench.changeTask(id, { crashes: 2, failures: 3, cancel_requested_at: 1, progress: 50 });
    await bench.pass(1);
    await retry(id);
    expect(await bench.task(id)).toMatchObject({
      status: 'pending',
      progress: 0,
      crashes: 0,
      failures: 0,
      run_at: Date.now(),
      cancel_requested_at: null,
      finished_at: null,
      error_code: null,
      parent_id: parent.taskId,
      parent_step_id: null,
      retried_by: 'user:ada',
    });
    const kept = 'SELECT outcome, error_code FROM task_attempts WHERE task_id = ?';
    expect(await bench.database.query(kept, [id])).toEqual([
      { outcome: 'failed', error_code: 'script_error' },
    ]);
    expect(await bench.claim(id)).toMatchObject({ attempt: 2 });
    expect(await bench.step(stepId)).toMatchObject({ status: 'failed' });
  });

  it('a retry sets back whatever the last run has left, and nothing else', async () => {
    const { versionId } = await bench.addType({ total_timeout_seconds: 60 });
    const kept = {
      version_id: versionId,
      attempt: 3,
      fence: 4,
      usage: '{}',
      attempt_worker: 'w',
      attempt_started_at: 2,
      attempt_queued_at: 2,
      step_count: 3,
      created_by: 'user:bob',
      rerun_of: 'other',
      priority: 2,
      schedule_id: 's',
      scheduled_for: 5,
    };
    const left = {
      progress: 50,
      current_phase: 'Sends',
      result: '1',
      result_summary: '1',
      cancelled_by: 'user:bob',
      cancelled_by_name: 'Bob',
      error_code: 'cancelled',
      error_message: 'It was cancelled.',
      error_stack: 'at run',
      peak_memory_bytes: 1,
      cpu_ms: 1,
      cancel_requested_at: 1,
      started_at: 1,
      parent_step_id: 'step',
    };
    const counted = { crashes: 1, woken: 1, failures: 2, parked: 1 };
    const ended = { status: 'cancelled', finished_at: 1, run_at: 1, deadline_at: 1 };
    const id = await bench.addTask({ ...kept, ...left, ...counted, ...ended });
    const none = <T extends object>(row: T, value: unknown) =>
      Object.fromEntries(Object.keys(row).map((column) => [column, value]));
    expect(await bench.changes('tasks', id, () => retry(id))).toEqual({
      ...none(left, null),
      ...none(counted, 0),
      progress: 0,
      status: 'pending',
      finished_at: null,
      run_at: Date.now(),
      deadline_at: Date.now() + 60_000,
      retried_by: 'user:ada',
      retried_by_name: 'Ada',
    });
    const attempts =
      'SELECT attempt, outcome, error_code, error_message, finished_at, retried_by FROM task_attempts';
    expect(await bench.database.query(attempts)).toEqual([
      {
        attempt: 3,
        outcome: 'cancelled',
        error_code: 'cancelled',
        error_message: 'It was cancelled.',
        finished_at: 1,
        retried_by: 'user:ada',
      },
    ]);
    expect(await bench.statuses(id)).toEqual(['pending']);
  });

  it('a task that is retried asks again for what was rejected behind its last success', async () => {
    const id = await bench.addTask({ status: 'failed', attempt: 1, finished_at: Date.now() });
    const ended = { finished_at: 1 };
    const rejected = { ...ended, kind: 'approval', status: 'failed' } as const;
    const before = await bench.addStep(id, { ...rejected, position: 0 });
    const done = await bench.addStep(id, { ...ended, status: 'success', position: 1 });
    const failed = await bench.addStep(id, { ...ended, status: 'failed', position: 2 });
    const asked = await bench.addStep(id, { ...rejected, position: 3 });
    await retry(id);
    const statuses = [];
    for (const step of [before, done, failed, asked])
      statuses.push((await bench.step(step)).status);
    expect(statuses).toEqual(['failed', 'success', 'failed', 'cancelled']);
  });

  it('a retry that comes with another one, which has failed by then, follows it', async () => {
    const id = await bench.addTask({ status: 'failed', attempt: 1, finished_at: Date.now() });
    let others = 0;
    const database = bench.afterReads(async () => {
      if ((others += 1) > 1) return;
      await retry(id);
      await bench.settle(await bench.mustClaim(id), { kind: 'success', result: 1 });
      await bench.changeTask(id, { status: 'failed' });
    });
    const again = await tasks(database).retry(PROJECT, id, { extend: null, by: ADA });
    expect(again.status).toBe('pending');
    expect(await bench.claim(id)).toMatchObject({ attempt: 3 });
  });

  it.each(['pending', 'running', 'waiting', 'success'] as const)(
    'a task that is %s is not retried',
    async (status) => {
      const id = await bench.addTask({ status });
      const code = status === 'success' ? 'task_finished' : 'task_not_finished';
      await expect(retry(id)).rejects.toMatchObject({ code });
      expect(await bench.task(id)).toMatchObject({ status, retried_by: null });
    },
  );
});
