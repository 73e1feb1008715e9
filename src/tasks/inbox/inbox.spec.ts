import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../test/support/engine/engine-rows.js';
import type { TaskStepEntity } from '../../workflow/engine/state/task-step.entity.js';
import { Inbox, MAX_KEPT } from './inbox.service.js';

const bench = useEngineBench('task_inbox');

function inbox(): Inbox {
  const get = async (_projectId: string, id: string) => bench.task(id);
  return new Inbox(bench.database, bench.transitions, { get });
}

const send = (taskId: string, name: string, payload: number): Promise<boolean> =>
  inbox().send(PROJECT, taskId, name, payload);

function take(taskId: string, name: string): Promise<string | null> {
  return bench.database.write((transaction) => inbox().take(transaction, taskId, name));
}

/** Adds a task that waits for an event of this name. */
async function waiting(name: string, given: Partial<TaskStepEntity> = {}) {
  const taskId = await bench.addTask({ status: 'waiting' });
  return { taskId, stepId: await bench.addStep(taskId, { name, ...given }) };
}

describe('the events of a task', () => {
  it('an event ends the wait for it, and its task goes on', async () => {
    const { taskId, stepId } = await waiting('paid');
    expect(await send(taskId, 'paid', 7)).toBe(true);
    expect(await bench.step(stepId)).toMatchObject({ status: 'success', result: '7' });
    expect(await bench.task(taskId)).toMatchObject({ status: 'pending', woken: 1 });
    expect(await take(taskId, 'paid')).toBeNull();
  });

  it('an event that comes when a wait has timed out is kept for the next one', async () => {
    const { taskId, stepId } = await waiting('paid', { wake_at: Date.now() + 1_000 });
    await bench.pass(1_000);
    expect(await send(taskId, 'paid', 7)).toBe(false);
    expect(await bench.step(stepId)).toMatchObject({ status: 'waiting', result: null });
    expect(await take(taskId, 'paid')).toBe('7');
  });

  it('an event ends no wait of another kind, name or task', async () => {
    const { taskId, stepId } = await waiting('paid');
    const approval = await waiting('sent', { kind: 'approval' });
    expect(await send(taskId, 'sent', 1)).toBe(false);
    expect(await send(approval.taskId, 'sent', 1)).toBe(false);
    for (const id of [stepId, approval.stepId])
      expect(await bench.step(id)).toMatchObject({ status: 'waiting' });
  });

  it('events are taken each once, by their name and in the order in which they came', async () => {
    const [one, other] = [await bench.addTask(), await bench.addTask()];
    for (const payload of [1, 2]) await send(one, 'item', payload);
    await send(one, 'else', 3);
    await send(other, 'item', 4);
    const taken = [await take(one, 'item'), await take(one, 'item'), await take(one, 'item')];
    expect(taken).toEqual(['1', '2', null]);
    expect([await take(other, 'item'), await take(one, 'else')]).toEqual(['4', '3']);
  });

  it('a task keeps a limited number of events, and none once it has ended', async () => {
    const id = await bench.addTask();
    await bench.database.execute(
      `WITH RECURSIVE kept(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM kept WHERE n < ?)
       INSERT INTO task_inbox (id, project_id, task_id, name, position, payload, size, created_at)
       SELECT CAST(n AS text), ?, ?, 'item', n, '1', 1, 0 FROM kept`,
      [MAX_KEPT - 1, PROJECT, id],
    );
    expect(await send(id, 'item', 0)).toBe(false);
    await expect(send(id, 'item', 0)).rejects.toMatchObject({ code: 'too_large' });
    await take(id, 'item');
    expect(await send(id, 'item', 0)).toBe(false);
    await bench.cancel(id);
    await expect(send(id, 'item', 0)).rejects.toMatchObject({ code: 'task_finished' });
  });
});
