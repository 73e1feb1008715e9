import { describe, expect, it } from '@jest/globals';
import { localIso } from './local-time.js';
import { dueTicks, nextTick, nextTicks } from './next-times.js';
import type { Timing } from './timing.js';

const MINUTE = 60_000;
const cron = (line: string, timeZone = 'UTC'): Timing => ({ kind: 'cron', cron: line, timeZone });

/** Returns the next ticks as local times of the zone. */
function shown(line: string, timeZone: string, after: string, count: number): string[] {
  return nextTicks(cron(line, timeZone), Date.parse(after), count).map((tick) =>
    localIso(tick, timeZone),
  );
}

describe('a fixed time that the clock skips in spring is moved to the end of the gap', () => {
  it.each([
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T03:00:00+02:00', '2026-03-30T02:30:00+02:00'],
    ],
    [
      'America/New_York',
      '30 2 * * *',
      '2026-03-07T12:00:00Z',
      ['2026-03-08T03:00:00-04:00', '2026-03-09T02:30:00-04:00'],
    ],
    // The gap is half an hour: 02:00 becomes 02:30.
    [
      'Australia/Lord_Howe',
      '15 2 * * *',
      '2026-10-03T00:00:00Z',
      ['2026-10-04T02:30:00+11:00', '2026-10-05T02:15:00+11:00'],
    ],
    // The gap includes midnight.
    [
      'Asia/Beirut',
      '0 0 * * *',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00:00+03:00', '2026-03-30T00:00:00+03:00'],
    ],
    // Several ticks in the gap become one at its end.
    [
      'Europe/Berlin',
      '0,30 2 * * *',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T03:00:00+02:00', '2026-03-30T02:00:00+02:00', '2026-03-30T02:30:00+02:00'],
    ],
    // A tick at the end of the gap is not doubled.
    [
      'Europe/Berlin',
      '0 2,3 * * *',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T03:00:00+02:00', '2026-03-30T02:00:00+02:00'],
    ],
  ])(
    'a time skipped in spring moves to the end of the gap: %s %s',
    (zone, line, after, expected) => {
      expect(shown(line, zone, after, expected.length)).toEqual(expected);
    },
  );
});

describe('a fixed time that comes twice in autumn counts once, the first time', () => {
  it.each([
    [
      'Europe/Berlin',
      '30 2 * * *',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T02:30:00+02:00', '2026-10-26T02:30:00+01:00'],
    ],
    [
      'America/New_York',
      '30 1 * * *',
      '2026-10-31T12:00:00Z',
      ['2026-11-01T01:30:00-04:00', '2026-11-02T01:30:00-05:00'],
    ],
    [
      'Australia/Lord_Howe',
      '45 1 * * *',
      '2026-04-04T00:00:00Z',
      ['2026-04-05T01:45:00+11:00', '2026-04-06T01:45:00+10:30'],
    ],
    [
      'Europe/Berlin',
      '0,30 2 * * *',
      '2026-10-24T23:00:00Z',
      ['2026-10-25T02:00:00+02:00', '2026-10-25T02:30:00+02:00', '2026-10-26T02:00:00+01:00'],
    ],
  ])(
    'a time that comes twice in autumn ticks once, the first time: %s %s',
    (zone, line, after, expected) => {
      expect(shown(line, zone, after, expected.length)).toEqual(expected);
    },
  );

  it('a repeated autumn time does not tick again when the count begins between the two', () => {
    // At 02:45 summer time, 02:30 has passed.
    expect(shown('30 2 * * *', 'Europe/Berlin', '2026-10-25T00:45:00Z', 1)).toEqual([
      '2026-10-26T02:30:00+01:00',
    ]);
  });
});

