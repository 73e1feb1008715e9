import { describe, expect, it } from '@jest/globals';
import type { Runs } from '../api/runs.js';
import { makerOf } from '../api/runs-filter.js';
import type { Task } from '../api/types.js';
import { fits, mayBelong, NewTasks, taskOf, withTasks } from './new-tasks.js';
import type { LiveEvent } from './task-change.js';

const CREATED = '2026-01-01T00:00:00.000Z';
const event = (id: string, status: string, more: object = {}): LiveEvent => ({
  type: 'status',
  data: { task_id: id, time: '2026-01-01T00:00:05.000Z', status, progress: 0, ...more },
});
const IDENTITY = { name: 'Daily', task_type: 'report', created_at: CREATED, started_at: null };
const created = (id: string): LiveEvent => event(id, 'pending', IDENTITY);
const task = (id: string, createdAt: string): Task => ({
  id,
  name: id,
  status: 'pending',
  progress: 0,
  current_phase: null,
  task_type: 'x',
  created_at: createdAt,
  started_at: null,
  finished_at: null,
  error_message: null,
});
const list = (next: string | null, ...pages: Task[][]): Runs => ({
  pages: pages.map((tasks, index) => ({ tasks, next: index < pages.length - 1 ? 'more' : next })),
  pageParams: pages.map(() => null),
});
const ids = ({ pages }: Runs): string[][] => pages.map(({ tasks }) => tasks.map(({ id }) => id));

describe('events of tasks that a list does not have', () => {
  it('describe a task that is new, and later ones what became of it', () => {
    const tasks = new NewTasks();
    tasks.take([created('a'), event('b', 'running')]);
    tasks.take([event('a', 'running')]);
    tasks.take([{ type: 'phase', data: { task_id: 'a', phase: 'Reading' } }]);
    expect(tasks.get('a')).toMatchObject({
      name: 'Daily',
      task_type: 'report',
      status: 'running',
      current_phase: 'Reading',
      created_at: CREATED,
      started_at: '2026-01-01T00:00:05.000Z',
    });
    expect(tasks.get('b')).toBeUndefined();
  });

  it('describe a task that has ended', () => {
    const tasks = new NewTasks();
    tasks.take([event('a', 'failed', { ...IDENTITY, started_at: CREATED, error_message: 'no' })]);
    expect(tasks.get('a')).toMatchObject({
      status: 'failed',
      started_at: CREATED,
      finished_at: '2026-01-01T00:00:05.000Z',
      error_message: 'no',
    });
  });

  it('are forgotten, the oldest first, when there are many', () => {
    const tasks = new NewTasks();
    tasks.take(Array.from({ length: 700 }, (_, index) => created(String(index))));
    expect([tasks.get('0'), tasks.get('699')?.id]).toEqual([undefined, '699']);
  });

  it.each([
    { type: 'phase', data: { task_id: 'a', ...IDENTITY } },
    { type: 'status', data: { task_id: 'a', status: 'odd', ...IDENTITY } },
    { type: 'status', data: { task_id: 'a', status: 'pending', ...IDENTITY, name: 3 } },
  ])('describe no task: %j', (one) => {
    expect(taskOf(one)).toBeNull();
  });
});

describe('a filter', () => {
  const by = { kind: 'user', id: 'u', name: 'Ada' };
  const daily = taskOf(event('a', 'pending', { ...IDENTITY, version: 2, created_by: by })) as Task;

  it.each([
    [{}, true],
    [{ status: 'pending', type: 'report', q: 'dAI' }, true],
    [{ status: 'failed' }, false],
    [{ type: 'other' }, false],
    [{ q: 'weekly' }, false],
    [{ since: '1h' }, true],
    [{ until: '2025-12-31T00:00:00.000Z' }, false],
    [{ until: '2026-02-01T00:00:00.000Z' }, true],
    [{ error: 'timeout' }, false],
    [{ schedule: 's' }, false],
    [{ parent: 'p' }, false],
    [{ roots: false }, true],
    [{ status: 'failed,pending' }, true],
    [{ type: 'report', version: 2 }, true],
    [{ type: 'report', version: 3 }, false],
    [{ by: 'user:u' }, true],
    [{ by: 'user:v' }, false],
    [{ order: 'finished' }, false],
    [{ slow: true }, false],
  ] as const)('%j lets a task pass: %s', (filter, passes) => {
    expect(fits(daily, filter)).toBe(passes);
  });

  it('of the top level leaves out what a script has asked for', () => {
    const child = { ...daily, parent_id: 'p' };
    expect([{}, { roots: false as const }, { parent: 'p' }].map((one) => fits(child, one))).toEqual(
      [false, true, true],
    );
  });

  it.each([
    [{ schedule_id: 's', created_by: null }, 'schedule:s'],
    [{ parent_id: 'p', created_by: null }, 'task:p'],
    [{ created_by: { kind: 'api_key', id: 'k', name: null } }, 'api_key:k'],
    [{ created_by: { kind: 'odd', id: 'k' } }, undefined],
    [{}, undefined],
  ])('finds who has made the task of an event: %j', (more, maker) => {
    expect(makerOf(taskOf(event('a', 'pending', { ...IDENTITY, ...more })) as Task)).toBe(maker);
  });

  it('of a status may miss a task that comes into it', () => {
    expect(mayBelong(event('z', 'running'), { status: 'running' })).toBe(true);
    expect(mayBelong(event('z', 'running'), { status: 'failed' })).toBe(false);
    expect(mayBelong(event('z', 'running'), { status: 'failed,running' })).toBe(true);
    expect(mayBelong(event('z', 'running'), {})).toBe(false);
  });
});

describe('a list with tasks', () => {
  it('has new ones first, each once, and those that it had as they are now', () => {
    const before = list(null, [task('b', '2026-02')], [task('a', '2026-01')]);
    const after = withTasks(before, [
      task('c', '2026-03'),
      { ...task('b', '2026-02'), status: 'success' },
    ]);
    expect(ids(after)).toEqual([['c', 'b'], ['a']]);
    expect(after.pages[0]?.tasks[1]?.status).toBe('success');
  });

  it('has an older one at its place, and none that comes with a later page', () => {
    const pages = [[task('d', '2026-04'), task('b', '2026-02')]];
    expect(ids(withTasks(list('more', ...pages), [task('c', '2026-03')]))).toEqual([
      ['d', 'c', 'b'],
    ]);
    expect(ids(withTasks(list('more', ...pages), [task('a', '2026-01')]))).toEqual([['d', 'b']]);
    expect(ids(withTasks(list(null, ...pages), [task('a', '2026-01')]))).toEqual([['d', 'b', 'a']]);
    expect(ids(withTasks(list(null, []), [task('a', '2026-01')]))).toEqual([['a']]);
  });

  it('has them by their end where it is in that order', () => {
    const ended = (id: string, end: string | null): Task => ({
      ...task(id, '2026-01'),
      finished_at: end,
    });
    const before = list(null, [ended('b', '2026-03'), ended('a', '2026-02')]);
    expect(ids(withTasks(before, [ended('c', '2026-04')], 'finished'))).toEqual([['c', 'b', 'a']]);
    // One that runs again stays where it is read.
    expect(ids(withTasks(before, [ended('b', null)], 'finished'))).toEqual([['b', 'a']]);
  });
});
