// `npm run faults`: breaks servers, databases and processes on SQLite and on PostgreSQL, as `npm test` does but with a
// larger storm of kills, and prints what each promise has come to. Exit code 1 unless all hold.
//   --json  one JSON document on standard output instead of the tables
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { layOut } from './support/record-tables.mjs';

const STORM = { STORM_KILLS: '200', STORM_RUNS: '500' };

const { values: flags } = parseArgs({ options: { json: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'metarun-storm-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const results = join(folder, 'results.json');
const storms = join(folder, 'storms.jsonl');

const run = spawn(
  process.execPath,
  [
    'test/run.mjs',
    '--selectProjects',
    'sqlite',
    'postgres',
    '--runInBand',
    '--json',
    `--outputFile=${results}`,
    '--',
    'test/faults',
  ],
  {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...STORM, TEST_STORMS: storms },
  },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
const [code] = await once(run, 'close');

const report = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : null;
const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
  assertionResults.map(({ fullName, status, duration }) => ({
    file: name.slice(name.indexOf('test/faults/')),
    test: fullName,
    ok: status === 'passed',
    skipped: status === 'pending',
    seconds: (duration ?? 0) / 1000,
  })),
);
const stormRows = existsSync(storms)
  ? readFileSync(storms, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
  : [];
const ok = code === 0 && tests.length > 0 && tests.every((row) => row.ok || row.skipped);
if (flags.json) console.log(JSON.stringify({ ok, tests, storms: stormRows }, null, 2));
else
  console.log(
    `${faultTable(tests)}\n\n${stormTable(stormRows)}\n\n${ok ? 'all hold' : 'NOT all hold'}`,
  );
process.exitCode = ok ? 0 : 1;

/** A row for each test, with how often it was run: on each database. */
function faultTable(rows) {
  const byTest = Map.groupBy(rows, ({ file, test }) => `${file}: ${test}`);
  const cells = [...byTest].map(([name, of]) => {
    const tried = of.filter(({ skipped }) => !skipped);
    const held = tried.filter((row) => row.ok).length;
    const seconds = tried.reduce((sum, row) => sum + row.seconds, 0);
    return [
      held === tried.length ? 'ok' : 'FAIL',
      `${held} of ${tried.length}`,
      seconds.toFixed(1),
      name,
    ];
  });
  return layOut([['', 'held', 's', 'fault'], ...cells]);
}

function stormTable(rows) {
  const columns = Object.keys(rows[0] ?? { storm: '' });
  return layOut([columns, ...rows.map((row) => columns.map((column) => String(row[column])))]);
}
