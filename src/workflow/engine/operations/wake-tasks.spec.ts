import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const bench = useEngineBench();

/** Adds a task that sleeps for `ms` more. */
const addSleeper = (ms: number): Promise<string> =>
  bench.addTask({ status: 'waiting', attempt: 1, wake_at: Date.now() + ms });

describe('wakeDue', () => {
  it('wakeDue wakes the tasks whose time has come and no others', async () => {
    const due = await addSleeper(1_000);
    const later = await addSleeper(1_001);
    const endless = await bench.addTask({ status: 'waiting' });
    await bench.pass(1_000);
    expect(await bench.wakeDue()).toEqual({ woken: [due], more: false });
    expect(await bench.task(due)).toMatchObject({
      status: 'pending',
      woken: 1,
      run_at: Date.now(),
      wake_at: null,
    });
    expect(await bench.statuses(due)).toEqual(['pending']);
    for (const id of [later, endless])
      expect(await bench.task(id)).toMatchObject({ status: 'waiting' });
  });

  it('wakeDue wakes one batch at a time, the longest due first', async () => {
    for (let ms = 1; ms <= 201; ms += 1) await addSleeper(ms);
    const last = await addSleeper(0);
    await bench.pass(1_000);
    const { woken, more } = await bench.wakeDue();
    expect([woken.length, woken.includes(last), more]).toEqual([200, true, true]);
    expect(await bench.wakeDue()).toMatchObject({ woken: { length: 2 }, more: false });
  });

  it('wakeDue reports the tasks of each project to that project', async () => {
    const own = await addSleeper(0);
    const others = await bench.addTask({ project_id: 'b', status: 'waiting', wake_at: 1 });
    await bench.wakeDue();
    expect(
      await bench.database.query(
        'SELECT project_id, task_id, seq FROM task_events ORDER BY 1 DESC',
      ),
    ).toEqual([
      { project_id: 'project', task_id: own, seq: 1 },
      { project_id: 'b', task_id: others, seq: 1 },
    ]);
  });
});

describe('completeStep', () => {
  it('completeStep records the end of a step only once', async () => {
    const run = await bench.addRun();
    const step = await bench.addStep(run.taskId);
    const failed = { status: 'failed', error: { type: 'late', message: 'No.' } } as const;
    expect(
      await Promise.all([
        bench.completeStep(run.taskId, step, failed),
        bench.completeStep(run.taskId, step),
      ]),
    ).toEqual([true, false]);
    expect(await bench.step(step)).toMatchObject({
      status: 'failed',
      result: null,
      error_type: 'late',
      error_message: 'No.',
      finished_at: Date.now(),
    });
    expect((await bench.loadEvents(run.taskId)).filter(({ type }) => type === 'step')).toHaveLength(
      1,
    );
  });

  it('completeStep does not disturb a run that has not stopped yet', async () => {
    const run = await bench.addRun();
    const step = await bench.addStep(run.taskId);
    await bench.completeStep(run.taskId, step);
    expect(await bench.task(run.taskId)).toMatchObject({ status: 'running', fence: run.fence });
    expect(await bench.step(step)).toMatchObject({ status: 'success', result: '1' });
  });
});
