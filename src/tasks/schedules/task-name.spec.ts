import { expect, it } from '@jest/globals';
import { isTimeZone, localIso } from './local-time.js';
import { taskName, unknownPlaceholder } from './task-name.js';

const TICK = Date.parse('2026-03-29T01:00:00Z');

it('a task name shows the clock of the time zone', () => {
  expect(taskName(null, 'Nightly', TICK, 'Europe/Berlin')).toBe('Nightly 2026-03-29 03:00:00');
  expect(taskName('{date}{offset} of {schedule}', 'X', TICK, 'America/New_York')).toBe(
    '2026-03-28-04:00 of X',
  );
  expect(taskName('{schedule}', '{date}', TICK, 'UTC')).toBe('{date}');
  expect(taskName('{schedule}'.repeat(20), 'é'.repeat(150), TICK, 'UTC')).toHaveLength(200);
});

it('unknownPlaceholder returns the first placeholder that does not exist', () => {
  expect(unknownPlaceholder('{schedule} {date} {time} {offset}')).toBeNull();
  expect(unknownPlaceholder('plain { text }')).toBe('{ text }');
  expect(unknownPlaceholder('{date} {colour}')).toBe('{colour}');
  expect(unknownPlaceholder('{toString}')).toBe('{toString}');
});

it('localIso writes local times with their offsets', () => {
  expect(localIso(TICK, 'UTC')).toBe('2026-03-29T01:00:00+00:00');
  expect(localIso(TICK, 'Asia/Kolkata')).toBe('2026-03-29T06:30:00+05:30');
  expect(localIso(Date.parse('2026-01-01T05:00:00Z'), 'America/New_York')).toBe(
    '2026-01-01T00:00:00-05:00',
  );
});

it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])(
  'the name %s is a time zone',
  (name) => expect(isTimeZone(name)).toBe(true),
);

it.each(['', 'Mars/Base', '+02:00', 'Europe', 'x'.repeat(200), 'Europe/Berlin\n', 'toString'])(
  'the text %j is not a time zone',
  (name) => expect(isTimeZone(name)).toBe(false),
);
