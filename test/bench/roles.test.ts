import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of processes with roles makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/roles.mjs', '--quick', '--json']);
  const times = { count: expect.any(Number), p50: expect.any(Number), p99: expect.any(Number) };
  expect(JSON.parse(stdout)).toMatchObject({
    bus: 'postgres',
    pickup: { claimed: times },
    flow: { seen: times },
    transaction: { claimed: times },
    creates: {
      roles: { answered: times },
      sqlite: { answered: times },
      ratio: expect.any(Number),
      gaps: 0,
    },
    turns: { claimed: times, backlog: expect.any(Number) },
    idle: { processes: 7, connections: expect.any(Number) },
  });
});
