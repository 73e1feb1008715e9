import { expect, it } from '@jest/globals';
import type { LogLine } from '../api/types.js';
import { linesWith, buildLogRows, selectedText } from './log-rows.js';

const line = (seq: number, text: string, attempt = 1): LogLine => ({
  seq,
  text,
  attempt,
  time: '',
  level: 'info',
});

it('the attempts of a log are separated when there are several', () => {
  const one = buildLogRows([line(1, 'a'), line(2, 'b')]);
  expect(one.map(({ key }) => key)).toEqual([1, 2]);
  const two = buildLogRows([line(1, 'a'), line(4, 'b', 2), line(5, 'c', 2)]);
  expect(two.map(({ key, index }) => [key, index])).toEqual([
    ['a1', 0],
    [1, 0],
    ['a2', 1],
    [4, 1],
    [5, 2],
  ]);
  expect(buildLogRows([])).toEqual([]);
});

it('a text is found in a log regardless of case and colours', () => {
  const lines = [line(1, 'Booked 1'), line(2, 'x'), line(3, 'bo\u001b[31moked\u001b[0m 2')];
  expect(linesWith(lines, 'booKED')).toEqual([1, 3]);
  expect(linesWith(lines, '')).toEqual([]);
});

it('the lines of a range are copied without their colours', () => {
  const lines = [line(1, 'a'), line(3, '\u001b[31mb\u001b[0m'), line(9, 'c')];
  expect(selectedText(lines, 2, 9)).toEqual({ text: 'b\nc', count: 2 });
  expect(selectedText(lines, 3, undefined)).toBeNull();
});
