import { describe, expect, it } from '@jest/globals';
import { logLine, SUCCESS, useEngineBench } from '../../../test/support/engine/engine-bench.js';
import { newId } from '../../base/kernel/ids.js';
import type { RunKey } from '../engine/runs/run-key.js';
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

  it('a step is recorded with what its run has reported before', async () => {
    const run = await bench.addRun();
    const reports = { ...REPORTS, phase: 'One', phaseSince: 7, progress: 5 };
    const store = new StepStore(bench.database, bench.transitions);
    await store.write(run, [record()], { ...reports, events: [logLine(run, 'before')] });
    expect(await bench.task(run.taskId)).toMatchObject({
      current_phase: 'One',
      phase_since: 7,
      progress: 5,
    });
    await write(run, [record()]);
    expect(await bench.task(run.taskId)).toMatchObject({ current_phase: 'One', progress: 5 });
    const types = (await bench.loadEvents(run.taskId)).map(({ type }) => type);
    expect(types).toEqual(['status', 'log', 'step', 'step']);
  });

  it('a step has an end once it neither waits nor runs, and is completed once it waits no longer', async () => {
    const run = await bench.addRun();
    const store = new StepStore(bench.database, bench.transitions);
    const waits = await bench.addStep(run.taskId);
    const runs = await bench.addStep(run.taskId, { status: 'running' });
    const done = await bench.addStep(run.taskId, { status: 'success', result: '1' });
    const failed = await bench.addStep(run.taskId, { status: 'failed', error_type: 'E' });
    const all = [waits, runs, done, failed];
    const ends = await Promise.all(all.map((id) => store.end(run, id)));
    expect(ends.map((end) => end?.status ?? null)).toEqual([null, null, 'success', 'failed']);
    expect(await store.end(await bench.addRun(), done)).toBeNull();
    expect(await store.completed(run, [waits, done])).toEqual([done]);
    expect([...(await store.ends(run, [waits, done])).keys()]).toEqual([done]);
  });

  it('a later record of a step takes the place of the earlier one, whose detail stays unless there is a new one', async () => {
    const run = await bench.addRun();
    const first = record({ kind: 'event' });
    const details: (string | null)[] = [];
    for (const detail of ['"a"', null, '"b"']) {
      await write(run, [{ ...first, written: { status: 'waiting', waitsMs: 5, detail } }]);
      details.push((await bench.step(first.step.id)).detail);
    }
    expect(details).toEqual(['"a"', '"a"', '"b"']);
    expect(await bench.step(first.step.id)).toMatchObject({
      wake_at: Date.now() + 5,
      result: null,
    });
    await write(run, [first]);
    expect(await bench.step(first.step.id)).toMatchObject({
      status: 'success',
      result: '1',
      wake_at: null,
      finished_at: Date.now(),
    });
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
    expect((await bench.loadEvents(run.taskId)).at(-1)).toMatchObject({
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
    const mcp = await add(5, { kind: 'mcp', detail: '{}' });
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
      [mcp, 'running', 1, null],
    ]);
  });
});
