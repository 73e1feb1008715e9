import { describe, expect, it } from '@jest/globals';
import { SUCCESS, useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { newId } from '../../base/kernel/ids.js';
import type { RunKey } from '../engine/run-key.js';
import type { Step } from './step.js';
import { type NewRecord, StepStore, type WriteMore } from './step-store.js';

const REPORTS = { phase: null, phaseSince: null, progress: null, events: [], records: [] };

const bench = useEngineBench();

function record(given: Partial<Step> = {}): NewRecord {
  const name = given.name ?? newId();
  const step: Step = {
    id: newId(),
    kind: 'step',
    name,
    occurrence: 0,
    position: 0,
    ordered: true,
    startedAt: Date.now(),
    state: 'new',
    attempts: 1,
    codeAt: null,
    tries: [],
    calledAt: Date.now(),
    dueAt: null,
    ...given,
  };
  return { step, redactedName: name, written: { status: 'success', result: '1' } };
}

function write(run: RunKey, records: readonly NewRecord[], more?: WriteMore): Promise<boolean> {
  return new StepStore(bench.database, bench.transitions).write(run, records, REPORTS, more);
}

describe('the records of steps', () => {
  it('a step that is recorded makes up for the workers that its task has lost before', async () => {
    const run = await bench.addRun({ crashes: 3 });
    expect(await write(run, [record()])).toBe(true);
    await bench.lose(run);
    expect(await bench.task(run.taskId)).toMatchObject({ status: 'pending', crashes: 1 });
  });

  it('a run that has lost its task records no step', async () => {
    const stale = await bench.addRun();
    await bench.lose(stale);
    await bench.claim(stale.taskId);
    const before = await bench.all();
    expect(await write(stale, [record()])).toBe(false);
    expect(await bench.all()).toEqual(before);
  });

  it('a step is not recorded without what is written beside it', async () => {
    const run = await bench.addRun();
    const before = await bench.all();
    const failed = write(run, [record()], () => Promise.reject(new Error('no space')));
    await expect(failed).rejects.toThrow('no space');
    expect(await bench.all()).toEqual(before);
  });

  it('a step that runs for long is recorded with an event, and closed with its task', async () => {
    const [run, step] = [await bench.addRun(), record({ name: 'secret' }).step];
    const store = new StepStore(bench.database, bench.transitions);
    await bench.record(run, { records: [store.running(run, step, '***')] });
    expect(await bench.step(step.id)).toMatchObject({
      task_id: run.taskId,
      status: 'running',
      finished_at: null,
    });
    expect((await bench.eventsOf(run.taskId)).at(-1)).toMatchObject({
      type: 'step',
      data: { id: step.id, name: '***', status: 'running' },
    });
    await bench.settle(run, SUCCESS);
    expect(await bench.step(step.id)).toMatchObject({ status: 'cancelled' });
  });

  it('a run finds the records of its task by position, without those of steps that were cut off', async () => {
    const run = await bench.addRun();
    const add = (position: number, given: Parameters<typeof bench.addStep>[1]): Promise<string> =>
      bench.addStep(run.taskId, { kind: 'step', status: 'running', position, ...given });
    const tool = await add(4, { kind: 'tool' });
    const again = await add(3, { attempts: 2 });
    await add(2, { attempts: 1 });
    const waits = await add(1, { status: 'waiting', wake_at: Date.now() + 500 });
    const done = await add(0, { status: 'success' });
    await bench.addStep(await bench.addTask(), { kind: 'step' });
    const found = await new StepStore(bench.database, bench.transitions).load(run);
    expect(found.map(({ id, status, attempts, left }) => [id, status, attempts, left])).toEqual([
      [done, 'success', 1, null],
      [waits, 'waiting', 1, 500],
      [again, 'waiting', 1, 0],
      [tool, 'running', 1, null],
    ]);
  });
});
