import { describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';

const bench = useEngineBench();

describe('claim', () => {
  it('claim gives a due task to a worker with a new attempt and a fencing token', async () => {
    const id = await bench.addTask();
    expect(await bench.claim(id, { worker: 'a' })).toMatchObject({ attempt: 1, fence: 1 });
    expect(await bench.task(id)).toMatchObject({
      status: 'running',
      attempt: 1,
      fence: 1,
      worker_id: 'a',
      lease_until: null,
      started_at: Date.now(),
    });
    expect(await bench.statuses(id)).toEqual(['running']);
  });

  it('claim gives a task to only one of two workers that ask at the same time', async () => {
    const id = await bench.addTask();
    const both = await Promise.all(['a', 'b'].map((worker) => bench.claim(id, { worker })));
    expect(both.filter((run) => run !== null)).toHaveLength(1);
    expect(await bench.task(id)).toMatchObject({ attempt: 1, fence: 1 });
    expect(await bench.statuses(id)).toEqual(['running']);
  });

  it.each(['running', 'waiting', 'success', 'failed', 'cancelled'])(
    'claim changes nothing about a task that is %s',
    async (status) => {
      const id = await bench.addTask({ status });
      const before = await bench.all();
      expect(await bench.claim(id)).toBeNull();
      expect(await bench.all()).toEqual(before);
    },
  );

  it('claim does not give out a task before its time', async () => {
    const id = await bench.addTask({ run_at: Date.now() + 1_000 });
    await bench.pass(999);
    expect(await bench.claim(id)).toBeNull();
    await bench.pass(1);
    expect(await bench.claim(id)).not.toBeNull();
  });

  it('claim does not give out a task whose deadline has passed', async () => {
    const [late, inTime] = [
      await bench.addTask({ deadline_at: Date.now() + 1_000 }),
      await bench.addTask({ deadline_at: Date.now() + 1_001 }),
    ];
    await bench.pass(1_000);
    expect(await bench.claim(late)).toBeNull();
    expect(await bench.claim(inTime)).not.toBeNull();
  });

  it('claim clears what the previous attempt reported', async () => {
    const id = await bench.addTask({
      attempt: 1,
      progress: 40,
      current_phase: 'One',
      cpu_ms: 5,
      peak_memory_bytes: 6,
      error_code: 'script_error',
      error_message: 'It broke.',
      error_stack: 'at run',
    });
    await bench.claim(id);
    expect(await bench.task(id)).toMatchObject({
      attempt: 2,
      progress: 0,
      current_phase: null,
      cpu_ms: null,
      peak_memory_bytes: null,
      error_code: null,
      error_message: null,
      error_stack: null,
    });
  });

  it('claim continues the same attempt after a wait and keeps its reports', async () => {
    const shown = { attempt: 1, progress: 40, current_phase: 'One', cpu_ms: 5, started_at: 7 };
    const id = await bench.addTask({ ...shown, woken: 1, fence: 1 });
    expect(await bench.claim(id)).toMatchObject({ attempt: 1, fence: 2 });
    expect(await bench.task(id)).toMatchObject(shown);
  });
});

describe('claimDue', () => {
  it('claimDue takes the highest priority first, of one priority what is due longest', async () => {
    const now = Date.now();
    const late = await bench.addTask({ run_at: now - 1 });
    const later = await bench.addTask({ run_at: now });
    const high = await bench.addTask({ priority: 5 });
    await bench.addTask({ priority: 9, run_at: now + 1 });
    await bench.addTask({ priority: 9, deadline_at: now });
    await bench.addTask({ priority: 9, parked: 1, slot_key: 'key' });
    await bench.addTask({ priority: 9, lane: 'agent' });
    await bench.addTask({ priority: 9, project_id: 'other' });
    expect(await bench.claimDue({ count: 2 })).toEqual([high, late]);
    expect(await bench.claimDue()).toEqual([later]);
    expect(await bench.claimDue()).toEqual([]);
    expect(await bench.statuses(high)).toEqual(['running']);
  });

  it('claimDue takes tasks of the given pools only, by priority across the pools', async () => {
    const plain = await bench.addTask();
    const low = await bench.addTask({ pool: 'gpu', priority: -1 });
    const high = await bench.addTask({ pool: 'gpu', priority: 1 });
    await bench.addTask({ pool: 'gpu eu' });
    expect(await bench.claimDue({ pools: ['', 'gpu'] })).toEqual([high, plain, low]);
  });

  it('claims at the same time give each task to one of them', async () => {
    const ids = [await bench.addTask(), await bench.addTask(), await bench.addTask()];
    const all = await Promise.all([bench.claimDue({ count: 2 }), bench.claimDue({ count: 2 })]);
    expect(all.flat().toSorted()).toEqual(ids.toSorted());
  });
});
