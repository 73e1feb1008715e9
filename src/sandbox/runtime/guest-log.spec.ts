import { beforeEach, expect, it } from '@jest/globals';
import type { LogLevel } from './protocol.js';
import { GuestLog } from './guest-log.js';
import type { RunHost } from './runtime.js';

let reports: string[][];
let log: GuestLog;

beforeEach(() => {
  reports = [];
  const onLog: RunHost['onLog'] = (level, text, part) =>
    reports.push(part === undefined ? [level, text] : [level, text, part]);
  log = new GuestLog(1_000, {
    onLog,
    redact: (text) => text.replaceAll('hunter2', '[redacted]'),
  } as RunHost);
});

function write(text: string, level: LogLevel = 'info'): void {
  log.output({ level, text });
}

it('text that a script has written is reported before its line ends, and again as the line', () => {
  write('connecting ... ');
  write('50 %\r', 'warning');
  write('60', 'warning');
  log.line('info', 'a line');
  write('done\nsent\nan');
  write('swer');
  log.lastWords([' at last', '']);
  log.close();
  expect(reports).toEqual([
    ['info', 'connecting ... ', 'open'],
    ['warning', '50 %', 'open'],
    ['warning', '60 %', 'open'],
    ['info', 'a line'],
    ['info', 'connecting ... done', 'ended'],
    ['info', 'sent'],
    ['info', 'an', 'open'],
    ['info', 'answer', 'open'],
    ['info', 'answer at last', 'open'],
    ['info', 'answer at last', 'ended'],
    ['warning', '60 %', 'ended'],
  ]);
});

it('a secret that is written over in part is redacted before', () => {
  write('the key is hunter2\r***\n');
  write('hunter2');
  write('\r*');
  write('*\u001b[1G#\n');
  log.line('info', 'hunter2\rand');
  expect(reports.filter(([, , part]) => part !== 'open').map(([, text]) => text)).toEqual([
    '*** key is [redacted]',
    '#*edacted]',
    'anddacted]',
  ]);
});

it('a guest that has passed its limit has the truncation reported once', () => {
  log.output({ level: 'info', text: 'a\nb', full: true });
  write('c\n');
  log.line('error', 'd');
  expect(reports).toEqual([
    ['info', 'a'],
    ['info', 'b', 'open'],
    ['info', 'b', 'ended'],
    ['warning', 'Log truncated: a run may log 1000 bytes.'],
  ]);
});

it('a line that passes the limit ends as it has been reported, before the truncation', () => {
  write('fits, ');
  write('half', 'warning');
  write(`${'x'.repeat(1_000)}
`);
  log.close();
  expect(reports).toEqual([
    ['info', 'fits, ', 'open'],
    ['warning', 'half', 'open'],
    ['info', 'fits, ', 'ended'],
    ['warning', 'half', 'ended'],
    ['warning', 'Log truncated: a run may log 1000 bytes.'],
  ]);
});

it('text that is written over counts once against the limit', () => {
  for (let round = 0; round < 100; round += 1) write(`\r${'x'.repeat(100)}`);
  write('\n');
  expect(reports.at(-1)).toEqual(['info', 'x'.repeat(100), 'ended']);
});
