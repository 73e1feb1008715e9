import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of several servers makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/servers.mjs', '--quick', '--json']);
  const times = { count: expect.any(Number), p50: expect.any(Number), p99: expect.any(Number) };
  const both = { far: times, near: times, ratio: expect.any(Number) };
  expect(JSON.parse(stdout)).toMatchObject({
    load: expect.any(Number),
    pickup: both,
    events: both,
    wait: both,
    cancel: both,
  });
});
