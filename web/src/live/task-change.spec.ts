import { describe, expect, it } from '@jest/globals';
import type { Runs } from '../api/runs.js';
import type { Task } from '../api/types.js';
import { changed, type LiveEvent, patched } from './task-change.js';

const TASK: Task = {
  id: 'a',
  name: 'A',
  status: 'pending',
  progress: 0,
  current_phase: null,
  task_type: 'x',
  created_at: '2026-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  error_message: null,
};
const list = (...pages: Task[][]): Runs => ({
  pages: pages.map((tasks) => ({ tasks, next: null })),
  pageParams: pages.map(() => null),
});
const status = (id: string, now: string, more: object = {}): LiveEvent => ({
  type: 'status',
  data: { task_id: id, time: '2026-01-01T00:00:05.000Z', status: now, progress: 0, ...more },
});

describe('a task after an event', () => {
  it('a task starts when it first runs, and not again after a wait', () => {
    const running = changed(TASK, status('a', 'running'));
    expect(running).toMatchObject({ status: 'running', started_at: '2026-01-01T00:00:05.000Z' });
    const again = {
      ...status('a', 'running'),
      data: { ...status('a', 'running').data, time: 'x' },
    };
    expect(changed(running, again).started_at).toBe(running.started_at);
  });

  it('a task finishes when it ends, and a retry clears the end and its error', () => {
    const failed = changed(TASK, status('a', 'failed', { error_message: 'no rate' }));
    expect(failed).toMatchObject({
      finished_at: '2026-01-01T00:00:05.000Z',
      error_message: 'no rate',
    });
    const retried = changed(failed, status('a', 'pending'));
    expect(retried).toMatchObject({ finished_at: null, error_message: null });
  });

  it('a task takes its phase and progress from events', () => {
    const phase = { type: 'phase', data: { task_id: 'a', phase: 'Reading' } };
    const progress = { type: 'progress', data: { task_id: 'a', progress: 40 } };
    expect([phase, progress].reduce(changed, TASK)).toMatchObject({
      current_phase: 'Reading',
      progress: 40,
    });
  });

  it.each([
    { type: 'status', data: { status: 'odd' } },
    { type: 'phase', data: {} },
    { type: 'progress', data: { progress: 'x' } },
    { type: 'later', data: { status: 'failed' } },
  ])('an event that is not understood leaves the task unchanged: %j', (event) => {
    expect(changed(TASK, event)).toEqual(TASK);
  });
});

describe('a list after events', () => {
  it('a list updates its tasks and names the tasks that it does not have', () => {
    const before = list([TASK], [{ ...TASK, id: 'b' }]);
    const { runs, unknown } = patched(before, [status('b', 'running'), status('c', 'pending')]);
    expect(runs.pages[0]).toBe(before.pages[0]);
    expect(runs.pages[1]?.tasks[0]?.status).toBe('running');
    expect([...unknown]).toEqual(['c']);
  });

  it('a list without changes remains the same object', () => {
    const before = list([TASK]);
    expect(patched(before, [status('z', 'running')]).runs).toBe(before);
  });
});
