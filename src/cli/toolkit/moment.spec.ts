import { describe, expect, it } from '@jest/globals';
import { parseMoment } from './moment.js';

const NOW = Date.parse('2026-03-01T12:00:00Z');

describe('a point in time', () => {
  it.each([
    ['30m', -1, '2026-03-01T11:30:00.000Z'],
    ['1.5h', -1, '2026-03-01T10:30:00.000Z'],
    ['2d', 1, '2026-03-03T12:00:00.000Z'],
    ['2026-02-01T10:00:00+02:00', -1, '2026-02-01T08:00:00.000Z'],
  ] as const)('the text %s is read as a moment', (text, sign, iso) =>
    expect(parseMoment(text, sign, NOW)).toBe(iso),
  );

  it('a date without a time is read as a local date', () =>
    expect(parseMoment('2026-02-01', -1)).toBe(new Date(2026, 1, 1).toISOString()));

  it.each(['yesterday', '5', '5 y', '', '2026-13-01', '99999999999999999999d'])(
    'the text %j is not a moment',
    (text) => expect(parseMoment(text, -1)).toBeNull(),
  );
});
