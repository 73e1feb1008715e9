import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TimeBudget } from './time-budget.js';

describe('TimeBudget', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The pause after work that took `ms` from now on. */
  function work(budget: TimeBudget, ms: number): number {
    jest.advanceTimersByTime(ms);
    return budget.spend(ms);
  }

  it('asks for no pause of work that is done within the share', () => {
    const budget = new TimeBudget();
    for (let round = 0; round < 100; round += 1) {
      expect(work(budget, 20)).toBe(0);
      jest.advanceTimersByTime(80);
    }
  });

  it('allows a burst, then one part in five', () => {
    const budget = new TimeBudget();
    expect(work(budget, 250)).toBe(0);
    let worked = 0;
    let rested = 0;
    while (worked < 10_000) {
      worked += 50;
      const pause = work(budget, 50);
      rested += pause;
      jest.advanceTimersByTime(pause);
    }
    expect(worked / (worked + rested)).toBeCloseTo(0.2, 1);
  });
});
