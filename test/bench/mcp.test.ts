import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of MCP calls makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/mcp.mjs', '--quick', '--json']);
  const times = { p50: expect.any(Number), p95: expect.any(Number), cpu: expect.any(Number) };
  const report: unknown = JSON.parse(stdout);
  expect(report).toMatchObject([1, 2, 4].map((inFlight) => ({ inFlight, api: times, mcp: times })));
});
