// Runs Jest projects and returns the outcome of each test, for `npm run test:all -- faults` and
// `npm run test:all -- hosting`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { layOut } from './record-tables.mjs';

/**
 * Runs the tests of `projects` that `args` select, one file at a time. Returns `{ ok, tests }`: whether all have
 * passed, and `{ file, test, ok, skipped, seconds }` of each. Jest's report goes to standard error.
 */
export async function runTests(projects, args = [], env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'metarun-tests-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const results = join(folder, 'results.json');
  const run = spawn(
    process.execPath,
    [
      'test/run.mjs',
      '--selectProjects',
      ...projects,
      '--runInBand',
      '--json',
      `--outputFile=${results}`,
      ...args,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } },
  );
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
  const [code] = await once(run, 'close');
  const report = existsSync(results) ? JSON.parse(readFileSync(results, 'utf8')) : null;
  const tests = (report?.testResults ?? []).flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status, duration }) => ({
      file: relative(process.cwd(), name),
      test: fullName,
      ok: status === 'passed',
      skipped: status === 'pending',
      seconds: (duration ?? 0) / 1000,
    })),
  );
  const tried = tests.filter(({ skipped }) => !skipped);
  return { ok: code === 0 && tried.length > 0 && tried.every((row) => row.ok), tests };
}

/** Sends the numbers of passed and failed rows to test/all.mjs. */
export function sendCounts(rows) {
  const passed = rows.filter(({ ok }) => ok).length;
  process.send?.({ passed, failed: rows.length - passed });
}

/**
 * Returns a table with a row per test and its number of runs on each database. `what` is the heading of the last
 * column, which names the tests.
 */
export function testTable(tests, what) {
  const byTest = Map.groupBy(tests, ({ file, test }) => `${file}: ${test}`);
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
  return layOut([['', 'held', 's', what], ...cells]);
}
