/** The share of processor time of TypeScript runs when other processes need a processor, too. */
import { existsSync, readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listChildTrees, listDescendants, readNiceness } from '../support/processes.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, compile, run, runtime, start } from '../support/typescript-runs.js';
import { until } from '../support/until.js';

/** Declares a test for kernels that divide the processors among sessions. */
const grouped = existsSync('/proc/self/autogroup') ? it : it.skip;

beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

/** Returns the niceness of the sessions of all guests. */
function niceness(): string[] {
  return listChildTrees(process.pid).flatMap(([{ pid }]) => {
    try {
      return /nice (-?\d+)/.exec(readFileSync(`/proc/${pid}/autogroup`, 'utf8'))?.[1] ?? [];
    } catch {
      // The process has ended.
      return [];
    }
  });
}

describe('a TypeScript run', () => {
  it('a runner has the niceness 10 and the compiler 5, at least', async () => {
    await run(body('return 1;'));
    const found = listDescendants(process.pid).map(({ pid }) => readNiceness(pid));
    // The tests themselves may run with some niceness.
    const own = getPriority();
    expect(found).toEqual(expect.arrayContaining([Math.max(10, own), Math.max(5, own)]));
  });

  grouped('comes last once it has used some time, and the next one does not', async () => {
    const host = new RecordingHost();
    const limits = { timeout_ms: 120_000 };
    const long = start(await compile(body('for (;;);')), { host, limits });
    await until('it to come last', () => niceness().includes('19'));
    host.stop.request('cancelled', 0);
    await long.outcome;
    await until('its process to end, or to come back', () => !niceness().includes('19'));
    expect(await run(body('return 1;'))).toEqual({ kind: 'success', result: 1 });
    expect(niceness()).toContain('15');
  });

  grouped('restores the priority of its process as it ends', async () => {
    // Uses more CPU time than a short run may, even on a busy machine.
    const used =
      'const until = Date.now() + 1_000; let n = 0; while (n < 1e8 || Date.now() < until) n += 1;';
    const seen = new Set<string>();
    const timer = setInterval(() => niceness().forEach((nice) => seen.add(nice)), 10);
    expect(await run(body(`${used} return 1;`), { limits: { timeout_ms: 120_000 } })).toEqual({
      kind: 'success',
      result: 1,
    });
    clearInterval(timer);
    expect([...seen]).toContain('19');
    expect(await run(body('return 2;'))).toEqual({ kind: 'success', result: 2 });
    expect(niceness()).not.toContain('19');
  });
});
