import { expect, it } from '@jest/globals';
import type { LogLine } from '../api/types.js';
import { mergedLines } from './merged-lines.js';

const lines = (...seqs: number[]): LogLine[] =>
  seqs.map((seq) => ({ seq, time: '', level: 'info', text: String(seq), attempt: 1 }));

it('of a line that goes on only its last form is kept', () => {
  const [one, two, three, four] = lines(1, 2, 3, 4);
  const opened = { ...one!, line: 9, open: true };
  const changed = { ...three!, line: 9, open: true };
  const ended = { ...four!, line: 9 };
  expect(mergedLines([opened, two!], [changed])).toEqual([two, changed]);
  expect(mergedLines([opened, two!], [changed, ended])).toEqual([two, ended]);
  expect(mergedLines([opened, two!], [{ ...ended, attempt: 2 }])).toHaveLength(3);
});

it.each([
  [[], [1, 2], [1, 2]],
  [[3, 4], [5], [3, 4, 5]],
  [
    [3, 4],
    [1, 2],
    [1, 2, 3, 4],
  ],
  [
    [3, 6],
    [4, 6, 7],
    [3, 4, 6, 7],
  ],
  [[3], [3], [3]],
])('the lines %j merged with %j are %j, in order and each once', (some, more, expected) => {
  expect(mergedLines(lines(...some), lines(...more)).map(({ seq }) => seq)).toEqual(expected);
});
