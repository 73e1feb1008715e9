import { describe, expect, it } from '@jest/globals';
import { Pace } from './pace.js';

function after(...writes: [ms: number, full: boolean][]): Pace {
  const pace = new Pace('sqlite');
  for (const [ms, full] of writes) pace.wrote(ms, full);
  return pace;
}

function times(count: number, ms: number, full = true): [number, boolean][] {
  return Array.from({ length: count }, () => [ms, full]);
}

describe('the pace of deletion', () => {
  const { rows: first } = new Pace('sqlite');

  it('short and full writes raise the number of rows up to a limit', () => {
    expect(after([1, true]).rows).toBe(first * 2);
    expect(after(...times(50, 1)).rows).toBe(2_000);
    expect(after([1, false]).rows).toBe(first);
  });

  it('long writes lower the number of rows down to a limit', () => {
    expect(after([30, true]).rows).toBe(first / 2);
    expect(after(...times(50, 500)).rows).toBe(20);
  });

  it('a write of the intended length keeps the number of rows', () => {
    expect(after(...times(20, 4)).rows).toBe(first);
  });

  it('a long write on PostgreSQL still deletes 500 rows and pauses only as long as it took', () => {
    const pace = new Pace('postgres');
    for (let write = 0; write < 50; write += 1) pace.wrote(500, true);
    expect(pace.rows).toBe(500);
    expect(pace.pauseMs).toBe(500);
  });

  it('the pause after a write is four times as long as the write, within limits', () => {
    expect(after([10, true]).pauseMs).toBe(40);
    expect(after([0.1, true]).pauseMs).toBe(5);
    expect(after([60_000, true]).pauseMs).toBe(2_000);
  });
});
