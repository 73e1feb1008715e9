import { jest } from '@jest/globals';

/** Time at which all pages are opened. It is set before the code of the dashboard is loaded, which reads it. */
export const NOW = '2026-03-10T12:00:00.000Z';

// Timers of the page end only when a test advances the clock; other functions use the real time.
jest.useFakeTimers({
  now: Date.parse(NOW),
  doNotFake: ['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate'],
});
