import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { RunDelay } from './run-delay.js';

const warnings: string[] = [];
let delay: RunDelay;
beforeEach(() => {
  jest.useFakeTimers();
  warnings.length = 0;
  delay = new RunDelay((message) => warnings.push(message));
});
afterEach(() => {
  jest.useRealTimers();
});

it('no run waits after one has waited in vain, until one gets an answer', () => {
  expect(delay.admits()).toBe(true);
  delay.note('no process in 10 s');
  expect([delay.admits(), delay.problem]).toEqual([false, 'no process in 10 s']);
  delay.end();
  expect([delay.admits(), delay.problem]).toEqual([true, null]);
});

it('one run at a time tries again while the problem stays', () => {
  delay.note('no process in 10 s');
  jest.advanceTimersByTime(30_000);
  expect([delay.admits(), delay.admits()]).toEqual([true, false]);
  expect(delay.problem).toBe('no process in 10 s');
  delay.note('no process in 10 s');
  jest.advanceTimersByTime(29_000);
  expect(delay.admits()).toBe(false);
});

it('a delay of runs is logged once, with its reason', () => {
  delay.note('no process in 10 s');
  delay.note('no process in 10 s');
  expect(warnings).toEqual(['Python tasks are waiting: no process in 10 s']);
});
