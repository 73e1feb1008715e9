import { describe, expect, it } from '@jest/globals';
import { MAX_CATCH_UP, MISSED_AFTER_MS, planTicks } from './tick-plan.js';
import type { Timing } from './timing.js';

const EVERY = 600_000;
const timing: Timing = { kind: 'every', everyMs: EVERY, anchor: 0 };

describe('a tick that is in time', () => {
  it.each(['skip', 'one', 'all'] as const)(
    'a tick in time gets its task with the policy %s',
    (policy) => {
      expect(planTicks(timing, policy, EVERY, EVERY + MISSED_AFTER_MS)).toEqual({
        run: [EVERY],
        skipped: 0,
        last: EVERY,
        next: 2 * EVERY,
      });
    },
  );
});

describe('of ticks that were missed', () => {
  const late = 5 * EVERY + MISSED_AFTER_MS + 1;

  it('the policy "skip" drops missed ticks, except a newest one that is still in time', () => {
    expect(planTicks(timing, 'skip', EVERY, late)).toMatchObject({ run: [], skipped: 5 });
    expect(planTicks(timing, 'skip', EVERY, late - 1)).toMatchObject({
      run: [5 * EVERY],
      skipped: 4,
    });
  });

  it('the policy "one" makes a single task for all missed ticks, that of the newest', () => {
    expect(planTicks(timing, 'one', EVERY, late)).toEqual({
      run: [5 * EVERY],
      skipped: 4,
      last: 5 * EVERY,
      next: 6 * EVERY,
    });
  });

  it('the policy "all" makes a task for each missed tick, up to the newest hundred', () => {
    const few = planTicks(timing, 'all', EVERY, late);
    expect(few.run).toEqual([1, 2, 3, 4, 5].map((index) => index * EVERY));
    expect(few.skipped).toBe(0);
    const many = planTicks(timing, 'all', EVERY, 250 * EVERY);
    expect(many.run).toHaveLength(MAX_CATCH_UP);
    expect(many).toMatchObject({ skipped: 150, last: 250 * EVERY });
    expect(many.run.at(-1)).toBe(250 * EVERY);
  });

  it('a late one-off is skipped or made up for, as the policy says', () => {
    const once: Timing = { kind: 'once', at: EVERY };
    expect(planTicks(once, 'skip', EVERY, late)).toEqual({
      run: [],
      skipped: 1,
      last: EVERY,
      next: null,
    });
    expect(planTicks(once, 'one', EVERY, late)).toMatchObject({ run: [EVERY], next: null });
  });
});
