import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import type { TaskStepEntity } from '../../../workflow/engine/state/task-step.entity.js';
import { copySteps, stepsBefore } from './copied-steps.js';

const bench = useEngineBench();

/** Adds steps of a task in order and returns their ids. */
async function addSteps(task: string, ...given: readonly Partial<TaskStepEntity>[]) {
  const ids: string[] = [];
  for (const [position, each] of given.entries()) {
    const ended = { kind: 'step', status: 'success', result: '1', finished_at: 10 } as const;
    ids.push(await bench.addStep(task, { position, ...ended, ...each }));
  }
  return ids;
}

const before = (task: string, step = '', project = PROJECT) =>
  stepsBefore(bench.database, project, task, step);

describe('the steps that a task made again begins with', () => {
  it('the steps before one are taken over, and where steps overlap those that had ended by then', async () => {
    const task = await bench.addTask({ status: 'failed' });
    const ids = await addSteps(
      task,
      { finished_at: 20 },
      { finished_at: 21 },
      { started_at: 20, ordered: true },
      { started_at: 20, ordered: false },
    );
    expect(await before(task, ids[2])).toEqual(ids.slice(0, 2));
    expect(await before(task, ids[3])).toEqual([ids[0], ids[2]]);
    await expect(before(task, ids[2], 'another project')).rejects.toThrow('no step');
    await expect(before(await bench.addTask(), ids[2])).rejects.toThrow('no step');
  });

  it.each<[string, Partial<TaskStepEntity>]>([
    ['a decision', { kind: 'approval' }],
    ['a step that waits', { status: 'waiting' }],
    ['a step that was cancelled', { status: 'cancelled' }],
  ])('no task is made again from behind %s', async (_, given) => {
    const task = await bench.addTask({ status: 'failed' });
    const [, second] = await addSteps(task, given, {});
    await expect(before(task, second)).rejects.toMatchObject({ code: 'rerun_refused' });
  });

  it('copied steps are the records of the new task, and those of the old one stay', async () => {
    const [old, made] = [await bench.addTask({ status: 'failed' }), await bench.addTask()];
    const ids = await addSteps(old, { name: 'a' }, { name: 'b', status: 'failed', result: null });
    await bench.database.write((transaction) => copySteps(transaction, PROJECT, ids, made));
    const sql = 'SELECT name, status, result FROM task_steps WHERE task_id = ? ORDER BY position';
    const rows = await bench.database.query(sql, [made]);
    expect(rows).toEqual([
      { name: 'a', status: 'success', result: '1' },
      { name: 'b', status: 'failed', result: null },
    ]);
    expect(await bench.database.query(sql, [old])).toEqual(rows);
    expect(await bench.task(made)).toMatchObject({ step_count: 2 });
  });
});
