import { afterEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import type { Lane } from './lane.js';
import { RowWatch } from './row-watch.js';

const bench = useEngineBench();
const watches: RowWatch[] = [];
afterEach(() => {
  for (const watch of watches.splice(0)) watch.stop();
});

/** A watch of a server with so many free slots, and what it has done. */
function watchOf(free: number) {
  const done = { offered: [] as string[], cancelled: [] as string[], reported: 0 };
  const server = { free };
  const watch = new RowWatch(
    bench.database,
    {
      workerId: () => 'worker',
      running: () => 1,
      free: (lane: Lane) => (lane === 'script' ? server.free : 0),
      waits: () => false,
      more: () => undefined,
      takes: () => true,
      offer: ({ taskId }) => void done.offered.push(taskId),
      cancel: (taskId) => void done.cancelled.push(taskId),
      reportFree: () => (done.reported += 1),
    },
    pino({ enabled: false }),
  );
  watches.push(watch);
  watch.start();
  return { watch, server, done };
}

it('a freed slot is reported immediately, and due tasks are sought if it is still free soon after', async () => {
  const due = await bench.addTask();
  const { watch, server, done } = watchOf(0);
  watch.relieved();
  expect(done.reported).toBe(1);
  // Another server has sent a task for it.
  await bench.pass(100);
  expect(done.offered).toEqual([]);
  server.free = 1;
  watch.relieved();
  await bench.pass(100);
  expect([done.offered, done.reported]).toEqual([[due], 2]);
});

it('cancels are sought once a second and after missed messages, not with every poll', async () => {
  const { watch, done } = watchOf(1);
  await bench.pass(1_300);
  const run = await bench.addRun();
  await bench.changeTask(run.taskId, { cancel_requested_at: Date.now() });
  watch.relieved();
  await bench.pass(100);
  expect(done.cancelled).toEqual([]);
  watch.poke();
  await bench.pass(20);
  expect(done.cancelled).toEqual([run.taskId]);
  await bench.pass(1_300);
  expect(done.cancelled).toEqual([run.taskId, run.taskId]);
});
