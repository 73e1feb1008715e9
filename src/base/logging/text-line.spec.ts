import { expect, it } from '@jest/globals';
import { textLine } from './text-line.js';

const TIME = '2026-01-02T03:04:05.678Z';

it('a log line shows its time, level, message and fields', () => {
  const entry = {
    level: 'warn',
    time: TIME,
    task: 'a1',
    ms: 12,
    reason: 'a "b" c',
    msg: 'a task failed',
  };
  expect(textLine(`${JSON.stringify(entry)}\n`)).toMatch(
    /^\d\d:\d\d:05\.678 {2}WARN {3}a task failed {2}task=a1 ms=12 reason="a \\"b\\" c"\n$/,
  );
});

it('a log line shows the stack of its error below and escapes control characters', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at f (a.js:1:2)' };
  const entry = { level: 'error', time: TIME, msg: 'it failed', name: '\u001b[2J', err };
  expect(textLine(JSON.stringify(entry))).toMatch(
    /ERROR {2}it failed {2}name="\\u001b\[2J"\n {4}Error: no\n {4}at f \(a\.js:1:2\)\n$/,
  );
});

it('a line that is not a log entry is printed unchanged', () => {
  expect(textLine('text\n')).toBe('text\n');
});
