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

  it('takes more rows while writes are short and full, up to a bound', () => {
    expect(after([1, true]).rows).toBe(first * 2);
    expect(after(...times(50, 1)).rows).toBe(2_000);
    expect(after([1, false]).rows).toBe(first);
  });

  it('takes fewer when a write was long, down to a bound', () => {
    expect(after([30, true]).rows).toBe(first / 2);
    expect(after(...times(50, 500)).rows).toBe(20);
  });

  it('stays where a write takes what it should', () => {
    expect(after(...times(20, 4)).rows).toBe(first);
  });

  it('takes more on PostgreSQL, where no other write waits for it', () => {
    const pace = new Pace('postgres');
    for (let write = 0; write < 50; write += 1) pace.wrote(500, true);
    expect(pace.rows).toBe(500);
    expect(pace.pauseMs).toBe(500);
  });

  it('leaves others four times as long as a write took, within bounds', () => {
    expect(after([10, true]).pauseMs).toBe(40);
    expect(after([0.1, true]).pauseMs).toBe(5);
    expect(after([60_000, true]).pauseMs).toBe(2_000);
  });
});
