import { describe, expect, it } from '@jest/globals';
import { bytesText, durationText, relativeTime } from './units.js';

describe('units', () => {
  it.each([
    [-5, '0ms'],
    [0, '0ms'],
    [85.4, '85ms'],
    [1234, '1.2s'],
    [60_040, '1m'],
    [185_000, '3m 5s'],
    [3_600_000, '1h'],
    [7_805_000, '2h 10m'],
    [100 * 3_600_000, '4d 4h'],
  ])('the duration of %d ms is shown as %s', (ms, text) => expect(durationText(ms)).toBe(text));

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1 kB'],
    [1_449, '1.4 kB'],
    [20_000_000, '20 MB'],
    [999_960, '999.9 kB'],
  ])('the size of %d bytes is shown as %s', (bytes, text) => expect(bytesText(bytes)).toBe(text));

  it.each([
    ['2026-01-01T00:00:00.500Z', 'now'],
    ['2025-12-31T23:59:48.000Z', '12s ago'],
    ['2026-01-01T00:00:29.600Z', 'in 30s'],
    ['2026-01-01T00:59:58.000Z', 'in 1h'],
    ['2026-01-01T03:00:00.000Z', 'in 3h'],
    ['2026-01-01T02:59:58.000Z', 'in 3h'],
    ['2025-12-31T22:00:01.000Z', '1h ago'],
    ['2025-12-30T00:00:00.000Z', '2d ago'],
    ['2025-06-01T00:00:00.000Z', '2025-06-01'],
    ['nonsense', '?'],
  ])('the time %s is shown as %s', (iso, text) =>
    expect(relativeTime(iso, Date.parse('2026-01-01T00:00:00Z'))).toBe(text),
  );
});
