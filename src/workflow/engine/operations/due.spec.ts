import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import type { Lane } from '../dispatch/lane.js';
import { due } from './due.js';

const bench = useEngineBench();

async function dueIds(
  since = 0,
  projectId: string | null = null,
  lane: Lane = 'script',
): Promise<string[]> {
  const { hints } = await due(bench.database, lane, since, projectId);
  return hints.map(({ taskId }) => taskId);
}

describe('due', () => {
  it('due finds the tasks that may run now by priority, then the longest due first', async () => {
    const now = Date.now();
    const second = await bench.addTask({ run_at: now - 1 });
    const first = await bench.addTask({ run_at: now - 2 });
    const high = await bench.addTask({ priority: 5 });
    await bench.addTask({ parked: 1, slot_key: 'key' });
    await bench.addRun();
    expect(await dueIds()).toEqual([high, first, second]);
  });

  it('due finds the tasks that became due since the last call, and the time of the next one', async () => {
    await bench.addTask();
    const next = await bench.addTask({ run_at: Date.now() + 1_000 });
    await bench.addTask({ run_at: Date.now() + 2_000 });
    const { at, nextAt } = await due(bench.database, 'script', 0);
    expect([at, nextAt]).toEqual([Date.now(), Date.now() + 1_000]);
    await bench.pass(1_000);
    expect(await dueIds(at)).toEqual([next]);
  });

  it('due finds the tasks of every project or of a single one', async () => {
    const own = await bench.addTask();
    const others = await bench.addTask({ project_id: 'b' });
    expect(await dueIds()).toEqual([others, own]);
    expect(await dueIds(0, PROJECT)).toEqual([own]);
  });

  it('due finds the tasks of each lane separately', async () => {
    const script = await bench.addTask();
    const agent = await bench.addTask({ lane: 'agent', run_at: Date.now() - 1 });
    expect(await dueIds()).toEqual([script]);
    expect(await dueIds(0, null, 'agent')).toEqual([agent]);
    expect(await dueIds(0, PROJECT, 'agent')).toEqual([agent]);
  });

  it('due reports the project and priority that have more tasks than it returned', async () => {
    await bench.database.execute(
      `INSERT INTO tasks (id, project_id, version_id, task_type, task_type_version, name, status, progress,
         params, attempt, crashes, fence, priority, run_at, created_at)
       WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 1001)
       SELECT n, 'flood', 'version', 'type', 1, 'task', 'pending', 0, '{}', 0, 0, 0, 3, n, n FROM number`,
    );
    await bench.addTask();
    const { hints, more } = await due(bench.database, 'script', 0);
    expect(hints).toHaveLength(1_001);
    expect(more).toEqual([{ projectId: 'flood', priority: 3, pool: '' }]);
  });
});
