import { afterEach, describe, expect, it } from '@jest/globals';
import { FAILURE, useEngineBench } from '../../../test/support/engine/engine-bench.js';
import type { RunKey } from '../engine/runs/run-key.js';
import { RunRecorder } from '../engine/runs/run-recorder.js';
import { record } from '../engine/operations/record.js';
import { Journal } from './journal.js';
import { StepStore } from './step-store.js';
import { parseTries } from './tries.js';

/** Time after which a running step is recorded, in ms. */
const SHORT_MS = 50;
/** Interval at which completions are polled, in ms. */
const POLL_MS = 1_000;

const bench = useEngineBench();
const open: Journal[] = [];
afterEach(() => {
  for (const journal of open.splice(0)) journal.close();
});

/** Returns the journal of a run that redacts "secret". */
function openJournal(run: RunKey, given: { woken?: boolean; recorded?: boolean } = {}): Journal {
  const recorder = new RunRecorder(run, (recorded) => record(bench.transitions, run, recorded));
  const journal = new Journal(new StepStore(bench.database, bench.transitions), {
    ...run,
    woken: false,
    recorded: false,
    ...given,
    redact: (text) => text.replaceAll('secret', '***'),
    reports: recorder,
    onClose: () => undefined,
  });
  open.push(journal);
  return journal;
}

/** Returns a call of a script that records whether it may be suspended. */
function newCall(id: number): { id: number; long: boolean; expectLongWait(): void } {
  const call = { id, long: false, expectLongWait: () => void (call.long = true) };
  return call;
}

const DONE = { status: 'success', result: '1' } as const;

