/** Compares the table of all time limits with the sources. The record explains each kind. */
import { describe, expect, it } from '@jest/globals';
import { readPage, parseTableRows } from '../support/markdown.js';
import { inlineTimes, readSources, timeConstants, timeSettings } from './time-limits.js';

const PAGE = 'docs/decisions/0010-limits-on-our-own-work.md';
/** Kinds in the order of the table. */
const KINDS = ['work', 'end', 'wait', 'others', 'lease', 'pause', 'tries', 'age', 'unit'];
/** Words that say what a limit on our own work counts. */
const COUNTS = /CPU time|progress/;

const sources = [...readSources()];
const rows = parseTableRows(readPage(PAGE), [
  'file',
  'constant',
  'value',
  'what it limits',
  'kind',
]).map(([file = '', names = '', values = '', what = '', kind = '']) => ({
  file,
  constants: names.split(', '),
  values: values.split(', '),
  what,
  kind,
}));

function shown({ file, name, value }: { file: string; name: string; value: string }): string {
  return `${file} ${name} = ${value}`;
}

describe('the table of limits on time', () => {
  const found = [
    ...sources.flatMap(([file, source]) => timeConstants(file, source)),
    ...timeSettings('docs/configuration.md'),
  ].map(shown);
  const listed = rows.flatMap(({ file, constants, values }) =>
    constants.map((name, index) => shown({ file, name, value: values[index] ?? '' })),
  );

  it('the table has every time constant of the sources and every setting of a time, with its value', () => {
    const inTable = new Set(listed);
    expect(found.filter((one) => !inTable.has(one))).toEqual([]);
    expect(found.length).toBeGreaterThan(400);
  });

  it('the table names each constant once, and none that the sources lack or that has another value', () => {
    const inSources = new Set(found);
    expect(listed.filter((one) => !inSources.has(one))).toEqual([]);
    expect(listed).toHaveLength(new Set(listed).size);
    expect(rows.filter(({ constants, values }) => constants.length !== values.length)).toEqual([]);
  });

  it('the rows of the table are sorted by their kinds, then by their files', () => {
    const order = (row: (typeof rows)[number]): string => `${KINDS.indexOf(row.kind)} ${row.file}`;
    expect(rows.map(({ kind }) => kind).filter((kind) => !KINDS.includes(kind))).toEqual([]);
    expect(rows.map(order)).toEqual(rows.map(order).sort());
  });

  it('every row says what it limits, and those of our own work what they count', () => {
    const silent = rows.filter(
      ({ what, kind }) => what === '' || (kind === 'work' && !COUNTS.test(what)),
    );
    expect(silent).toEqual([]);
  });
});

describe('the times in the sources', () => {
  it('no number stands for a time without a name that has its unit', () => {
    expect(sources.flatMap(([file, source]) => inlineTimes(file, source))).toEqual([]);
  });
});

describe('the finder of times', () => {
  it('the finder reads constants of TypeScript with their values', () => {
    const source = `
      const PAUSE_MS = 90 * 60_000;
      export const KEPT_DAYS: number = 7;
      class One {
        private static readonly WAIT_SECONDS = 2.5;
      }
      const RENEW_MS = LEASE_MS / 3;
      const PAUSES_MS = { first: 1_000, most: 60_000 } as const;
      const TRIES = 3;
      const NOTE_MS = 'no time';
      const MAX_BYTES = 1024;
    `;
    expect(timeConstants('a.ts', source).map(({ name, value }) => [name, value])).toEqual([
      ['PAUSE_MS', '90 min'],
      ['KEPT_DAYS', '7 d'],
      ['WAIT_SECONDS', '2.5 s'],
      ['RENEW_MS', 'LEASE_MS / 3'],
      ['PAUSES_MS', '1 s / 1 min'],
      ['TRIES', '3'],
    ]);
  });

  it('the finder reads constants of Python, whose intervals and pauses are in seconds', () => {
    const source = '_POLL_INTERVAL = 0.01  # seconds\n_LONGEST_MS = 50\nSTEP_TIMEOUT = "text"\n';
    expect(timeConstants('a.py', source).map(({ name, value }) => [name, value])).toEqual([
      ['_POLL_INTERVAL', '10 ms'],
      ['_LONGEST_MS', '50 ms'],
    ]);
  });

  it.each([
    ['setTimeout(() => end({ a: 1 }), 5_000);'],
    ['setInterval(() => {\n  look(1, 2);\n}, 2 * 60_000).unref();'],
    ['await delay(250);'],
    ['const signal = AbortSignal.timeout(10_000);'],
    ["execFile('python3', [], { timeout: 60_000 });"],
    ['socket.connectTimeout = 3000;'],
    ['const LIMITS = { clockMs: 30_000 };'],
    ['throw new Refusal({ retryAfterSeconds: 5 });'],
    ["const time = read.whole('timeout_seconds', 1, 3600, 60);"],
    ["spawn('curl', ['--max-time', '20']);"],
    ['await delay(LONG);'],
  ])('the finder reports %j in TypeScript', (planted) => {
    expect(inlineTimes('a.ts', `const a = 1;\n${planted}\n`)).toHaveLength(1);
  });

  it.each([
    ['time.sleep(0.01)'],
    ['ready = select.select([line], [], [], 0.5)'],
    ['sock.settimeout(5)'],
    ['sock.settimeout(_LINGER)'],
    ['lock.acquire(timeout=3)'],
    ['def request(self, timeout: Optional[float] = 30):'],
  ])('the finder reports %j in Python', (planted) => {
    expect(inlineTimes('a.py', `a = 1\n${planted}\n`)).toHaveLength(1);
  });

  it('the finder reports a wait of a shell, with its file and line', () => {
    const source = '#!/bin/sh\nsleep 5\n';
    expect(inlineTimes('bin/metarun', source)).toEqual(['bin/metarun:2: sleep 5']);
  });

  it.each([
    ['setTimeout(resolve, PAUSE_MS, null);'],
    ['setTimeout(() => fire(12, 13), 0);'],
    ['// setTimeout(end, 5_000) would be too early'],
    ['await delay(pauseMs * tries);'],
    ['const params = { limit: 50, items: 12 };'],
    ["const delayMs = args.number('delay_ms', 0, MAX_DELAY_MS);"],
  ])('the finder leaves %j alone', (harmless) => {
    expect(inlineTimes('a.ts', `${harmless}\n`)).toEqual([]);
  });
});
