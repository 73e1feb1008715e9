import { expect, it } from '@jest/globals';
import { needed, toPool, splitPool, takenBy, takes, withoutNeeds } from './pool.js';

it('the same tags form the same pool, in any order and however often they are given', () => {
  expect(toPool(['gpu', 'eu', 'gpu'])).toBe('eu gpu');
  expect(splitPool('eu gpu')).toEqual(['eu', 'gpu']);
  expect(toPool([])).toBe('');
  expect(splitPool('')).toEqual([]);
});

it('a worker takes only tasks that ask for no tags beyond its own', () => {
  const worker = { tags: ['eu', 'gpu'], needs: [], onlyTagged: false };
  expect(['', 'eu', 'gpu', 'eu gpu'].map((pool) => takes(worker, pool))).toEqual(
    Array<boolean>(4).fill(true),
  );
  expect(['us', 'eu us', 'g'].map((pool) => takes(worker, pool))).toEqual([false, false, false]);
});

it('a worker for tagged tasks only refuses untagged ones', () => {
  expect(takes({ tags: ['gpu'], needs: [], onlyTagged: true }, '')).toBe(false);
  expect(takes({ tags: ['gpu'], needs: [], onlyTagged: true }, 'gpu')).toBe(true);
});

it('a worker takes a task only when its release meets the needs of the task', () => {
  const pool = toPool(['gpu', needed('two'), needed('one')]);
  expect(withoutNeeds(pool)).toBe('gpu');
  expect(withoutNeeds(needed('one'))).toBe('');
  const worker = (words: readonly string[], only_tagged = false) =>
    takenBy({ tags: toPool(words), only_tagged });
  const newer = [needed('one'), needed('two')];
  expect(worker(['gpu', ...newer])).toEqual({ tags: ['gpu'], needs: newer, onlyTagged: false });
  expect(takes(worker(['gpu', ...newer]), pool)).toBe(true);
  expect(takes(worker(['gpu', needed('one')]), pool)).toBe(false);
  expect(takes(worker(newer), pool)).toBe(false);
  expect(takes(worker(newer), needed('one'))).toBe(true);
  // The task requires no tag of the operator.
  expect(takes(worker(['gpu', ...newer], true), needed('one'))).toBe(false);
});
