import { expect, it } from '@jest/globals';
import { parsePhases, phasesText } from './attempt-phases.js';

it('the phases of an attempt merge its runs, each with its first start and total time', () => {
  const first = phasesText(null, [
    { key: '', since: 0, ms: 5 },
    { key: 'Loading', since: 5, ms: 10.4 },
    { key: 'Page #', since: 15, ms: 20 },
  ]);
  const second = phasesText(first, [
    // The second run continues in the phase in which the first one waited.
    { key: '', since: 1_000, ms: 7 },
    { key: 'Loading', since: 1_007, ms: 1 },
    { key: 'Writing', since: 1_008, ms: 2 },
  ]);
  expect(parsePhases(second)).toEqual([
    { name: 'Loading', from: 5, ms: 11 },
    { name: 'Page #', from: 15, ms: 27 },
    { name: 'Writing', from: 1_008, ms: 2 },
  ]);
});

it('an attempt stores 50 phases at most, and null when it has none', () => {
  expect(phasesText(null, [{ key: '', since: 0, ms: 5 }])).toBeNull();
  expect(parsePhases(null)).toEqual([]);
  const many = Array.from({ length: 60 }, (_, since) => ({ key: `p${since}`, since, ms: 1 }));
  expect(parsePhases(phasesText(null, many))).toHaveLength(50);
});
