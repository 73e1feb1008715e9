import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of agents makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/agents.mjs', '--quick', '--json']);
  const measured = {
    server: expect.any(Number),
    children: expect.any(Number),
    processes: expect.any(Number),
    p50: expect.any(Number),
    p99: expect.any(Number),
  };
  expect(JSON.parse(stdout)).toEqual({
    calls: {
      plain: expect.any(Number),
      model: expect.any(Number),
      tool: expect.any(Number),
      python: expect.any(Number),
      typescript: expect.any(Number),
      cpu: {
        models: expect.any(Number),
        tools: expect.any(Number),
        python: expect.any(Number),
        typescript: expect.any(Number),
      },
      count: 8,
    },
    streaming: {
      agents: 2,
      requests: expect.any(Number),
      p50: expect.any(Number),
      p99: expect.any(Number),
      perSecond: expect.any(Number),
      sent: 100,
      // Each reader gets the text of its agent, and one gets the texts of all agents.
      read: 200,
      events: expect.any(Number),
      cpu: expect.any(Number),
    },
    waiting: { count: 6, settledMs: expect.any(Number), before: measured, after: measured },
  });
});
