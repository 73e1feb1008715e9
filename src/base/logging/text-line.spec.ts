import { expect, it } from '@jest/globals';
import { textLine } from './text-line.js';

const TIME = '2026-01-02T03:04:05.678Z';

it('shows time, level, message and fields of a line', () => {
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

it('shows the stack of an error below, and lets no control character through', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at f (a.js:1:2)' };
  const entry = { level: 'error', time: TIME, msg: 'it failed', name: '\u001b[2J', err };
  expect(textLine(JSON.stringify(entry))).toMatch(
    /ERROR {2}it failed {2}name="\\u001b\[2J"\n {4}Error: no\n {4}at f \(a\.js:1:2\)\n$/,
  );
});

it('leaves what is no line of the log as it is', () => {
  expect(textLine('text\n')).toBe('text\n');
});
