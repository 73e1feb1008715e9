import { describe, expect, it } from '@jest/globals';
import stringWidth from 'string-width';
import { table } from './table.js';

describe('a table', () => {
  const rows = [
    ['1', '年度报告', 'ok'],
    ['2', 'x', '\u001b[31mbad\u001b[39m'],
  ];

  it('a table aligns its columns by their width on the terminal', () => {
    expect(table(['ID', 'NAME', 'STATUS'], rows, 80)).toBe(
      'ID  NAME      STATUS\n1   年度报告  ok\n2   x         \u001b[31mbad\u001b[39m\n',
    );
  });

  it('a table is no wider than its limit', () => {
    const lines = table(['ID', 'NAME'], [['1', '年度报告'.repeat(20)]], 40).split('\n');
    expect(lines[1]).toMatch(/^1 {3}年度.*…$/);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(40);
  });
});