describe('with * or a step in hours or minutes no hour is lost or drawn out', () => {
  it.each([
    ['Europe/Berlin', '*/30 * * * *', '2026-03-29T00:00:00Z', 30],
    ['Europe/Berlin', '*/30 * * * *', '2026-10-24T23:00:00Z', 30],
    ['America/New_York', '0 * * * *', '2026-03-08T05:00:00Z', 60],
    ['America/New_York', '0 * * * *', '2026-11-01T04:00:00Z', 60],
    ['Australia/Lord_Howe', '*/15 * * * *', '2026-10-03T14:00:00Z', 15],
    ['Australia/Lord_Howe', '*/15 * * * *', '2026-04-04T13:00:00Z', 15],
  ])(
    'a step in hours or minutes keeps an even pace through clock changes: %s %s',
    (zone, line, after, minutes) => {
      const ticks = nextTicks(cron(line, zone), Date.parse(after), 12);
      const gaps = ticks.slice(1).map((tick, index) => tick - (ticks[index] ?? 0));
      expect(new Set(gaps)).toEqual(new Set([minutes * MINUTE]));
    },
  );
});

describe('a cron line', () => {
  it.each([
    ['@daily', ['2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z']],
    ['0 9 * * MON-FRI', ['2026-01-01T09:00:00Z', '2026-01-02T09:00:00Z', '2026-01-05T09:00:00Z']],
    ['0 0 29 2 *', ['2028-02-29T00:00:00Z', '2032-02-29T00:00:00Z']],
    ['0 0 L * *', ['2026-01-31T00:00:00Z', '2026-02-28T00:00:00Z']],
    ['0 0 * * 5#2', ['2026-01-09T00:00:00Z', '2026-02-13T00:00:00Z']],
    // This is the same as in Quartz and cronie.
    [
      '1/15 0 * * *',
      [1, 16, 31, 46].map((minute) => `2026-01-01T00:${minute < 10 ? '0' : ''}${minute}:00Z`),
    ],
    [
      '0 22-2 * * *',
      [
        '2026-01-01T01:00:00Z',
        '2026-01-01T02:00:00Z',
        '2026-01-01T22:00:00Z',
        '2026-01-01T23:00:00Z',
        '2026-01-02T00:00:00Z',
      ],
    ],
    [
      '0 21-3/2 * * *',
      [
        '2026-01-01T01:00:00Z',
        '2026-01-01T03:00:00Z',
        '2026-01-01T21:00:00Z',
        '2026-01-01T23:00:00Z',
      ],
    ],
    [
      '0 0 * * SAT-MON',
      [
        '2026-01-03T00:00:00Z',
        '2026-01-04T00:00:00Z',
        '2026-01-05T00:00:00Z',
        '2026-01-10T00:00:00Z',
      ],
    ],
    ['0 0 * * 7-1', ['2026-01-04T00:00:00Z', '2026-01-05T00:00:00Z', '2026-01-11T00:00:00Z']],
    [
      '0 0 * * 5-7',
      [
        '2026-01-02T00:00:00Z',
        '2026-01-03T00:00:00Z',
        '2026-01-04T00:00:00Z',
        '2026-01-09T00:00:00Z',
      ],
    ],
    ['0 0 1 nov-Feb *', ['2026-02-01T00:00:00Z', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z']],
    [
      '0 0 30-2 * *',
      [
        '2026-01-02T00:00:00Z',
        '2026-01-30T00:00:00Z',
        '2026-01-31T00:00:00Z',
        '2026-02-01T00:00:00Z',
      ],
    ],
    [
      '0 0 1-7 * +SAT-SUN',
      ['2026-01-03T00:00:00Z', '2026-01-04T00:00:00Z', '2026-02-01T00:00:00Z'],
    ],
    ['0 0 LW * *', ['2026-01-30T00:00:00Z', '2026-02-27T00:00:00Z']],
    ['0 0 ? * FRIL', ['2026-01-30T00:00:00Z', '2026-02-27T00:00:00Z']],
    // The day or the weekday must match, as in cron.
    ['0 0 13 * 5', ['2026-01-02T00:00:00Z', '2026-01-09T00:00:00Z', '2026-01-13T00:00:00Z']],
  ])('the cron line %s ticks at the expected times', (line, expected) => {
    const ticks = nextTicks(cron(line), Date.parse('2026-01-01T00:00:00Z'), expected.length);
    expect(ticks).toEqual(expected.map((text) => Date.parse(text)));
  });

  it.each(['0 0 30 2 *', '0 0 31 2,4,6,9,11 *'])('the cron line %s never ticks', (line) => {
    expect(nextTick(cron(line), Date.parse('2026-01-01T00:00:00Z'))).toBeNull();
  });

  it('the next tick is the first one strictly after a time, to the millisecond', () => {
    const tick = Date.parse('2026-01-01T10:00:00Z');
    const hourly = cron('0 * * * *');
    expect(nextTick(hourly, tick - 1)).toBe(tick);
    expect(nextTick(hourly, tick)).toBe(tick + 60 * MINUTE);
    expect(nextTick(hourly, tick + 1)).toBe(tick + 60 * MINUTE);
    expect(nextTick(hourly, tick + 999)).toBe(tick + 60 * MINUTE);
  });
});

describe('an interval', () => {
  const every: Timing = { kind: 'every', everyMs: 1_000, anchor: 5_000 };

  it('an interval ticks at whole multiples after its anchor, not at it', () => {
    expect(nextTicks(every, 5_000, 3)).toEqual([6_000, 7_000, 8_000]);
    expect(nextTick(every, 6_999)).toBe(7_000);
    // The clock is behind the anchor.
    expect(nextTick(every, 0)).toBe(6_000);
  });
});

it('a one-off schedule ticks exactly once', () => {
  const once: Timing = { kind: 'once', at: 5_000 };
  expect(nextTicks(once, 4_999, 5)).toEqual([5_000]);
  expect(nextTick(once, 5_000)).toBeNull();
  expect(dueTicks(once, 5_000, 9_000, 3)).toEqual({ ticks: [5_000], count: 1, next: null });
});

describe('what is due', () => {
  it('the due ticks reach from the first one to now, and only the newest are listed', () => {
    const hourly = cron('0 * * * *');
    const first = Date.parse('2026-01-01T10:00:00Z');
    const at = (hours: number): number => first + hours * 60 * MINUTE;
    expect(dueTicks(hourly, first, first, 5)).toEqual({ ticks: [first], count: 1, next: at(1) });
    expect(dueTicks(hourly, first, at(3) + 1, 2)).toEqual({
      ticks: [at(2), at(3)],
      count: 4,
      next: at(4),
    });
  });

  it('a million due ticks of an interval are counted, and only the newest are listed', () => {
    const every: Timing = { kind: 'every', everyMs: 1_000, anchor: 0 };
    expect(dueTicks(every, 1_000, 1_000_000_500, 2)).toEqual({
      ticks: [999_999_000, 1_000_000_000],
      count: 1_000_000,
      next: 1_000_001_000,
    });
  });

  it.each([
    ['* * * * *', 1],
    ['* * * * *', 100],
    ['* * 1 1 *', 100],
    ['0 0 1 * *', 100],
  ])('ten years of due ticks of %s yield the newest %d', (line, keep) => {
    const now = Date.parse('2026-06-15T12:00:30Z');
    const first = nextTick(cron(line), Date.parse('2016-01-01T00:30:30Z')) ?? 0;
    const { ticks, next } = dueTicks(cron(line), first, now, keep);
    expect(ticks).toHaveLength(keep);
    expect(ticks).toEqual([...ticks].sort((one, other) => one - other));
    // No tick is left out: each is the next after the one before.
    for (const [index, tick] of ticks.entries())
      expect(nextTick(cron(line), tick)).toBe(ticks[index + 1] ?? next);
    expect(next).toBeGreaterThan(now);
  });

  it('a clock behind the first tick still counts that tick as due', () => {
    const first = Date.parse('2026-01-01T10:00:00Z');
    expect(dueTicks(cron('0 * * * *'), first, first - 5, 1)).toEqual({
      ticks: [first],
      count: 1,
      next: first + 60 * MINUTE,
    });
  });
});
