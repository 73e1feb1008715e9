import { expect, it } from '@jest/globals';
import type { LogLine } from '../api/types.js';
import { mergedLines } from './merged-lines.js';

const lines = (...seqs: number[]): LogLine[] =>
  seqs.map((seq) => ({ seq, time: '', level: 'info', text: String(seq), attempt: 1 }));

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
