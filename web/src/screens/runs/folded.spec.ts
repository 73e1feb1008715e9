import { expect, it } from '@jest/globals';
import type { Task } from '../../api/types.js';
import { foldedRows, type RunsRow } from './folded.js';

const task = (id: string, status: Task['status'], error: string | null = null, type = 'x') =>
  ({ id, status, error_message: error, task_type: type }) as Task;
const short = (rows: readonly RunsRow[]): string[] =>
  rows.map((row) => (row.kind === 'run' ? row.task.id : `${row.tasks.length} more`));

it('equal neighbouring runs fold into one row after the first', () => {
  const tasks = [
    task('a', 'failed', 'E'),
    task('b', 'failed', 'E'),
    task('c', 'failed', 'E'),
    task('d', 'failed', 'other'),
    task('e', 'success'),
    task('f', 'success'),
    task('g', 'success', null, 'y'),
    task('h', 'running'),
    task('i', 'running'),
    task('j', 'running'),
  ];
  expect(short(foldedRows(tasks, new Set()))).toEqual([
    'a',
    '2 more',
    'd',
    'e',
    'f',
    'g',
    'h',
    'i',
    'j',
  ]);
  expect(short(foldedRows(tasks, new Set(['same-c'])))).toEqual([
    'a',
    '2 more',
    'b',
    'c',
    'd',
    'e',
    'f',
    'g',
    'h',
    'i',
    'j',
  ]);
});

it('a fold keeps its key, and so stays open, when a new run arrives', () => {
  const tasks = ['a', 'b', 'c'].map((id) => task(id, 'success'));
  const [, fold] = foldedRows(tasks, new Set());
  const [, later] = foldedRows([task('new', 'success'), ...tasks], new Set());
  expect(later?.key).toBe(fold?.key);
});

it('an empty list has no rows', () => {
  expect(foldedRows([], new Set())).toEqual([]);
});
