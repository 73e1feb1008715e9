import { expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { cancelledRuns } from './cancelled-runs.js';
import { dueNow } from './due-now.js';

const bench = useEngineBench();

async function found(script: number, agent = 0): Promise<string[]> {
  const wanted = [
    { lane: 'script' as const, count: script, of: () => true },
    { lane: 'agent' as const, count: agent, of: () => true },
  ];
  return (await dueNow(bench.database, wanted)).hints.map(({ taskId }) => taskId);
}

it('dueNow finds due tasks of the wanted lanes by priority, then the longest due first', async () => {
  const now = Date.now();
  const late = await bench.addTask({ run_at: now - 1 });
  const later = await bench.addTask({ run_at: now });
  const high = await bench.addTask({ priority: 5 });
  const agent = await bench.addTask({ lane: 'agent' });
  await bench.addTask({ run_at: now + 1 });
  await bench.addTask({ parked: 1, slot_key: 'k' });
  await bench.addRun();
  expect(await found(8, 8)).toEqual([high, late, later, agent]);
  expect(await found(2)).toEqual([high, late]);
  expect(await found(0, 1)).toEqual([agent]);
  expect(await found(0)).toEqual([]);
});

it('dueNow divides its count equally among projects, or takes some of them if there are too many', async () => {
  for (const project_id of ['a', 'b', 'c', 'd'])
    for (let n = 0; n < 5; n += 1) await bench.addTask({ project_id });
  const projects = async (count: number): Promise<string[]> => {
    const { hints } = await dueNow(bench.database, [{ lane: 'script', count, of: () => true }]);
    return hints.map(({ projectId }) => projectId);
  };
  expect((await projects(8)).toSorted()).toEqual(['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd']);
  expect(new Set(await projects(2)).size).toBe(2);
});

it('dueNow respects the given projects and pools, and reports which of them may have more', async () => {
  for (const project_id of ['a', 'b', 'c']) {
    await bench.addTask({ project_id });
    await bench.addTask({ project_id, priority: 5 });
  }
  await bench.addTask({ project_id: 'c', pool: 'gpu', priority: 9 });
  const of = (projectId: string): boolean => projectId !== 'a';
  const found = await dueNow(
    bench.database,
    [{ lane: 'script', count: 2, of }],
    (pool) => pool === '',
  );
  const levels = found.hints.map(({ projectId, priority }) => `${projectId} ${priority}`);
  expect(levels.toSorted()).toEqual(['b 5', 'c 5']);
  expect(found.more.toSorted((one, other) => (one.projectId < other.projectId ? -1 : 1))).toEqual([
    { lane: 'script', projectId: 'b', priority: 5 },
    { lane: 'script', projectId: 'c', priority: 5 },
  ]);
  const all = await dueNow(bench.database, [{ lane: 'script', count: 8, of }]);
  expect([all.hints.length, all.more]).toEqual([5, []]);
});

it('cancelledRuns names the runs of one server that are to be cancelled', async () => {
  const [mine, other] = [await bench.addRun(), await bench.addRun()];
  await bench.addRun();
  for (const { taskId } of [mine, other])
    await bench.changeTask(taskId, { cancel_requested_at: Date.now() });
  await bench.changeTask(other.taskId, { worker_id: 'other' });
  expect(await cancelledRuns(bench.database, 'worker')).toEqual([mine.taskId]);
});
