import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { sized } from '../support/size.js';

const run = promisify(execFile);

it('the benchmark makes all its measurements at a small size', async () => {
  // The measurements are the same on PostgreSQL; rate.test.ts tests the connection to it.
  const { TEST_POSTGRES_URL: _, ...without } = process.env;
  const { stdout } = await run(process.execPath, ['bench/tasks.mjs', '--quick', '--json'], {
    env: sized(process.env, without),
    maxBuffer: 16 * 1024 * 1024,
  });
  const report: unknown = JSON.parse(stdout);
  const times = { count: expect.any(Number), p50: expect.any(Number), p95: expect.any(Number) };
  const language = {
    sequential: { total: times },
    bursts: { total: times },
    throughput: { perSecond: expect.any(Number) },
  };
  expect(report).toMatchObject({
    quick: true,
    reference: { python: times, node: times, isolate: times, isolateFromSnapshot: times },
    start: {
      empty: expect.any(Number),
      existing: expect.any(Number),
      runners: expect.arrayContaining([expect.any(Number)]),
    },
    projects: [
      { projects: 1, total: times },
      { projects: 2, total: times },
    ],
    workflow: {
      typescript: { total: times, perSecond: expect.any(Number) },
      python: { total: times, perSecond: expect.any(Number) },
    },
    cancel: { typescript: times, python: times },
    sqlite: { typescript: language, python: language },
  });
});
