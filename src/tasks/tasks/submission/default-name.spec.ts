import { expect, it } from '@jest/globals';
import { defaultName } from './default-name.js';

it.each([
  [new Date(2026, 0, 2, 3, 4, 5), 'report-20260102030405'],
  [new Date(2026, 11, 31, 23, 59, 59), 'report-20261231235959'],
  [new Date(2026, 5, 1), 'report-20260601000000'],
])('the default name of a task at %s ends in 14 digits of local time', (at, name) => {
  expect(defaultName('report', at)).toBe(name);
});
