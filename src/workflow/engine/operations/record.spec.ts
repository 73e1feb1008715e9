import { describe, expect, it } from '@jest/globals';
import { logLine, useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { assertHeld } from './held.js';

const bench = useEngineBench();

describe('record', () => {
  it('record stores the reports of a run and keeps values that are not reported again', async () => {
    const run = await bench.addRun();
    await bench.record(run, { phase: 'One', phaseSince: 7, progress: 10 });
    expect(await bench.record(run, { progress: 20, events: [logLine(run, 'a')] })).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'running',
      current_phase: 'One',
      phase_since: 7,
      progress: 20,
    });
    expect((await bench.loadEvents(run.taskId)).at(-1)).toMatchObject({
      type: 'log',
      attempt: 1,
      data: { text: 'a' },
    });
  });
});

describe('assertHeld', () => {
  it('assertHeld throws once the run has lost its task', async () => {
    const [run] = [await bench.addRun(), await bench.addRun()];
    const assert = (): Promise<void> =>
      bench.database.write((transaction) => assertHeld(bench.database, transaction, run));
    await expect(assert()).resolves.toBeUndefined();
    await bench.lose(run);
    await expect(assert()).rejects.toMatchObject({ code: 'conflict' });
    await bench.mustClaim(run.taskId);
    await expect(assert()).rejects.toMatchObject({ code: 'conflict' });
  });
});
