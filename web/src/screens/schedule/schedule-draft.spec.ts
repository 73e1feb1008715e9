import { expect, it } from '@jest/globals';
import type { Schedule } from '../../api/types.js';
import { bodyOfDraft, toScheduleDraft, toScheduleTimes } from './schedule-draft.js';

const SCHEDULE = {
  name: 'Nightly',
  task_type_identifier: 'report',
  cron: null,
  every_seconds: null,
  at: null,
  time_zone: 'Asia/Tokyo',
  missed: 'all',
  overlap: 'allow',
  task_name: '{schedule}',
} as Schedule;

it.each([
  [{ cron: '0 9 * * *' }, { cron: '0 9 * * *' }],
  [{ every_seconds: 90 }, { every_seconds: 90 }],
  [{ at: '2030-01-31T08:00:00.000Z' }, { at: '2030-01-31T08:00:00.000Z' }],
])('an untouched form leaves a schedule with %j unchanged', (times, expected) => {
  const draft = toScheduleDraft({ ...SCHEDULE, ...times } as Schedule);
  expect(bodyOfDraft(draft, { a: 1 })).toEqual({
    name: 'Nightly',
    task_type_identifier: 'report',
    params: { a: 1 },
    ...expected,
    time_zone: 'Asia/Tokyo',
    missed: 'all',
    overlap: 'allow',
    task_name: '{schedule}',
  });
});

it('an invalid time is left for the server to refuse', () => {
  const draft = {
    ...toScheduleDraft(undefined, 'report'),
    kind: 'at' as const,
    at: 'soon',
    zone: ' ',
  };
  expect(toScheduleTimes(draft)).toEqual({ at: 'soon', time_zone: 'UTC' });
});
