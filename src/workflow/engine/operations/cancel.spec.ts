import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const bench = useEngineBench();

describe('cancel', () => {
  it('cancel ends a task that has not run yet', async () => {
    const id = await bench.addTask();
    expect(await bench.cancel(id)).toBe(true);
    expect(await bench.task(id)).toMatchObject({
      status: 'cancelled',
      error_code: 'cancelled',
      error_message: 'The task was cancelled before it ran.',
      cancel_requested_at: Date.now(),
      finished_at: Date.now(),
    });
    expect(await bench.statuses(id)).toEqual(['cancelled']);
    expect(await bench.claim(id)).toBeNull();
  });

  it('cancel ends a waiting task and its steps', async () => {
    const run = await bench.addRun();
    const step = await bench.addStep(run.taskId);
    await bench.suspend(run, [step]);
    await bench.cancel(run.taskId);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'cancelled',
      error_message: 'The task was cancelled while it waited.',
    });
    expect(await bench.step(step)).toMatchObject({ status: 'cancelled' });
    expect(await bench.completeStep(run.taskId, step)).toBe(false);
  });

  it('cancel ends a task between two attempts and removes the stack of its error', async () => {
    const run = await bench.addRun({ max_attempts: 2 });
    await bench.retryLater(run, 600_000);
    expect(await bench.cancel(run.taskId)).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'cancelled',
      error_code: 'cancelled',
      error_stack: null,
      finished_at: Date.now(),
    });
    expect(await bench.claim(run.taskId)).toBeNull();
  });

  it('cancel asks a running task to end and changes nothing else about it', async () => {
    const run = await bench.addRun();
    const before = await bench.task(run.taskId);
    expect(await bench.cancel(run.taskId)).toBe(true);
    expect(await bench.task(run.taskId)).toEqual({ ...before, cancel_requested_at: Date.now() });
    expect(await bench.statuses(run.taskId)).toEqual(['running']);
    expect(await bench.settle(run, SUCCESS)).toBe(true);
  });

  it('cancel keeps the time of the first request', async () => {
    const run = await bench.addRun();
    await bench.cancel(run.taskId);
    await bench.pass(1_000);
    await bench.cancel(run.taskId);
    expect(await bench.task(run.taskId)).toMatchObject({
      cancel_requested_at: Date.now() - 1_000,
    });
  });

  it('cancel keeps who was the first to ask, even if the first has no name', async () => {
    const by = (id: string) => ({ kind: 'user', id, name: id }) as const;
    for (const first of [by('ada'), null]) {
      const { taskId } = await bench.addRun();
      await bench.cancel(taskId, { by: first });
      const { cancelled_by, cancelled_by_name } = await bench.task(taskId);
      expect([cancelled_by, cancelled_by_name]).toEqual(first ? ['user:ada', 'ada'] : [null, null]);
      await bench.cancel(taskId, { by: by('bob') });
      expect(await bench.task(taskId)).toMatchObject({ cancelled_by, cancelled_by_name });
    }
  });

  it.each(['success', 'failed', 'cancelled'])(
    'cancel changes nothing about a task that has ended as %s',
    async (status) => {
      const id = await bench.addTask({ status, finished_at: Date.now() });
      const before = await bench.all();
      expect(await bench.cancel(id)).toBe(false);
      expect(await bench.all()).toEqual(before);
    },
  );

  it('cancel changes nothing about a task of another project', async () => {
    const id = await bench.addTask();
    expect(await bench.cancel(id, { projectId: 'other' })).toBe(false);
    expect(await bench.task(id)).toMatchObject({ status: 'pending', cancel_requested_at: null });
  });

  it('cancel notifies the parent of the task', async () => {
    const parent = await bench.addRun();
    const child = await bench.addChild(parent.taskId);
    await bench.suspend(parent, [child.stepId]);
    await bench.cancel(child.id);
    expect(await bench.step(child.stepId)).toMatchObject({
      status: 'failed',
      error_type: 'cancelled',
    });
    expect(await bench.task(parent.taskId)).toMatchObject({ status: 'pending' });
  });
});

describe('cancelOrphans', () => {
  it('cancelOrphans ends pending tasks, asks running ones to end and leaves ended ones', async () => {
    const pending = await bench.addTask();
    const { taskId: running } = await bench.addRun();
    await bench.changeTask(running, { worker_id: bench.bus.id });
    const ended = await bench.addTask({ status: 'success', finished_at: Date.now() });
    expect(await bench.cancelOrphans([ended, running, pending])).toEqual([pending, running]);
    expect(await bench.task(pending)).toMatchObject({
      status: 'cancelled',
      error_message: 'The task was cancelled, since the task that it was a part of has ended.',
    });
    expect(await bench.task(running)).toMatchObject({
      status: 'running',
      cancel_requested_at: Date.now(),
    });
    expect(await bench.cancelOrphans([running])).toEqual([]);
  });
});
