import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

const run = promisify(execFile);

it('the benchmark of the dashboard makes all its measurements at a small size', async () => {
  const { stdout } = await run(process.execPath, ['bench/ui.mjs', '--quick', '--json']);
  const report = JSON.parse(stdout) as { bytes: number; medians: Record<string, number> };
  expect(report.bytes).toBeGreaterThan(0);
  expect(report.medians['requests while nothing happens']).toBe(0);
  for (const part of ['fixed page', 'list', 'run', 'log', 'timeline'])
    expect(Object.keys(report.medians).some((name) => name.startsWith(`${part}, `))).toBe(true);
});
