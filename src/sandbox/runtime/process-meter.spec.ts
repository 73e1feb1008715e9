import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, it } from '@jest/globals';
import { ProcessMeter } from './process-meter.js';

/** Code that works on another thread until the process has used a further 200 ms of CPU time. */
const SPIN = `
const before = process.cpuUsage().user;
while (process.cpuUsage().user - before < 200_000) for (let n = 0; n < 1e6; n += 1);`;

it('the CPU time of the first thread excludes that of other threads', async () => {
  const meter = ProcessMeter.of(process.pid);
  if (meter === null) return expect(process.platform).not.toBe('linux');
  const before = { all: meter.read()?.cpuMs ?? NaN, first: meter.cancelCpuMs() ?? NaN };
  await once(new Worker(SPIN, { eval: true }), 'exit');
  const all = (meter.read()?.cpuMs ?? NaN) - before.all;
  const first = (meter.cancelCpuMs() ?? NaN) - before.first;
  expect(all).toBeGreaterThanOrEqual(180);
  expect(first).toBeLessThan(all / 2);
  meter.close();
  expect(meter.cancelCpuMs()).toBeNull();
});
