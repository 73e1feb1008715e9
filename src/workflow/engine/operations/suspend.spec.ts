import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { taskWakes } from '../state/messages.js';

const bench = useEngineBench();

/** Starts to collect wake times. The returned function stops and returns them. */
function waking(): () => unknown[] {
  const wakes: unknown[] = [];
  const unsubscribe = bench.bus.subscribe(taskWakes, (wake) => wakes.push(wake));
  return () => {
    unsubscribe();
    return wakes;
  };
}

describe('suspend', () => {
  it('suspend makes a task wait without a worker and keeps the reports and usage of its run', async () => {
    const run = await bench.addRun({ crashes: 1 });
    const step = await bench.addStep(run.taskId);
    const reported = { progress: 30, phase: 'Waits' };
    expect(
      await bench.suspend(run, [step], { reported, usage: { cpuMs: 3, peakMemoryBytes: 4 } }),
    ).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'waiting',
      worker_id: null,
      lease_until: null,
      wake_at: null,
      attempt: 1,
      crashes: 0,
      progress: 30,
      current_phase: 'Waits',
      cpu_ms: 3,
      peak_memory_bytes: 4,
    });
    expect(await bench.statuses(run.taskId)).toEqual(['running', 'waiting']);
  });

  it('a suspended task wakes at the earliest time of its steps', async () => {
    const run = await bench.addRun();
    const steps = [
      await bench.addStep(run.taskId, { kind: 'sleep', wake_at: Date.now() + 2_000 }),
      await bench.addStep(run.taskId, { kind: 'sleep', wake_at: Date.now() + 1_000 }),
      await bench.addStep(run.taskId),
    ];
    const wakes = waking();
    await bench.suspend(run, steps);
    expect(await bench.task(run.taskId)).toMatchObject({ wake_at: Date.now() + 1_000 });
    expect(wakes()).toEqual([{ taskId: run.taskId, ms: 1_000 }]);
  });

  it.each([
    ['is there by now', { status: 'success' }],
    ['is due', { kind: 'sleep', wake_at: Date.UTC(2020, 0, 1) }],
  ])('a suspended task resumes immediately when one of its steps %s', async (_what, given) => {
    const run = await bench.addRun();
    const steps = [await bench.addStep(run.taskId), await bench.addStep(run.taskId, given)];
    await bench.suspend(run, steps);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'pending',
      woken: 1,
      run_at: Date.now(),
    });
    expect(await bench.statuses(run.taskId)).toEqual(['running', 'waiting', 'pending']);
  });

  it('no completion is lost, whether it comes before or after the suspend', async () => {
    for (const completedFirst of [true, false]) {
      const run = await bench.addRun();
      const step = await bench.addStep(run.taskId);
      const suspended = (): Promise<boolean> => bench.suspend(run, [step]);
      const completed = (): Promise<boolean> => bench.completeStep(run.taskId, step);
      const both = completedFirst ? [completed(), suspended()] : [suspended(), completed()];
      expect(await Promise.all(both)).toEqual([true, true]);
      expect(await bench.task(run.taskId)).toMatchObject({ status: 'pending', woken: 1 });
    }
  });

  it('suspend ends the task as cancelled when a cancel was requested', async () => {
    const run = await bench.addRun();
    const step = await bench.addStep(run.taskId);
    await bench.cancel(run.taskId);
    await bench.suspend(run, [step]);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'cancelled',
      error_code: 'cancelled',
      finished_at: Date.now(),
    });
    expect(await bench.step(step)).toMatchObject({ status: 'cancelled' });
  });

  it('a task that waits for all tasks of one call resumes only after the last of them', async () => {
    const run = await bench.addRun();
    const [first, last] = [await bench.addChild(run.taskId), await bench.addChild(run.taskId)];
    await bench.suspend(run, [first.stepId, last.stepId], { together: true });
    await bench.settle(await bench.mustClaim(first.id), SUCCESS);
    expect(await bench.task(run.taskId)).toMatchObject({ status: 'waiting', wake_at: null });
    await bench.settle(await bench.mustClaim(last.id), SUCCESS);
    expect(await bench.task(run.taskId)).toMatchObject({ status: 'pending' });
  });

  it('a task that waits for an event and a task resumes once the task has ended, or has before', async () => {
    for (const endedFirst of [true, false]) {
      const run = await bench.addRun();
      const child = await bench.addChild(run.taskId);
      const event = await bench.addStep(run.taskId);
      const end = async (): Promise<unknown> =>
        bench.settle(await bench.mustClaim(child.id), SUCCESS);
      if (endedFirst) await end();
      await bench.suspend(run, [child.stepId, event], { together: true });
      if (!endedFirst) await end();
      expect(await bench.task(run.taskId)).toMatchObject({ status: 'pending', woken: 1 });
    }
  });

  it.each([
    ['1 s after a short wait', 10, 1_000],
    ['as long again', 7_000, 7_000],
    ['a minute after a long wait', 3_600_000, 60_000],
  ])(
    'a task that waits for several tasks is woken by the first one: %s',
    async (_when, waitedMs, laterMs) => {
      const run = await bench.addRun();
      const [first, other] = [await bench.addChild(run.taskId), await bench.addChild(run.taskId)];
      await bench.suspend(run, [first.stepId, other.stepId]);
      await bench.pass(waitedMs);
      const wakes = waking();
      await bench.settle(await bench.mustClaim(first.id), SUCCESS);
      expect(wakes()).toEqual([{ taskId: run.taskId, ms: laterMs }]);
      expect(await bench.task(run.taskId)).toMatchObject({
        status: 'waiting',
        wake_at: Date.now() + laterMs,
      });
    },
  );
});
