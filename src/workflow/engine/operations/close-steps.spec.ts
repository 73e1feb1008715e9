import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const bench = useEngineBench();

describe('the steps of a run that has ended', () => {
  it.each([
    ['loses its worker', (run) => bench.lose(run)],
    ['is released', (run) => bench.release(run)],
    ['is tried again', (run) => bench.retryLater(run, 0)],
  ] satisfies [string, (run: Awaited<ReturnType<typeof bench.addRun>>) => Promise<boolean>][])(
    'a step that was cut off keeps its attempts where its run %s, and waits if it was tried before',
    async (_, end) => {
      const run = await bench.addRun({ max_attempts: 2 });
      const again = await bench.addStep(run.taskId, { status: 'running', attempts: 3 });
      const first = await bench.addStep(run.taskId, { status: 'running', attempts: 1 });
      const waits = await bench.addStep(run.taskId, { attempts: 2 });
      const others = await bench.addStep((await bench.addRun()).taskId, { status: 'running' });
      expect(await end(run)).toBe(true);
      const at = Date.now();
      expect(await bench.step(again)).toMatchObject({
        status: 'waiting',
        attempts: 2,
        wake_at: at,
        finished_at: null,
      });
      expect(await bench.step(first)).toMatchObject({
        status: 'cancelled',
        attempts: 1,
        wake_at: null,
        finished_at: at,
      });
      expect(await bench.step(waits)).toMatchObject({ status: 'waiting', attempts: 2 });
      expect(await bench.step(others)).toMatchObject({ status: 'running' });
    },
  );

  it('the end of a task ends its steps that wait or run, and no others', async () => {
    const [run, other] = [await bench.addRun(), await bench.addRun()];
    const open = [
      await bench.addStep(run.taskId, { wake_at: Date.now() + 1_000 }),
      await bench.addStep(run.taskId, { status: 'running', attempts: 2 }),
    ];
    const done = await bench.addStep(run.taskId, { status: 'success', finished_at: 1 });
    const waits = await bench.addStep(other.taskId);
    const runs = await bench.addStep(other.taskId, { status: 'running' });
    await bench.settle(run, SUCCESS);
    for (const id of open)
      expect(await bench.step(id)).toMatchObject({
        status: 'cancelled',
        wake_at: null,
        finished_at: Date.now(),
      });
    expect(await bench.step(done)).toMatchObject({ status: 'success', finished_at: 1 });
    expect(await bench.step(waits)).toMatchObject({ status: 'waiting' });
    expect(await bench.step(runs)).toMatchObject({ status: 'running' });
  });

  it('the end of a task cancels its approvals, except those whose time had passed before', async () => {
    const run = await bench.addRun();
    const late = await bench.addApproval(run.taskId, Date.now());
    const soon = await bench.addApproval(run.taskId, Date.now() + 1);
    const endless = await bench.addApproval(run.taskId, null);
    const approved = await bench.addApproval(run.taskId, null);
    const decided = "UPDATE approvals SET status = 'approved', decided_at = 1 WHERE id = ?";
    await bench.database.execute(decided, [approved]);
    await bench.addApproval((await bench.addRun()).taskId, null);
    await bench.settle(run, SUCCESS);
    const rows = await bench.database.query<{ id: string; status: string }>(
      'SELECT id, status FROM approvals WHERE decided_at IS NOT NULL',
    );
    expect(Object.fromEntries(rows.map(({ id, status }) => [id, status]))).toEqual({
      [late]: 'expired',
      [soon]: 'cancelled',
      [endless]: 'cancelled',
      [approved]: 'approved',
    });
  });
});
