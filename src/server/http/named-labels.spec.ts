import { expect, it } from '@jest/globals';
import { type NamedLabel, NamedLabels } from './named-labels.js';

it('the first hundred names get series of their own, and later ones share "other" until one is idle', () => {
  let now = 0;
  const dropped: NamedLabel[] = [];
  const labels = new NamedLabels(
    (label) => dropped.push(label),
    () => now,
  );
  for (let index = 0; index < 100; index += 1)
    expect(labels.of('a', `name-${index}`).name).toBe(`name-${index}`);
  const other = { project: 'other', name: 'other' };
  expect(labels.of('a', 'late')).toEqual(other);
  now += 59 * 60 * 1000;
  expect(labels.of('a', 'name-0').name).toBe('name-0');
  expect(labels.of('a', 'late')).toEqual(other);
  now += 2 * 60 * 1000;
  expect(labels.of('a', 'late')).toEqual({ project: 'a', name: 'late' });
  expect(dropped).toEqual([{ project: 'a', name: 'name-1' }]);
});
