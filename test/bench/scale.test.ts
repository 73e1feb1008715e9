import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { sized } from '../support/size.js';

const run = promisify(execFile);
/** Option for the databases. Other tests run the statements on both. */
const ON = `--database=${sized('both', 'postgres')}`;

it('the benchmark of a full database makes all its measurements at a small size', async () => {
  const args = ['bench/tasks.mjs', '--scale', '--quick', '--json', ON];
  const { stdout } = await run(process.execPath, args);
  const report: unknown = JSON.parse(stdout);
  const spread = expect.objectContaining({ p50: expect.any(Number) });
  const compared = { empty: spread, full: spread, ratio: expect.any(Number) };
  const times = { create: compared, claim: compared, list: compared, detail: compared };
  const memory = { server: expect.any(Number), processes: expect.any(Number) };
  const measured = {
    stages: [
      { finished: 0, times },
      { finished: 400, times },
    ],
    deleting: {
      idle: expect.any(Number),
      deleting: expect.any(Number),
      rows: expect.any(Number),
      rowsPerSecond: expect.any(Number),
    },
    drained: { few: expect.any(Number), many: expect.any(Number) },
    waiting: { count: 10, without: memory, with: memory },
  };
  expect(report).toMatchObject(
    sized({ sqlite: measured, postgres: measured }, { postgres: measured }),
  );
});
