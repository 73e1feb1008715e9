import { describe, expect, it } from '@jest/globals';
import { MetarunError } from '../../base/kernel/errors.js';
import { checkTimeZone, checkTiming, type GivenTiming } from './timing-check.js';

const NOW = Date.parse('2026-01-01T00:00:00Z');

/** Returns the code and the places of the error; null if the timing is accepted. */
function refusal(given: GivenTiming, minSeconds = 1): object | null {
  try {
    checkTiming(given, 'UTC', NOW, minSeconds);
    return null;
  } catch (error) {
    if (!(error instanceof MetarunError)) throw error;
    return { code: error.code, pointers: error.errors.map(({ pointer }) => pointer) };
  }
}

describe('checkTiming', () => {
  it('checkTiming reads a cron line, an interval from now on, and a time to come', () => {
    expect(checkTiming({ cron: ' 0  3 * * * ' }, 'Europe/Oslo', NOW, 1)).toEqual({
      kind: 'cron',
      cron: '0 3 * * *',
      timeZone: 'Europe/Oslo',
    });
    expect(checkTiming({ cron: null, every_seconds: 5 }, 'UTC', NOW, 1)).toEqual({
      kind: 'every',
      everyMs: 5_000,
      anchor: NOW,
    });
    expect(checkTiming({ at: '2026-01-01T01:00:01+01:00' }, 'UTC', NOW, 1)).toEqual({
      kind: 'once',
      at: NOW + 1_000,
    });
  });

  it.each([
    ['a cron line that never comes', { cron: '0 0 30 2 *' }, '/cron'],
    ['a cron line that never comes', { cron: '0 0 31 4,6 *' }, '/cron'],
    ['a field out of its range', { cron: '61 * * * *' }, '/cron'],
    ['six fields', { cron: '* * * * * *' }, '/cron'],
    ['no fields', { cron: '' }, '/cron'],
    ['an unknown nickname', { cron: '@reboot' }, '/cron'],
    ['a date as cron line', { cron: '2030-01-01T00:00:00' }, '/cron'],
    ['words', { cron: 'every day at two o`clock' }, '/cron'],
    ['a step of nothing', { cron: '*/0 * * * *' }, '/cron'],
    ['a NUL', { cron: '0 0 * * \0' }, '/cron'],
    ['a time that has passed', { at: '2020-01-01T00:00:00Z' }, '/at'],
    ['two ways at once', { cron: '@daily', every_seconds: 60 }, '/every_seconds'],
    ['no way at all', {}, '/cron'],
  ])('checkTiming refuses %s: %j', (_why, given, pointer) => {
    expect(refusal(given)).toEqual({ code: 'validation_failed', pointers: [pointer] });
  });

  it.each([
    ['60 * * * *', 'has "60" for the minute, which goes from 0 to 59: write a number of these'],
    ['0 24 * * *', 'has "24" for the hour, which goes from 0 to 23: write a number of these'],
    [
      '0 0 0 * *',
      'has "0" for the day of the month, which goes from 1 to 31: write a number of these',
    ],
    ['0 0 * 13 *', 'has "13" for the month, which goes from 1 to 12: write a number of these'],
    [
      '0 0 L-3 * *',
      'has "L-3", days before the end of the month, which are not known here: write L for the last day, LW for the last weekday, or a day such as 28',
    ],
    [
      '0 0 * * L',
      'has "L" without its day: write SAT for each Saturday, or SATL for the last one of the month',
    ],
    [
      '*/0 * * * *',
      'has "*/0" for the minute, whose step must be from 1 to 60: write * for it, or a smaller step',
    ],
    [
      '5/90 * * * *',
      'has "5/90" for the minute, whose step must be from 1 to 60: write 0 for it, or a smaller step',
    ],
    ['0,, 1 * * *', 'has a minute with nothing before or behind a comma: leave out the comma'],
    [
      '0 0 * JANUARY *',
      'has "JANUARY" for the month, which cannot be read: write numbers from 1 to 12, names such as FEB, ranges, lists and steps, such as JAN or 1-3',
    ],
    [
      'H 3 * * *',
      'has "H" for the minute, which cannot be read: write numbers from 0 to 59, ranges, lists and steps, such as */15',
    ],
    [
      '0 0 2 1 * 2030',
      'must have five fields (minute, hour, day of the month, month, day of the week), without seconds and years, or be one of @hourly, @daily, @weekly, @monthly, @yearly',
    ],
  ])('the refusal of %j is a sentence that says what to write', (line, sentence) => {
    expect(() => checkTiming({ cron: line }, 'UTC', NOW, 1)).toThrow(
      expect.objectContaining({ errors: [{ pointer: '/cron', message: `"${line}" ${sentence}` }] }),
    );
  });

  it('checkTiming refuses what ticks more often than the installation wants', () => {
    expect(refusal({ every_seconds: 119 }, 120)).toMatchObject({ pointers: ['/every_seconds'] });
    expect(refusal({ cron: '* * * * *' }, 120)).toMatchObject({ pointers: ['/cron'] });
    expect(refusal({ cron: '0,1 4 * * *' }, 120)).toMatchObject({ pointers: ['/cron'] });
    expect(refusal({ cron: '*/2 * * * *' }, 120)).toBeNull();
    expect(refusal({ every_seconds: 120 }, 120)).toBeNull();
  });
});

it('checkTimeZone returns a name that there is, and refuses any other', () => {
  expect(checkTimeZone('Europe/Oslo')).toBe('Europe/Oslo');
  for (const name of ['Mars/Base', '+02:00'])
    expect(() => checkTimeZone(name)).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ pointer: '/time_zone' })] }),
    );
});
