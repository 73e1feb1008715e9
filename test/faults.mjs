// `npm run test:all -- faults`: breaks servers, databases and processes on SQLite and on PostgreSQL, with a larger storm of kills
// than the other parts, and prints what each promise has come to. Exit code 1 unless all hold.
//   --json  one JSON document on standard output instead of the tables
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests, sendCounts, testTable } from './support/jest-tests.mjs';
import { layOut } from './support/record-tables.mjs';

const STORM = {
  TEST_SIZE: 'whole',
  STORM_KILLS: '200',
  STORM_RUNS: '500',
  BUS_STORM_SECONDS: '60',
  BUS_STORM_RATE: '100',
};

const { values: flags } = parseArgs({ options: { json: { type: 'boolean' } } });
const folder = mkdtempSync(join(tmpdir(), 'metarun-storm-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
const storms = join(folder, 'storms.jsonl');
const busStorms = join(folder, 'bus-storms.jsonl');
const roleStorms = join(folder, 'role-storms.jsonl');

const { ok, tests } = await runTests(['sqlite', 'postgres'], ['--', 'test/faults'], {
  ...STORM,
  TEST_STORMS: storms,
  TEST_BUS_STORMS: busStorms,
  TEST_ROLE_STORMS: roleStorms,
});
const stormRows = readRows(storms);
const busRows = readRows(busStorms);
const roleRows = readRows(roleStorms);
if (flags.json)
  console.log(
    JSON.stringify(
      { ok, tests, storms: stormRows, bus_storms: busRows, role_storms: roleRows },
      null,
      2,
    ),
  );
else
  console.log(
    `${testTable(tests, 'fault')}\n\n${stormTable(stormRows)}\n\n${stormTable(busRows)}\n\n${stormTable(roleRows)}\n\n${ok ? 'all hold' : 'NOT all hold'}`,
  );
sendCounts(tests.filter(({ skipped }) => !skipped));
process.exitCode = ok ? 0 : 1;

/** Returns what tests have written into a file, a line of JSON each. */
function readRows(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line));
}

function stormTable(rows) {
  const columns = Object.keys(rows[0] ?? { storm: '' });
  return layOut([columns, ...rows.map((row) => columns.map((column) => String(row[column])))]);
}
