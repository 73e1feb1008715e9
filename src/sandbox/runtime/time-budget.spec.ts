import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getOrCreateBudget, type Crowd, TimeBudget } from './time-budget.js';

describe('TimeBudget', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** Returns the pause after `ms` of work. */
  function work(budget: TimeBudget, ms: number): number {
    jest.advanceTimersByTime(ms);
    return budget.spend(ms);
  }

  it('a time budget demands no pause for work within its share', () => {
    const budget = new TimeBudget();
    for (let round = 0; round < 100; round += 1) {
      expect(work(budget, 20)).toBe(0);
      jest.advanceTimersByTime(80);
    }
  });

  it('a time budget allows a burst and then one fifth of the time', () => {
    const budget = new TimeBudget();
    expect(work(budget, 20)).toBe(0);
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

  it('all runs of a project share one time budget', () => {
    for (let run = 0; run < 4; run += 1) expect(work(getOrCreateBudget('many'), 5)).toBe(0);
    expect(work(getOrCreateBudget('many'), 5)).toBeGreaterThan(0);
    expect(work(getOrCreateBudget('another'), 5)).toBe(0);
  });

  it('all greedy budgets together get one fifth of the time, and a modest one never pauses', () => {
    const crowd: Crowd = new Set();
    const greedy = Array.from({ length: 8 }, () => ({ budget: new TimeBudget(crowd), rests: 0 }));
    const modest = new TimeBudget(crowd);
    let worked = 0;
    const began = performance.now();
    while (worked < 20_000) {
      const next = greedy.reduce((one, other) => (other.rests < one.rests ? other : one));
      jest.advanceTimersByTime(Math.max(0, next.rests - performance.now()));
      worked += 50;
      next.rests = performance.now() + 50 + work(next.budget, 50);
      expect(work(modest, 1)).toBe(0);
    }
    expect(worked / (performance.now() - began)).toBeLessThan(0.25);
  });
});
