import { expect, it } from '@jest/globals';
import { poolOf, tagsOf, takes } from './pool.js';

it('a pool is the same for the same tags', () => {
  expect(poolOf(['gpu', 'eu', 'gpu'])).toBe('eu gpu');
  expect(tagsOf('eu gpu')).toEqual(['eu', 'gpu']);
  expect(poolOf([])).toBe('');
  expect(tagsOf('')).toEqual([]);
});

it('a worker takes what asks for no more tags than it has', () => {
  const worker = { tags: ['eu', 'gpu'], onlyTagged: false };
  expect(['', 'eu', 'gpu', 'eu gpu'].map((pool) => takes(worker, pool))).toEqual(
    Array<boolean>(4).fill(true),
  );
  expect(['us', 'eu us', 'g'].map((pool) => takes(worker, pool))).toEqual([false, false, false]);
});

it('a worker of tagged tasks alone leaves the others', () => {
  expect(takes({ tags: ['gpu'], onlyTagged: true }, '')).toBe(false);
  expect(takes({ tags: ['gpu'], onlyTagged: true }, 'gpu')).toBe(true);
});
