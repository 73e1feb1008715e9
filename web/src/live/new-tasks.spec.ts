import { describe, expect, it } from '@jest/globals';
import type { Runs } from '../api/runs.js';
import { toMakerKey } from '../api/runs-filter.js';
import type { Task } from '../api/types.js';
import { fits, mayBelong, NewTasks, readEventTask, withTasks } from './new-tasks.js';
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
  it('events describe a new task and its later changes', () => {
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

  it('an event describes a task that has already ended', () => {
    const tasks = new NewTasks();
    tasks.take([event('a', 'failed', { ...IDENTITY, started_at: CREATED, error_message: 'no' })]);
    expect(tasks.get('a')).toMatchObject({
      status: 'failed',
      started_at: CREATED,
      finished_at: '2026-01-01T00:00:05.000Z',
      error_message: 'no',
    });
  });

  it('the oldest new tasks are forgotten when there are many', () => {
    const tasks = new NewTasks();
    tasks.take(Array.from({ length: 700 }, (_, index) => created(String(index))));
    expect([tasks.get('0'), tasks.get('699')?.id]).toEqual([undefined, '699']);
  });

  it.each([
    { type: 'phase', data: { task_id: 'a', ...IDENTITY } },
    { type: 'status', data: { task_id: 'a', status: 'odd', ...IDENTITY } },
    { type: 'status', data: { task_id: 'a', status: 'pending', ...IDENTITY, name: 3 } },
  ])('an event of another kind or shape describes no task: %j', (one) => {
    expect(readEventTask(one)).toBeNull();
  });
});

describe('a filter', () => {
  const by = { kind: 'user', id: 'u', name: 'Ada' };
  const daily = readEventTask(
    event('a', 'pending', { ...IDENTITY, version: 2, created_by: by }),
  ) as Task;

  it.each([
    [{}, true],
    [{ status: 'pending', type: 'report', q: 'dAI' }, true],
    [{ status: 'failed' }, false],
    [{ type: 'other' }, false],
    [{ q: 'weekly' }, false],
    [{ since: '1h' }, true],
    [{ since: '2025-12-31T23:59:59.999Z' }, true],
    [{ since: CREATED }, false],
    [{ since: '2026-01-01T01:00:00+02:00' }, true],
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
    [{ stale: true }, false],
  ] as const)('the filter %j lets a task pass: %s', (filter, passes) => {
    expect(fits(daily, filter, Date.parse(CREATED) + 60_000)).toBe(passes);
  });

  it('a list of the last hour leaves out a task that ends hours after its creation', () => {
    expect(fits(daily, { since: '1h' }, Date.parse(CREATED) + 2 * 3_600_000)).toBe(false);
  });

  it('the default filter leaves out the tasks that a script has started', () => {
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
  ])('the creator of a task is read from its event: %j', (more, maker) => {
    expect(toMakerKey(readEventTask(event('a', 'pending', { ...IDENTITY, ...more })) as Task)).toBe(
      maker,
    );
  });

  it('a list filtered by status may lack a task that changes into that status', () => {
    expect(mayBelong(event('z', 'running'), { status: 'running' })).toBe(true);
    expect(mayBelong(event('z', 'running'), { status: 'failed' })).toBe(false);
    expect(mayBelong(event('z', 'running'), { status: 'failed,running' })).toBe(true);
    expect(mayBelong(event('z', 'running'), {})).toBe(false);
  });
});

describe('a list with tasks', () => {
  it('a list puts new tasks first, each once, and updates those that it has', () => {
    const before = list(null, [task('b', '2026-02')], [task('a', '2026-01')]);
    const after = withTasks(before, [
      task('c', '2026-03'),
      { ...task('b', '2026-02'), status: 'success' },
    ]);
    expect(ids(after)).toEqual([['c', 'b'], ['a']]);
    expect(after.pages[0]?.tasks[1]?.status).toBe('success');
  });

  it('a list puts an older task in its place, and leaves out those of a later page', () => {
    const pages = [[task('d', '2026-04'), task('b', '2026-02')]];
    expect(ids(withTasks(list('more', ...pages), [task('c', '2026-03')]))).toEqual([
      ['d', 'c', 'b'],
    ]);
    expect(ids(withTasks(list('more', ...pages), [task('a', '2026-01')]))).toEqual([['d', 'b']]);
    expect(ids(withTasks(list(null, ...pages), [task('a', '2026-01')]))).toEqual([['d', 'b', 'a']]);
    expect(ids(withTasks(list(null, []), [task('a', '2026-01')]))).toEqual([['a']]);
  });

  it('a list ordered by end sorts its tasks by their end', () => {
    const ended = (id: string, end: string | null): Task => ({
      ...task(id, '2026-01'),
      finished_at: end,
    });
    const before = list(null, [ended('b', '2026-03'), ended('a', '2026-02')]);
    expect(ids(withTasks(before, [ended('c', '2026-04')], 'finished'))).toEqual([['c', 'b', 'a']]);
    // A task that runs again keeps its position.
    expect(ids(withTasks(before, [ended('b', null)], 'finished'))).toEqual([['b', 'a']]);
  });
});
