import { jest } from '@jest/globals';

/** The time at which all pages are opened. It is so before the code of the dashboard is read, which asks for it. */
export const NOW = '2026-03-10T12:00:00.000Z';

// A timer ends when a test lets time pass. What is not of the page goes on by itself.
jest.useFakeTimers({
  now: Date.parse(NOW),
  doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
});
