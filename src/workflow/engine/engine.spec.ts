import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { allowChanges, refuseChanges } from '../../../test/support/engine/refused-changes.js';
import { useEngineBench } from '../../../test/support/engine/engine-bench.js';
import {
  LEASE_MS,
  RENEW_MS,
  RunningEngine,
  SWEEP_MS,
} from '../../../test/support/engine/running-engine.js';
import { DataFolderLock } from '../../platform/database/data-folder-lock.js';
import { MAX_CRASHES } from './operations/lose.js';

/** Maximum delay of the engine's timers, in ms. */
const SLACK_MS = 20;

/** Approximate interval at which rows are polled if other servers may exist, in ms. */
const POLL_MS = 1_000;
const VARIES_MS = 200;

const bench = useEngineBench();

/** Waits for an effect that follows a pause in real time. */
async function reached(state: () => Promise<boolean>): Promise<void> {
  while (!(await state())) await delay(20);
}

describe('Engine', () => {
  let engine: RunningEngine;
  beforeEach(async () => {
    engine = await RunningEngine.start(bench);
  });
  afterEach(() => engine.stop());

  it('the engine runs a task that it is notified of, stores the result and reports the end', async () => {
    const id = await bench.addTask();
    await engine.offer(id);
    engine.run.succeed({ a: 1 });
    await bench.pass(0);
    expect(await bench.task(id)).toMatchObject({ status: 'success', result: '{"a":1}', cpu_ms: 3 });
    expect(await bench.statuses(id)).toEqual(['running', 'success']);
    expect(engine.ended).toEqual([id]);
    expect(engine.ends).toEqual([{ taskId: id, status: 'success', errorCode: null }]);
    expect(engine.finished).toEqual([id]);
  });

  it('the engine finds tasks and cancels without a notification within about a second', async () => {
    const id = await bench.addTask();
    await bench.pass(POLL_MS - 1);
    expect(engine.runs).toHaveLength(0);
    await bench.pass(1);
    expect(engine.runs).toHaveLength(1);
    // A comparison of runs with their rows, which would also find the cancel, has just passed.
    await bench.pass(RENEW_MS / 2 - POLL_MS);
    await bench.changeTask(id, { cancel_requested_at: Date.now() });
    await bench.pass(POLL_MS + VARIES_MS);
    expect(engine.run.cancels).toEqual(['cancelled']);
  });

  it('a task runs once, however often the engine is notified of it', async () => {
    const id = await bench.addTask();
    await engine.offer(id, id);
    await engine.offer(id);
    engine.run.succeed();
    await engine.offer(id);
    await bench.pass(SWEEP_MS);
    expect(engine.runs).toHaveLength(1);
  });

  it('a delayed task starts at its time, not at the next sweep', async () => {
    await bench.addTask({ run_at: Date.now() + 5_000 });
    engine.later();
    await bench.pass(5_000 - 1);
    expect(engine.runs).toHaveLength(0);
    await bench.pass(1 + SLACK_MS);
    expect(engine.runs).toHaveLength(1);
  });

  it('the concurrency setting limits parallel runs, and the highest priority goes first', async () => {
    await engine.stop();
    engine = await RunningEngine.start(bench, { METARUN_CONCURRENCY: '1' });
    const [first, low, high] = [
      await bench.addTask(),
      await bench.addTask({ priority: -1 }),
      await bench.addTask({ priority: 1 }),
    ];
    await engine.offer(first, low, high);
    for (let ended = 0; ended < 3; ended += 1) {
      expect(engine.runs).toHaveLength(ended + 1);
      engine.run.succeed();
      await bench.pass(0);
    }
    expect(engine.runs.map(({ task }) => task.id)).toEqual([high, first, low]);
  });

  it('the next task starts when a script has ended, even before its end is stored', async () => {
    await engine.stop();
    engine = await RunningEngine.start(bench, { METARUN_CONCURRENCY: '1' });
    const [first, second] = [await bench.addTask(), await bench.addTask()];
    await engine.offer(first, second);
    await refuseChanges(bench.database, `NEW.status = 'success'`);
    engine.run.succeed();
    await bench.pass(0);
    expect(engine.runs.map(({ task }) => task.id)).toEqual([first, second]);
    expect((await bench.task(first)).status).toBe('running');
    await allowChanges(bench.database);
    await reached(async () => (await bench.task(first)).status === 'success');
  });

  it('a failed claim is repeated after a pause', async () => {
    await engine.stop();
    engine = await RunningEngine.start(bench, { METARUN_CONCURRENCY: '1' });
    const ids = [await bench.addTask(), await bench.addTask(), await bench.addTask()];
    await refuseChanges(bench.database, `NEW.status = 'running'`);
    await engine.offer(...ids);
    await bench.pass(100);
    await allowChanges(bench.database);
    await reached(async () => engine.runs.length > 0);
    expect(engine.runs.map(({ task }) => task.id)).toEqual([ids[0]]);
  });

  it('the reports of a run are stored while it is running', async () => {
    const id = await bench.addTask();
    await engine.offer(id);
    const { listener } = engine.run;
    listener.onPhase('One');
    listener.onProgress(30);
    listener.onLog('info', 'a line');
    await bench.pass(50);
    expect(await bench.task(id)).toMatchObject({
      status: 'running',
      progress: 30,
      current_phase: 'One',
    });
    expect((await bench.loadEvents(id)).map(({ type }) => type)).toEqual([
      'status',
      'phase',
      'progress',
      'log',
    ]);
  });

  describe('a run that fails', () => {
    it('a failed run is retried after the pause of the policy', async () => {
      const id = await bench.addTask({ max_attempts: 2 });
      await engine.offer(id);
      engine.run.fail('script_error');
      await bench.pass(2_000 - 1);
      expect(await bench.task(id)).toMatchObject({ status: 'pending', failures: 1 });
      expect([engine.runs.length, engine.ended]).toEqual([1, []]);
      await bench.pass(1 + SLACK_MS);
      engine.run.succeed();
      await bench.pass(0);
      expect(await bench.task(id)).toMatchObject({ status: 'success', attempt: 2 });
      expect(engine.ended).toEqual([id]);
    });

    it('a failure that the policy does not name ends the task', async () => {
      const id = await bench.addTask({ max_attempts: 2 });
      await engine.offer(id);
      engine.run.fail('out_of_memory', 'Too much.');
      await bench.pass(SWEEP_MS);
      expect(await bench.task(id)).toMatchObject({
        status: 'failed',
        error_code: 'out_of_memory',
        error_message: 'Too much.',
      });
      expect(engine.runs).toHaveLength(1);
      expect(engine.ends).toEqual([{ taskId: id, status: 'failed', errorCode: 'out_of_memory' }]);
      expect(engine.finished).toEqual([id]);
    });

    it('a failed run whose next attempt would begin after the deadline ends at once', async () => {
      const id = await bench.addTask({ max_attempts: 3, deadline_at: Date.now() + 1_000 });
      await engine.offer(id);
      engine.run.fail('script_error');
      await bench.pass(0);
      expect(await bench.task(id)).toMatchObject({ status: 'failed', attempt: 1 });
      expect(engine.ends).toEqual([{ taskId: id, status: 'failed', errorCode: 'script_error' }]);
    });

    it('a run whose worker died is repeated immediately, a limited number of times', async () => {
      engine.executor.script = (run) => run.fail('worker_lost', 'The process died.');
      const id = await bench.addTask();
      await engine.offer(id);
      await bench.pass(0);
      expect(engine.runs).toHaveLength(MAX_CRASHES + 1);
      expect(await bench.task(id)).toMatchObject({ status: 'failed', error_code: 'worker_lost' });
      expect(engine.ended).toEqual([id]);
    });

    it('a run that the server could not start is repeated soon', async () => {
      engine.executor.broken = true;
      const id = await bench.addTask();
      await engine.offer(id);
      engine.executor.broken = false;
      await bench.pass(RENEW_MS);
      expect([engine.runs.length, await bench.statuses(id)]).toEqual([0, ['running']]);
      await bench.pass(RENEW_MS);
      expect(engine.run.task).toMatchObject({ id, attempt: 2, crashes: 1 });
    });
  });

  describe('a run that waits', () => {
    it('a sleeping run resumes as the same attempt when its time has come', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      const wakeAt = Date.now() + 5_000;
      engine.run.suspend(await bench.addStep(id, { kind: 'sleep', wake_at: wakeAt }));
      await bench.pass(5_000 - 1);
      expect(await bench.task(id)).toMatchObject({ status: 'waiting' });
      await bench.pass(1 + SLACK_MS);
      expect(engine.runs).toHaveLength(2);
      expect(engine.run.task).toMatchObject({ id, attempt: 1, fence: 2 });
    });

    it('a waiting run resumes immediately when its child task has ended', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      const child = await bench.addChild(id);
      engine.run.suspend(child.stepId);
      await engine.offer(child.id);
      engine.run.succeed('answer');
      await bench.pass(0);
      expect(engine.runs.map(({ task }) => task.id)).toEqual([id, child.id, id]);
      expect(await bench.step(child.stepId)).toMatchObject({ result: '"answer"' });
    });

    it('a waiting run fails with a timeout at its deadline', async () => {
      const { versionId } = await bench.addType({ total_timeout_seconds: 5 });
      const id = await bench.addTask({ version_id: versionId, deadline_at: Date.now() + 5_000 });
      await engine.offer(id);
      engine.run.suspend(await bench.addStep(id));
      engine.later();
      await bench.pass(5_000 - 1);
      expect(await bench.task(id)).toMatchObject({ status: 'waiting' });
      await bench.pass(1 + SLACK_MS);
      expect(await bench.task(id)).toMatchObject({ status: 'failed', error_code: 'timeout' });
      expect(engine.ends).toEqual([{ taskId: id, status: 'failed', errorCode: 'timeout' }]);
      expect(engine.finished).toEqual([]);
    });
  });

  it('a queued task fails with a timeout at its deadline, without a run', async () => {
    await engine.stop();
    engine = await RunningEngine.start(bench, { METARUN_CONCURRENCY: '1' });
    const running = await bench.addTask();
    const { versionId } = await bench.addType({ total_timeout_seconds: 5 });
    const id = await bench.addTask({ version_id: versionId, deadline_at: Date.now() + 5_000 });
    await engine.offer(running, id);
    engine.later();
    await bench.pass(5_000 - 1);
    expect(await bench.task(id)).toMatchObject({ status: 'pending' });
    await bench.pass(1 + SLACK_MS);
    expect(await bench.task(id)).toMatchObject({ status: 'failed', error_code: 'timeout' });
    expect(await bench.statuses(id)).toEqual(['failed']);
    expect(engine.ends).toEqual([{ taskId: id, status: 'failed', errorCode: 'timeout' }]);
    expect(engine.runs.map(({ task }) => task.id)).toEqual([running]);
  });

  describe('a cancel', () => {
    it('a cancel ends a run immediately, also one with attempts left', async () => {
      const id = await bench.addTask({ max_attempts: 5 });
      await engine.offer(id);
      await engine.cancel(id);
      expect(engine.run.cancels).toEqual(['cancelled']);
      expect(await bench.task(id)).toMatchObject({ status: 'cancelled', attempt: 1 });
      expect(engine.ended).toEqual([id]);
    });

    it('a cancel requested on another server ends the run at the next look at its row', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      await bench.changeTask(id, { cancel_requested_at: Date.now() });
      await bench.pass(SWEEP_MS);
      // The run may be cancelled repeatedly until its end is stored.
      expect(new Set(engine.run.cancels)).toEqual(new Set(['cancelled']));
      expect(await bench.task(id)).toMatchObject({ status: 'cancelled' });
    });

    it('the end of a task cancels its children', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      const pending = await bench.addChild(id);
      const running = await bench.addChild(id);
      const parent = engine.run;
      await engine.offer(running.id);
      parent.succeed();
      await bench.pass(0);
      expect(await bench.task(pending.id)).toMatchObject({ status: 'cancelled' });
      expect(engine.run.cancels).toEqual(['cancelled']);
      expect(engine.ended.toSorted()).toEqual([id, pending.id, running.id]);
    });
  });

  describe('a lease', () => {
    it('a lease is renewed for as long as the run lasts', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      await bench.pass(4 * LEASE_MS);
      expect(engine.runs).toHaveLength(1);
      expect(await bench.task(id)).toMatchObject({ status: 'running', attempt: 1, crashes: 0 });
      expect(await engine.run.holds()).toBe(true);
    });

    it('a run that has lost its lease is cancelled and writes nothing more', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      const columns =
        'name, roles, version, knows, slots, agent_slots, running, draining, gone, started_at, seen_at';
      await bench.database.execute(
        `INSERT INTO workers (id, ${columns}, lease_until) SELECT 'other', ${columns}, lease_until + 60000 FROM workers`,
      );
      await bench.changeTask(id, { fence: 2, worker_id: 'other' });
      const before = await bench.task(id);
      engine.run.listener.onProgress(50);
      await bench.pass(SWEEP_MS);
      expect(engine.run.cancels).toEqual(['lease_lost']);
      expect(await engine.run.holds()).toBe(false);
      expect(await bench.task(id)).toEqual(before);
      expect(engine.finished).toEqual([]);
    });

    it('a lease that another server marked as expired ends all runs, and a new worker takes over', async () => {
      const id = await bench.addTask();
      await engine.offer(id);
      const former = engine.lease.id;
      await bench.database.execute('UPDATE workers SET gone = TRUE WHERE id = ?', [former]);
      await bench.pass(2 * RENEW_MS);
      expect(engine.runs.map(({ cancels }) => cancels)).toEqual([['lease_lost'], []]);
      expect(engine.lease.id).not.toBe(former);
      expect(await bench.task(id)).toMatchObject({
        status: 'running',
        worker_id: engine.lease.id,
        crashes: 1,
      });
    });

    it('a lease that cannot be renewed ends all runs when it expires by the clock of the server', async () => {
      await engine.offer(await bench.addTask());
      await bench.database.execute('ALTER TABLE workers RENAME TO moved');
      await bench.pass(LEASE_MS - RENEW_MS);
      expect(engine.run.cancels).toEqual([]);
      await bench.pass(RENEW_MS + SLACK_MS);
      expect(engine.run.cancels).toEqual(['lease_lost']);
      await bench.database.execute('ALTER TABLE moved RENAME TO workers');
    });
  });

  it('a freed slot of a concurrency limit passes to the next task immediately', async () => {
    const { id: key } = await bench.addType({ concurrency_limit: 1 });
    const [first, second] = [
      await bench.addTask({ slot_key: key }),
      await bench.addTask({ slot_key: key }),
    ];
    // Concurrent claims are in no fixed order on PostgreSQL, so these come one after the other.
    await engine.offer(first);
    await engine.offer(second);
    expect(engine.runs).toHaveLength(1);
    engine.run.succeed();
    await bench.pass(0);
    expect(engine.runs.map(({ task }) => task.id)).toEqual([first, second]);
  });

  it('a stopping engine releases unfinished tasks without counting the attempt', async () => {
    const id = await bench.addTask();
    await engine.offer(id);
    await engine.stop();
    expect(engine.run.cancels).toEqual(['shutdown']);
    expect(await bench.task(id)).toMatchObject({ status: 'pending', attempt: 0, worker_id: null });
    expect(engine.ended).toEqual([]);
  });

  it('a sole server takes over the runs of its predecessor when it starts', async () => {
    const { taskId } = await bench.addRun();
    await engine.stop();
    const folder = mkdtempSync(join(tmpdir(), 'metarun-engine-'));
    const lock = DataFolderLock.take(folder, true);
    try {
      engine = await RunningEngine.start(bench, {}, lock);
      expect(engine.run.task).toMatchObject({ id: taskId, attempt: 2, crashes: 1 });
    } finally {
      await engine.stop();
      lock.release();
      rmSync(folder, { recursive: true });
    }
  });
});
