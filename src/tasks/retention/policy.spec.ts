import { describe, expect, it } from '@jest/globals';
import { effectivePolicy } from './policy.js';

const DEFAULTS = { tasks: 90, events: 30, logs: 7, file_versions: 30 };
const NOTHING = { tasks: null, events: null, logs: null, file_versions: null };

describe('what a project keeps', () => {
  it.each([
    ['earlier versions by themselves', { file_versions: 0 }, { ...DEFAULTS, file_versions: 0 }],
    ['all defaults', NOTHING, DEFAULTS],
    ['its own days', { tasks: 100, events: 50, logs: 40 }, { tasks: 100, events: 50, logs: 40 }],
    ['some of its own', { ...NOTHING, logs: 20 }, { tasks: 90, events: 30, logs: 20 }],
    ['tasks for ever, their events not', { ...NOTHING, tasks: 0 }, { ...DEFAULTS, tasks: 0 }],
    [
      'no log lines longer than events',
      { tasks: 50, events: 20, logs: 40 },
      { tasks: 50, events: 20, logs: 20 },
    ],
    ['all for ever', { tasks: 0, events: 0, logs: 0 }, { tasks: 0, events: 0, logs: 0 }],
    [
      'no events longer than tasks',
      { tasks: 10, events: 20, logs: 0 },
      { tasks: 10, events: 10, logs: 10 },
    ],
    [
      'no default longer than its tasks',
      { ...NOTHING, tasks: 1 },
      { tasks: 1, events: 1, logs: 1 },
    ],
  ])('a project keeps %s', (_, own, expected) => {
    expect(effectivePolicy({ ...NOTHING, ...own }, DEFAULTS)).toEqual({
      ...DEFAULTS,
      ...expected,
    });
  });
});
