import { describe, expect, it } from '@jest/globals';
import { logLine, SUCCESS, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import type { RunKey } from '../runs/run-key.js';

const bench = useEngineBench();

/** Writes of a run to its task and of a server about it. Each returns whether it has taken effect. */
const OPERATIONS: readonly [string, (run: RunKey) => Promise<boolean>][] = [
  ['record', (run) => bench.record(run, { progress: 20, events: [logLine(run, 'a')] })],
  ['settle', (run) => bench.settle(run, SUCCESS, { reported: { events: [logLine(run, 'a')] } })],
  ['suspend', (run) => bench.suspend(run, ['step'])],
  ['retryLater', (run) => bench.retryLater(run, 0)],
  ['release', (run) => bench.release(run, { events: [logLine(run, 'a')] })],
  ['lose', (run) => bench.lose(run)],
];

describe.each(OPERATIONS)('%s', (_, operation) => {
  it('an operation of a run changes no other task that runs', async () => {
    const other = await bench.addRun({ max_attempts: 2 });
    const run = await bench.addRun({ max_attempts: 2 });
    const before = await bench.task(other.taskId);
    expect(await operation(run)).toBe(true);
    expect(await bench.task(other.taskId)).toEqual(before);
    expect(await bench.statuses(other.taskId)).toEqual(['running']);
  });

  it.each([
    [
      'runs elsewhere',
      async (run: RunKey) => [await bench.lose(run), await bench.claim(run.taskId)],
    ],
    ['has ended', (run: RunKey) => bench.settle(run, SUCCESS)],
  ])('an operation of a run changes nothing where its task %s', async (_what, moveOn) => {
    const run = await bench.addRun({ max_attempts: 3 });
    await moveOn(run);
    const before = [await bench.task(run.taskId), await bench.loadEvents(run.taskId)];
    expect(await operation(run)).toBe(false);
    expect([await bench.task(run.taskId), await bench.loadEvents(run.taskId)]).toEqual(before);
  });
});
