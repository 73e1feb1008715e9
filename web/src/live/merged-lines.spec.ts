import { expect, it } from '@jest/globals';
import type { LogLine } from '../api/types.js';
import { mergedLines } from './merged-lines.js';

const lines = (...seqs: number[]): LogLine[] =>
  seqs.map((seq) => ({ seq, time: '', level: 'info', text: String(seq), attempt: 1 }));

it('a line that goes on has only its last form', () => {
  const line = (seq: number, more: Partial<LogLine> = {}): LogLine => ({
    seq,
    time: '',
    level: 'info',
    text: String(seq),
    attempt: 1,
    line: 9,
    ...more,
  });
  const [opened, changed, ended] = [line(1, { open: true }), line(3, { open: true }), line(4)];
  const [other] = lines(2);
  const before = [opened, ...lines(2)];
  expect(mergedLines(before, [changed])).toEqual([other, changed]);
  expect(mergedLines(before, [changed, ended])).toEqual([other, ended]);
  expect(mergedLines(before, [line(4, { attempt: 2 })])).toHaveLength(3);
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
