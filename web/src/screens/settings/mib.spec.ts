import { expect, it } from '@jest/globals';
import { bytesOfMib, formatMib } from './mib.js';

it('a field in MiB holds binary units, and nothing where there is no limit', () => {
  expect(formatMib(1_048_576)).toBe('1');
  expect(formatMib(null)).toBe('');
  expect(bytesOfMib('1.5')).toBe(1_572_864);
  expect(bytesOfMib('')).toBeNull();
});
