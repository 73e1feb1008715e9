import { describe, expect, test } from '@jest/globals';
import { diffLines } from './text-diff.js';

function told(expected: string, actual: string): string[] {
  return diffLines(expected, actual).map(({ mark, text }) => `${mark}${text}`);
}

describe('a difference', () => {
  test('shows what must go and what must come, with what is around it', () => {
    expect(told('a\nb\nc', 'a\nx\nc')).toEqual([' a', '-b', '+x', ' c']);
  });

  test('leaves out what is equal and far away', () => {
    const lines = Array.from({ length: 20 }, (_, at) => `line ${at}`);
    const changed = lines.with(10, 'other');
    expect(told(lines.join('\n'), changed.join('\n'))).toEqual([
      '…',
      ' line 8',
      ' line 9',
      '-line 10',
      '+other',
      ' line 11',
      ' line 12',
      '…',
    ]);
  });

  test('of texts that have nothing in common is both', () => {
    expect(told('a', 'b\nc')).toEqual(['-a', '+b', '+c']);
  });
});
