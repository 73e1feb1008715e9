import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import type { TaskEntity } from '../../../workflow/engine/state/task.entity.js';
import type { WorkerRows } from '../../../workflow/engine/workers/worker-rows.js';
import type { Pending } from './pending.js';
import { PendingReasons } from './pending-reasons.service.js';
import { toTask } from './task.js';

const LIMITS = { concurrency: 3, agentConcurrency: 2 };
const bench = useEngineBench();

/** Returns the reason why a task waits, on a server that runs tasks beside workers with these tags. */
async function reason(
  id: string,
  { working = true, tags = [] as readonly string[] } = {},
): Promise<Pending | null> {
  const taken: Awaited<ReturnType<WorkerRows['taken']>> = [{ tags, needs: [], onlyTagged: false }];
  const workers = { taken: async () => taken };
  const reasons = new PendingReasons(bench.database, LIMITS, { working }, workers);
  return reasons.of(PROJECT, toTask(await bench.task(id)));
}

const add = (given: Partial<TaskEntity> = {}) => bench.addTask(given);

describe('why a pending task does not run', () => {
  it('a task in the queue waits behind those of a higher priority and older ones, of its lane and pool', async () => {
    const now = Date.now();
    const runs = (given: object) => add({ status: 'running', started_at: now - 1, ...given });
    const [second, first] = [await runs({ name: 'second' }), await runs({ started_at: now - 9 })];
    await runs({ lane: 'agent' });
    await runs({ project_id: 'other' });
    const id = await add({ priority: 1, run_at: now - 5 });
    // These tasks come before it.
    await add({ priority: 2, run_at: now });
    await add({ priority: 1, run_at: now - 6 });
    // These tasks come after it or belong to other queues.
    await add({ priority: 1, run_at: now - 5 });
    await add({ priority: 0, run_at: now - 9 });
    await add({ priority: 2, run_at: now + 1 });
    await add({ priority: 2, lane: 'agent' });
    await add({ priority: 2, pool: 'gpu' });
    await add({ priority: 2, parked: 1, slot_key: 's' });
    await add({ priority: 2, project_id: 'other' });
    expect(await reason(id)).toMatchObject({
      reason: 'queue',
      limit: 3,
      ahead: 2,
      holders: [
        { id: first, since: now - 9 },
        { id: second, name: 'second', since: now - 1 },
      ],
      until: null,
      tags: [],
    });
    const agent = await add({ lane: 'agent', run_at: now - 1 });
    expect(await reason(agent)).toMatchObject({
      limit: 2,
      ahead: 1,
      holders: [{ since: now - 1 }],
    });
  });

  it('a task that a limit of its meta-task holds back names the limit and those that have its slots', async () => {
    const { id: type } = await bench.addType({ concurrency_limit: 1 });
    const slot_key = `${type} "a"`;
    const holder = await add({ status: 'running', started_at: 1, slot_key });
    await add({ status: 'running', started_at: 1, slot_key: `${type} "b"` });
    const parked = { parked: 1, slot_key };
    await add({ ...parked, run_at: Date.now() - 1 });
    const id = await add(parked);
    await add({ parked: 1, slot_key: `${type} "b"`, run_at: 0 });
    expect(await reason(id)).toMatchObject({
      reason: 'concurrency_limit',
      key: '"a"',
      limit: 1,
      ahead: 1,
      holders: [{ id: holder }],
    });
    await bench.addVersion(type, { concurrency_limit: 4 });
    expect(await reason(id)).toMatchObject({ limit: 4 });
  });

  it('a task that no worker takes says so, with the tags that none has', async () => {
    const [plain, tagged] = [await add(), await add({ pool: 'gpu large' })];
    expect(await reason(plain, { working: false })).toMatchObject({
      reason: 'no_worker',
      tags: [],
    });
    expect(await reason(tagged, { tags: ['gpu'] })).toMatchObject({
      reason: 'no_worker',
      tags: ['gpu', 'large'],
    });
    expect(await reason(tagged, { tags: ['gpu', 'large'] })).toMatchObject({ reason: 'queue' });
  });

  it('a task whose time has not come is asked for nothing else', async () => {
    const until = Date.now() + 1;
    const [later, again] = [
      await add({ run_at: until }),
      await add({ run_at: until, attempt: 1, error_code: 'script_error' }),
    ];
    const none = { limit: null, holders: [], ahead: null };
    expect(await reason(later, { working: false })).toMatchObject({
      reason: 'not_before',
      until,
      ...none,
    });
    expect(await reason(again)).toMatchObject({ reason: 'retry_delay', until, ...none });
    expect(await reason(await add({ status: 'running' }))).toBeNull();
  });
});
