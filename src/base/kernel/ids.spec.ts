import { describe, expect, it } from '@jest/globals';
import { isUuid, newId } from './ids.js';

describe('newId', () => {
  const before = Date.now();
  const ids = Array.from({ length: 20_000 }, newId);

  it('makes UUIDs of version 7 that are never the same', () => {
    expect(ids.every((id) => isUuid(id) && /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('makes them in their order, also within a millisecond', () => {
    expect(ids.toSorted()).toEqual(ids);
  });

  it('has the time in them', () => {
    const timeOf = (id = ''): number => Number.parseInt(id.slice(0, 13).replace('-', ''), 16);
    expect(timeOf(ids.at(0))).toBeGreaterThanOrEqual(before);
    expect(timeOf(ids.at(-1))).toBeLessThanOrEqual(Date.now());
  });

  it('shares no randomness between neighbours', () => {
    const tails = ids.map((id) => id.slice(-10));
    expect(new Set(tails).size).toBe(tails.length);
  });
});