describe('the journal of a run', () => {
  it('steps that overlap are recorded as such, and those behind them', async () => {
    const journal = openJournal(await bench.addRun());
    const first = await journal.begin('step', 'first');
    await journal.end(first, DONE);
    const second = await journal.begin('step', 'second');
    journal.leavesOpen(second);
    const third = await journal.begin('step', 'third');
    journal.resumes(second);
    const fourth = await journal.begin('step', 'fourth');
    for (const step of [second, third, fourth]) await journal.end(step, DONE);
    const fifth = await journal.begin('step', 'fifth');
    const steps = [first, second, third, fourth, fifth];
    expect(steps.map(({ ordered }) => ordered)).toEqual([true, true, true, false, false]);
    expect(steps.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  });

  it('the steps of one call are in their order and overlap nothing but what is open before them', async () => {
    const journal = openJournal(await bench.addRun());
    const both = await journal.beginAll('task', ['child', 'child']);
    expect(both.map(({ occurrence, ordered }) => [occurrence, ordered])).toEqual([
      [0, true],
      [1, true],
    ]);
    const [next] = await journal.beginAll('task', ['other']);
    expect(next?.ordered).toBe(false);
  });

  it('a step is recorded as running once it has run for a while, and not if it ends before', async () => {
    const run = await bench.addRun();
    const journal = openJournal(run);
    const short = await journal.begin('step', 'short');
    journal.runs(short);
    await bench.pass(SHORT_MS - 1);
    await journal.end(short, DONE);
    const long = await journal.begin('step', 'secret');
    journal.runs(long);
    await bench.pass(SHORT_MS + 1);
    expect(await bench.step(long.id)).toMatchObject({ status: 'running' });
    await journal.end(long, { status: 'failed', error: { type: 'E', message: 'a secret' } });
    expect(await bench.step(long.id)).toMatchObject({ status: 'failed', error_message: 'a ***' });
    const events = (await bench.loadEvents(run.taskId)).filter(({ type }) => type === 'step');
    expect(events.map(({ data }) => [data['name'], data['status']])).toEqual([
      ['short', 'success'],
      ['***', 'running'],
      ['***', 'failed'],
    ]);
  });

  it('the attempts of a step are kept with their errors, where it has more than one', async () => {
    const run = await bench.addRun();
    const error = { type: 'E', message: `a secret ${'x'.repeat(1_000)}` };
    const first = openJournal(run);
    const tried = await first.begin('step', 'tried');
    await first.wait(tried, 1, { error });
    await first.wait(tried, 1, { error });
    const once = await first.begin('step', 'once');
    await first.end(once, { status: 'failed', error });
    const later = openJournal(run, { woken: true, recorded: true });
    await later.end(await later.begin('step', 'tried'), DONE);
    const kept = parseTries((await bench.step(tried.id)).tries);
    expect(kept.map(([, , message]) => message?.slice(0, 8))).toEqual([
      'E: a ***',
      'E: a ***',
      undefined,
    ]);
    expect(kept[0]?.[2]).toHaveLength(300);
    expect((await bench.step(once.id)).tries).toBeNull();
  });

  it('a wait ends with its time, or with its completion, though no message reports it', async () => {
    const run = await bench.addRun();
    const journal = openJournal(run);
    const [soon, event] = [await journal.begin('sleep', 'soon'), await journal.begin('event', 'e')];
    await journal.wait(soon, 1_000);
    await journal.wait(event, null);
    const [one, two] = [newCall(1), newCall(2)];
    const ends: string[] = [];
    const both = [
      journal.waitForEnd(soon, one).then((end) => ends.push(end)),
      journal.waitForEnd(event, two).then((end) => ends.push(end)),
    ];
    expect([one.long, two.long]).toEqual([false, true]);
    await bench.pass(999);
    expect(ends).toEqual([]);
    await bench.completeStep(run.taskId, event.id);
    await bench.pass(1);
    await bench.pass(POLL_MS);
    await Promise.all(both);
    expect(ends.toSorted()).toEqual(['completed', 'due']);
    expect(await journal.recorded(event)).toMatchObject(DONE);
  });

  it('the calls of a run name the steps that it is suspended for', async () => {
    const run = await bench.addRun();
    const journal = openJournal(run);
    const children = await journal.beginAll('task', ['a', 'b']);
    const event = await journal.begin('event', 'e');
    const waits = children.map((step) => ({ step, detail: '{}' }));
    await journal.waitAll(waits, () => Promise.resolve());
    await journal.wait(event, null);
    void journal.waitForEnds(children, newCall(1));
    void journal.waitForEnd(event, newCall(2));
    const ids = children.map(({ id }) => id);
    expect(journal.awaitedBy([1, 2])).toEqual({ steps: [...ids, event.id], together: true });
    expect(journal.awaitedBy([2])).toEqual({ steps: [event.id], together: false });
    const other = await journal.begin('task', 'c');
    await journal.wait(other, null);
    void journal.waitForEnd(other, newCall(3));
    expect(journal.awaitedBy([1, 3])).toMatchObject({ together: false });
  });

  it('a later run meets the records in their places, and repeats nothing behind the last of them', async () => {
    const run = await bench.addRun({ max_attempts: 2 });
    const first = openJournal(run);
    const done = await first.begin('step', 'one');
    await first.end(done, DONE);
    await bench.retryLater(run, 0);
    const again = openJournal(await bench.mustClaim(run.taskId), { woken: true, recorded: true });
    expect([again.repeats, again.replays]).toEqual([true, false]);
    await expect(again.begin('step', 'two')).rejects.toThrow('its record has step "one"');
    const met = await again.begin('step', 'one');
    expect(met).toMatchObject({ id: done.id, state: 'success', position: 0 });
    expect([again.repeats, again.replays]).toEqual([false, false]);
    expect(await again.recorded(met)).toMatchObject(DONE);
    expect(() => again.find(met.id)).toThrow('No step with this id is running.');
    expect(await again.begin('step', 'two')).toMatchObject({ state: 'new', position: 1 });
  });

  it('a task has 10,000 steps at most', async () => {
    const run = await bench.addRun();
    await bench.database.execute(
      `INSERT INTO task_steps (id, project_id, task_id, position, kind, name, occurrence, ordered, status, attempts, started_at)
       WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 9998)
       SELECT n, ?, ?, n, 'sleep', 'sleep', n, FALSE, 'success', 1, 0 FROM number`,
      [run.projectId, run.taskId],
    );
    const journal = openJournal(run, { recorded: true });
    expect(await journal.begin('step', 'last')).toMatchObject({ position: 9_999 });
    await expect(journal.begin('step', 'more')).rejects.toMatchObject({ code: 'too_large' });
  });

  it('a run that has lost its task records nothing, and one that is over wakes no wait', async () => {
    const run = await bench.addRun();
    const journal = openJournal(run);
    const step = await journal.begin('event', 'e');
    await journal.wait(step, null);
    let ended = false;
    void journal.waitForEnd(step, newCall(1)).then(() => (ended = true));
    const { signal } = journal;
    journal.close();
    await bench.pass(POLL_MS);
    expect([signal.aborted, ended]).toEqual([true, false]);
    await bench.lose(run);
    await expect(journal.end(step, DONE)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('the code of an exception is found by its type and message', async () => {
    const journal = openJournal(await bench.addRun());
    journal.gives({ type: 'Rejected', message: 'No.' }, FAILURE.code);
    expect([
      journal.findErrorCode('Rejected: No.'),
      journal.findErrorCode('Rejected: Yes.'),
    ]).toEqual([FAILURE.code, null]);
  });
});
