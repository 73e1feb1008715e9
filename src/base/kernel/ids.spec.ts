import { describe, expect, it } from '@jest/globals';
import { isUuid, newId } from './ids.js';

describe('newId', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);

  it('newId makes UUIDs of version 7 that never repeat', () => {
    expect(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('newId makes ids in ascending order, even within a millisecond', () => {
    expect(ids.toSorted()).toEqual(ids);
  });

  it('newId puts the current time into its ids', () => {
    const timeOf = (id = ''): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(timeOf(ids.at(0))).toBeGreaterThanOrEqual(before);
    expect(timeOf(ids.at(-1))).toBeLessThanOrEqual(Date.now());
  });

  it('newId gives its ids random tails that do not repeat, but by chance', () => {
    const tails = ids.map((id) => id.slice(-10));
    // With 40 random bits, two of 20,000 ids are equal in about one of 5,000 runs; three pairs never occur.
    expect(tails.length - new Set(tails).size).toBeLessThan(3);
  });
});
