import { expect, it } from '@jest/globals';
import { type MetaTaskLabel, MetaTaskLabels } from './meta-task-labels.js';

it('gives a hundred meta-tasks series of their own, and all others those of "other", until one has been idle', () => {
  let now = 0;
  const dropped: MetaTaskLabel[] = [];
  const labels = new MetaTaskLabels(
    (label) => dropped.push(label),
    () => now,
  );
  for (let index = 0; index < 100; index += 1)
    expect(labels.of('a', `meta-task-${index}`).meta_task).toBe(`meta-task-${index}`);
  const other = { project: 'other', meta_task: 'other' };
  expect(labels.of('a', 'late')).toEqual(other);
  now += 59 * 60 * 1000;
  expect(labels.of('a', 'meta-task-0').meta_task).toBe('meta-task-0');
  expect(labels.of('a', 'late')).toEqual(other);
  now += 2 * 60 * 1000;
  expect(labels.of('a', 'late')).toEqual({ project: 'a', meta_task: 'late' });
  expect(dropped).toEqual([{ project: 'a', meta_task: 'meta-task-1' }]);
});
