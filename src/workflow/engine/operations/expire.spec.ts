import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { expire } from './expire.js';

const bench = useEngineBench();

describe('expire', () => {
  it('expire fails pending and waiting tasks once their deadline has passed', async () => {
    const { versionId } = await bench.addType({ total_timeout_seconds: 60 });
    const limited = { version_id: versionId, deadline_at: Date.now() + 60_000 };
    const pending = await bench.addTask(limited);
    const waiting = await bench.addRun(limited);
    const step = await bench.addStep(waiting.taskId);
    await bench.suspend(waiting, [step]);
    await bench.pass(59_999);
    expect(await bench.expire()).toEqual([]);
    await bench.pass(1);
    expect((await bench.expire()).toSorted()).toEqual([pending, waiting.taskId]);
    for (const id of [pending, waiting.taskId])
      expect(await bench.task(id)).toMatchObject({
        status: 'failed',
        error_code: 'timeout',
        error_message:
          'The task passed its total limit of 60 s (total_timeout_seconds) before it could run to its end.',
        finished_at: Date.now(),
      });
    expect(await bench.step(step)).toMatchObject({ status: 'cancelled' });
    expect(await bench.statuses(pending)).toEqual(['failed']);
    expect(await bench.expire()).toEqual([]);
  });

  it('expire leaves a running task to its own time limit', async () => {
    const run = await bench.addRun({ deadline_at: Date.now() + 1 });
    await bench.pass(1_000);
    expect(await bench.expire()).toEqual([]);
    expect(await bench.task(run.taskId)).toMatchObject({ status: 'running' });
  });

  it('expire leaves a task that was cancelled while it was looked for', async () => {
    const id = await bench.addTask({ deadline_at: Date.now() });
    const database = bench.afterReads(() => bench.cancel(id));
    const { transitions } = bench;
    await expire(
      Object.assign(Object.create(transitions) as typeof transitions, { database }),
      Date.now(),
    );
    expect(await bench.statuses(id)).toEqual(['cancelled']);
    expect(await bench.task(id)).toMatchObject({ status: 'cancelled' });
  });

  it('expire notifies the parent of the task', async () => {
    const parent = await bench.addRun();
    const child = await bench.addChild(parent.taskId);
    const { versionId } = await bench.addType({ total_timeout_seconds: 1 });
    await bench.changeTask(child.id, { version_id: versionId, deadline_at: Date.now() });
    await bench.expire();
    expect(await bench.step(child.stepId)).toMatchObject({
      status: 'failed',
      error_type: 'timeout',
    });
  });
});
