import { describe, expect, test } from '@jest/globals';
import { toldBytes, toldDuration, toldTime } from './units.js';

describe('units', () => {
  test.each([
    [0, '0 ms'],
    [85.4, '85 ms'],
    [1234, '1.2 s'],
    [59_960, '1 min'],
    [185_000, '3 min 5 s'],
    [3_600_000, '1 h'],
    [7_800_000, '2 h 10 min'],
    [100 * 3_600_000, '4 d 4 h'],
  ])('tell %d ms as %s', (ms, told) => expect(toldDuration(ms)).toBe(told));

  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.0 kB'],
    [1_449, '1.4 kB'],
    [20_000_000, '20 MB'],
    [999_960, '1.0 MB'],
  ])('tell %d bytes as %s', (bytes, told) => expect(toldBytes(bytes)).toBe(told));

  test.each([
    ['2026-01-01T00:00:00.500Z', 'now'],
    ['2025-12-31T23:59:48.000Z', '12 s ago'],
    ['2026-01-01T03:00:00.000Z', 'in 3 h'],
    ['2026-01-01T02:59:58.000Z', 'in 3 h'],
    ['2025-12-31T22:00:01.000Z', '1 h ago'],
    ['2025-12-30T00:00:00.000Z', '2 d ago'],
    ['2025-06-01T00:00:00.000Z', '2025-06-01'],
    ['nonsense', '?'],
  ])('tell %s as %s', (iso, told) =>
    expect(toldTime(iso, Date.parse('2026-01-01T00:00:00Z'))).toBe(told),
  );
});
