import { afterEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { LocalQueues } from './local-queue.js';
import { RowWatch } from './row-watch.js';

const bench = useEngineBench();
const watches: RowWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
});

/** Creates a watch of a server with this many slots for scripts in the pool '', and records its actions. */
function createWatch(slots: number) {
  const done = { claimed: [] as string[], cancelled: [] as string[], reported: 0 };
  const queues = new LocalQueues();
  queues.script.start(
    { usual: slots, extra: 0 },
    {
      claim: async (projectId, pools) => {
        done.claimed.push(`${projectId} ${pools.join()}`);
        return [];
      },
      run: async () => undefined,
      onFree: () => undefined,
    },
  );
  const watch = new RowWatch(
    bench.database,
    {
      queues,
      registry: { takes: (pool) => pool === '', report: () => (done.reported += 1) },
      workerId: () => 'worker',
      running: () => 1,
      cancel: (taskId) => void done.cancelled.push(taskId),
    },
    pino({ enabled: false }),
  );
  watches.push(watch);
  watch.start();
  return { watch, queues, done };
}

it('a freed slot is reported immediately, and due tasks are sought soon after', async () => {
  await bench.addTask();
  await bench.addTask({ pool: 'gpu' });
  const { watch, done } = createWatch(1);
  watch.slotFreed();
  expect([done.reported, done.claimed]).toEqual([1, []]);
  await bench.pass(100);
  expect(done.claimed).toEqual([`${PROJECT} `]);
});

it('a server without a slot seeks no due tasks, unless some wait there already', async () => {
  await bench.addTask();
  const { watch, queues, done } = createWatch(0);
  watch.trigger();
  await bench.pass(20);
  expect(queues.waiting).toBe(0);
  queues.script.wake({ projectId: 'other', pool: '', count: 1 });
  watch.trigger();
  await bench.pass(20);
  expect([queues.waiting, done.claimed]).toEqual([2, []]);
});

it('cancels are sought once a second and after missed messages, not with every poll', async () => {
  const { watch, done } = createWatch(1);
  await bench.pass(1_300);
  const run = await bench.addRun();
  await bench.changeTask(run.taskId, { cancel_requested_at: Date.now() });
  watch.slotFreed();
  await bench.pass(100);
  expect(done.cancelled).toEqual([]);
  watch.trigger();
  await bench.pass(20);
  expect(done.cancelled).toEqual([run.taskId]);
  await bench.pass(1_300);
  expect(done.cancelled).toEqual([run.taskId, run.taskId]);
});
