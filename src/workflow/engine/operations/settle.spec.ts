import { describe, expect, it } from '@jest/globals';
import {
  FAILURE,
  logLine,
  SUCCESS,
  useEngineBench,
} from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { taskEnded } from '../state/messages.js';

const bench = useEngineBench();

describe('settle', () => {
  it('settle stores the result, sets the progress to 100 and clears the worker', async () => {
    const run = await bench.addRun();
    await bench.pass(5);
    const usage = { cpuMs: 3, peakMemoryBytes: 4 };
    expect(
      await bench.settle(
        run,
        { kind: 'success', result: { a: [1] }, summary: 'Short.' },
        { usage, reported: { progress: 7 } },
      ),
    ).toBe(true);
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'success',
      result: '{"a":[1]}',
      result_summary: 'Short.',
      progress: 100,
      error_code: null,
      cpu_ms: 3,
      peak_memory_bytes: 4,
      finished_at: Date.now(),
      worker_id: null,
      lease_until: null,
    });
  });

  it('settle stores a failure with the last reported progress and phase', async () => {
    const run = await bench.addRun();
    await bench.settle(run, FAILURE, { reported: { progress: 7, phase: 'One' } });
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'failed',
      result: null,
      progress: 7,
      current_phase: 'One',
      error_code: FAILURE.code,
      error_message: FAILURE.message,
      error_stack: FAILURE.stack,
    });
  });

  it('the end of a task says how it ended and how long it took since its first start', async () => {
    const ends: unknown[] = [];
    const unsubscribe = bench.bus.subscribe(taskEnded, (end) => ends.push(end));
    const run = await bench.addRun();
    await bench.pass(20);
    await bench.settle(run, FAILURE);
    const pending = await bench.addTask();
    await bench.cancel(pending);
    const rest = { projectId: PROJECT, metaTask: 'type' };
    expect(ends).toEqual([
      {
        taskId: run.taskId,
        ...rest,
        status: 'failed',
        errorCode: FAILURE.code,
        attempt: 1,
        ms: 20,
      },
      {
        taskId: pending,
        ...rest,
        status: 'cancelled',
        errorCode: 'cancelled',
        attempt: 0,
        ms: null,
      },
    ]);
    unsubscribe();
  });

  it('a cancelled run ends as cancelled, not as failed', async () => {
    const run = await bench.addRun();
    await bench.settle(run, { ...FAILURE, code: 'cancelled' });
    expect(await bench.task(run.taskId)).toMatchObject({
      status: 'cancelled',
      error_code: 'cancelled',
    });
  });

  it('settle stores the last log lines before the end', async () => {
    const run = await bench.addRun();
    await bench.settle(run, SUCCESS, { reported: { events: [logLine(run, 'last')] } });
    const events = await bench.loadEvents(run.taskId);
    expect(events.map(({ data }) => data['text'] ?? data['status'])).toEqual([
      'running',
      'last',
      'success',
    ]);
  });

  it('a task ends only once when it is settled twice', async () => {
    const run = await bench.addRun();
    const [first, second] = await Promise.all([
      bench.settle(run, SUCCESS),
      bench.settle(run, FAILURE),
    ]);
    expect(second).toBe(!first);
    expect(await bench.statuses(run.taskId)).toEqual(['running', first ? 'success' : 'failed']);
  });

  it('settle subtracts the params of the task from the bytes of open params', async () => {
    const run = await bench.addRun({ params: '{"a":"é"}' });
    await bench.settle(run, SUCCESS);
    const [counter] = await bench.database.query('SELECT open_params_bytes FROM event_counters');
    expect(counter).toEqual({ open_params_bytes: -10 });
  });

  it('settle cancels the steps that the task still waited for', async () => {
    const run = await bench.addRun();
    const open = await bench.addStep(run.taskId, { wake_at: Date.now() + 1_000 });
    const done = await bench.addStep(run.taskId, { status: 'success' });
    await bench.settle(run, SUCCESS);
    expect(await bench.step(open)).toMatchObject({
      status: 'cancelled',
      wake_at: null,
      finished_at: Date.now(),
    });
    expect(await bench.step(done)).toMatchObject({ status: 'success' });
  });

  it('settle cancels the open approvals of the task and expires those past their time', async () => {
    const run = await bench.addRun();
    const late = await bench.addApproval(run.taskId, Date.now());
    const open = await bench.addApproval(run.taskId, Date.now() + 1);
    await bench.settle(run, SUCCESS);
    expect(await bench.database.query('SELECT id, status FROM approvals ORDER BY id')).toEqual([
      { id: late, status: 'expired' },
      { id: open, status: 'cancelled' },
    ]);
  });

  it('settle answers the waiting parent, which then resumes', async () => {
    const parent = await bench.addRun();
    const child = await bench.addChild(parent.taskId);
    await bench.suspend(parent, [child.stepId]);
    await bench.settle(await bench.mustClaim(child.id), { kind: 'success', result: 'answer' });
    expect(await bench.step(child.stepId)).toMatchObject({ status: 'success', result: '"answer"' });
    expect(await bench.task(parent.taskId)).toMatchObject({ status: 'pending', woken: 1 });
    expect(await bench.statuses(parent.taskId)).toEqual(['running', 'waiting', 'pending']);
  });

  it('settle answers the parent with the error of a failed task', async () => {
    const parent = await bench.addRun();
    const child = await bench.addChild(parent.taskId);
    await bench.settle(await bench.mustClaim(child.id), FAILURE);
    expect(await bench.step(child.stepId)).toMatchObject({
      status: 'failed',
      error_type: FAILURE.code,
      error_message: FAILURE.message,
    });
  });
});
