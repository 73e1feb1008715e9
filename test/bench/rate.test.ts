import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of PostgreSQL beside SQLite makes all its measurements at a small size', async () => {
  // The benchmark starts its own PostgreSQL, which counts statements.
  const { TEST_POSTGRES_URL: _, ...env } = process.env;
  const args = ['bench/rate.mjs', '--quick', '--json', '--servers=0,1'];
  const { stdout } = await run(process.execPath, args, { env });
  const number = expect.any(Number);
  const onPostgres = { perSecond: number, statements: number, databaseMs: number, claims: number };
  const limited = { perSecond: number, most: number, full: number };
  expect(JSON.parse(stdout)).toMatchObject({
    medians: [
      { name: 'now', servers: 0, load: number, perSecond: number, cpu: number },
      { name: 'now', servers: 1, ...onPostgres, wait: number, limited },
    ],
  });
});
