import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { cancelledRuns } from '../queue/row-watch.js';
import { findDueProjects } from './due-projects.js';

const bench = useEngineBench();

describe('findDueProjects', () => {
  it('findDueProjects names each project with due tasks once for each lane and pool', async () => {
    const now = Date.now();
    await bench.addTask({ run_at: now - 1 });
    await bench.addTask({ run_at: now, priority: 5 });
    await bench.addTask({ pool: 'gpu' });
    await bench.addTask({ lane: 'agent' });
    await bench.addTask({ project_id: 'later', run_at: now + 1 });
    await bench.addTask({ project_id: 'blocked', parked: 1, slot_key: 'key' });
    await bench.addRun({ project_id: 'running' });
    const { due, pools } = await findDueProjects(bench.database);
    const names = due.map(({ lane, projectId, pool }) => `${lane} ${projectId} ${pool}`);
    expect(names.toSorted()).toEqual([
      `agent ${PROJECT} `,
      `script ${PROJECT} `,
      `script ${PROJECT} gpu`,
    ]);
    expect(pools.toSorted()).toEqual(['', 'gpu']);
    const agents = await findDueProjects(bench.database, 0, ['agent']);
    expect(agents.due).toEqual([{ lane: 'agent', projectId: PROJECT, pool: '' }]);
  });

  it('findDueProjects finds what became due since the last call, and the time of the next task', async () => {
    await bench.addTask();
    await bench.addTask({ project_id: 'next', run_at: Date.now() + 1_000 });
    await bench.addTask({ project_id: 'last', run_at: Date.now() + 2_000 });
    const { at, nextAt } = await findDueProjects(bench.database);
    expect([at, nextAt]).toEqual([Date.now(), Date.now() + 1_000]);
    await bench.pass(1_000);
    const later = await findDueProjects(bench.database, at);
    expect(later.due.map(({ projectId }) => projectId)).toEqual(['next']);
    expect(later.nextAt).toBe(Date.now() + 1_000);
  });

  it('findDueProjects returns the time even if there are no tasks', async () => {
    const nothing = { due: [], pools: [], at: Date.now(), nextAt: null };
    expect(await findDueProjects(bench.database)).toEqual(nothing);
  });
});

it('cancelledRuns names the runs of one server that are to be cancelled', async () => {
  const [mine, other] = [await bench.addRun(), await bench.addRun()];
  await bench.addRun();
  for (const { taskId } of [mine, other])
    await bench.changeTask(taskId, { cancel_requested_at: Date.now() });
  await bench.changeTask(other.taskId, { worker_id: 'other' });
  expect(await cancelledRuns(bench.database, 'worker')).toEqual([mine.taskId]);
});
