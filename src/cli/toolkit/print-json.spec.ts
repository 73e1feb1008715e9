import { expect, it } from '@jest/globals';
import { progressBar } from './live-view.js';
import { shownJson } from './print-json.js';

it('a long value is cut after some lines, and says how many are left', () => {
  expect(shownJson({ a: '\u001b[31mred' }, '  ')).toBe('  {\n    "a": "\\u001b[31mred"\n  }\n');
  const lines = shownJson(Array.from({ length: 100 }, () => 1)).split('\n');
  expect(lines.slice(-3)).toEqual(['  1,', '… 42 more lines: --json shows all', '']);
});

it('a bar is as full as the part that is there, and never fuller', () => {
  expect([-1, 0, 0.5, 1, 2].map((part) => progressBar(part, 4))).toEqual([
    '░░░░',
    '░░░░',
    '██░░',
    '████',
    '████',
  ]);
});
