import { expect, it } from '@jest/globals';
import { draftOfRetention, toRetention } from './retention-draft.js';

it('days, keeping for ever and the default are unchanged after the form', () => {
  const policy = { tasks_days: 365, events_days: 0, logs_days: null, file_versions_days: 1 };
  const draft = draftOfRetention(policy);
  expect(draft).toEqual({
    tasks: { choice: 'days', days: '365' },
    events: { choice: 'ever', days: '' },
    logs: { choice: 'default', days: '' },
    files: { choice: 'days', days: '1' },
  });
  expect(toRetention(draft)).toEqual(policy);
});

it('an empty or invalid number of days never means keeping for ever', () => {
  const draft = draftOfRetention({
    tasks_days: null,
    events_days: null,
    logs_days: null,
    file_versions_days: null,
  });
  for (const days of ['', ' ', '0', '-1', 'x'])
    expect(toRetention({ ...draft, tasks: { choice: 'days', days } }).tasks_days).not.toBe(0);
});
