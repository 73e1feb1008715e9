// Shared by `npm run test:all -- faults` and `npm run test:all -- hosting`: runs some projects of Jest, and returns what has come to each test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { layOut } from './record-tables.mjs';

/**
 * Runs the tests of `projects` that `args` choose, one file at a time. Returns `{ ok, tests }`: whether all hold, and
 * `{ file, test, ok, skipped, seconds }` of each. Jest's own report goes to standard error.
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

/** Sends test/all.mjs how many of the rows hold and how many do not. */
export function sendCounts(rows) {
  const passed = rows.filter(({ ok }) => ok).length;
  process.send?.({ passed, failed: rows.length - passed });
}

/** A row for each test, with how often it was run, on each database. `what` is the head of their column. */
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
