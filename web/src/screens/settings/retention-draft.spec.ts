import { expect, it } from '@jest/globals';
import { draftOfRetention, retentionOf } from './retention-draft.js';

it('days, for ever and the default of the installation come back from the fields as they went in', () => {
  const policy = { tasks_days: 365, events_days: 0, logs_days: null, file_versions_days: 1 };
  const draft = draftOfRetention(policy);
  expect(draft).toEqual({
    tasks: { choice: 'days', days: '365' },
    events: { choice: 'ever', days: '' },
    logs: { choice: 'default', days: '' },
    files: { choice: 'days', days: '1' },
  });
  expect(retentionOf(draft)).toEqual(policy);
});

it('no days are never taken for keeping for ever', () => {
  const draft = draftOfRetention({
    tasks_days: null,
    events_days: null,
    logs_days: null,
    file_versions_days: null,
  });
  for (const days of ['', ' ', '0', '-1', 'x'])
    expect(retentionOf({ ...draft, tasks: { choice: 'days', days } }).tasks_days).not.toBe(0);
});
