import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { RunSpec } from '../../src/sandbox/runtime/runtime.js';
import { OneRunner } from '../support/kept-isolates.js';
import { RecordingHost } from '../support/recording-host.js';
import { body, compile, MEGABYTE, runSpec, runtime } from '../support/typescript-runs.js';

let runner: OneRunner;

beforeAll(async () => {
  runner = await OneRunner.start();
});
afterAll(async () => {
  runner.close();
  await runtime.close();
});

async function buildRunSpec(code: string): Promise<RunSpec> {
  return runSpec(await compile(body(code)));
}

const version = (spec: RunSpec, version: number): RunSpec => ({
  ...spec,
  task: { ...spec.task, version },
});

it('a runner reuses an isolate only for runs of the same version', async () => {
  const spec = await buildRunSpec('return params;');
  expect(await runner.keeps(spec)).toBe(true);
  expect(await runner.keeps({ ...spec, fresh: true })).toBe(false);
  // Each run is the first of its kind, after one that has left an isolate.
  const others: RunSpec[] = [
    version(spec, 4),
    { ...spec, task: { ...spec.task, task_type: 'another' } },
    { ...spec, task: { ...spec.task, project: 'project-b' } },
    { ...spec, limits: { ...spec.limits, memory_bytes: 128 * MEGABYTE } },
    await buildRunSpec('return 1;'),
  ];
  for (const other of others) {
    const [outcome] = await runner.run(spec);
    expect(outcome.kind).toBe('success');
    expect((await runner.run(other))[1]).toBe(false);
  }
});

it('a runner keeps isolates of several versions as long as they are small', async () => {
  const spec = await buildRunSpec('return 1;');
  const versions = [11, 12, 13].map((number) => version(spec, number));
  let kept = 0;
  for (let round = 0; round < 5; round += 1)
    for (const each of versions) if ((await runner.run(each))[1]) kept += 1;
  expect(kept).toBeGreaterThan(0);
  const large = await buildRunSpec(
    '(globalThis as any).left = Array.from({ length: 40 }, () => new Array(20_000).fill(0.5)); return 1;',
  );
  // The isolates have 6.4 MB each, and one is kept in addition to the last one.
  const some = [21, 22, 23, 24].map((number) => version(large, number));
  for (let round = 0; round < 2; round += 1)
    for (const each of some) expect((await runner.run(each))[1]).toBe(false);
});

it('a runner discards an isolate whose run failed or left something behind', async () => {
  const wait = 'await new Promise((done) => setTimeout(done, 1));';
  const later = (code: string): string =>
    `let ticks = 0; const tick = (): any => (ticks += 1) > 50 ? (() => { ${code} })() : Promise.resolve().then(tick); tick(); return 1;`;
  const left: Record<string, string> = {
    'an exception': 'throw new Error("x");',
    'no JSON': 'return 1n;',
    'a timer': 'setTimeout(() => 0, 60_000); return 1;',
    'an interval': 'setInterval(() => 0, 60_000); return 1;',
    'a time limit': 'AbortSignal.timeout(60_000); return 1;',
    'a call': 'reporter.files.exists("/x").catch(() => 0); return 1;',
    'a timer, set later': later('setTimeout(() => 0, 60_000);'),
    'a rejected promise': later('Promise.reject(new Error("x"));'),
    'a rejected promise that is a Proxy': later(
      'Promise.reject(new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } }));',
    ),
    'a large buffer': '(globalThis as any).left = new Uint8Array(9 * 1024 * 1024); return 1;',
    'a large heap':
      '(globalThis as any).left = Array.from({ length: 60 }, () => new Array(20_000).fill(0.5)); return 1;',
    'symbols of a registry that nothing clears':
      'for (let n = 0; n < 10; n += 1) Symbol.for(n + "x".repeat(2 ** 20) + Math.random()); return 1;',
  };
  for (const [what, code] of Object.entries(left)) {
    const spec = await buildRunSpec(code);
    for (let n = 0; n < 2; n += 1) {
      const silent = new RecordingHost(() => new Promise(() => undefined));
      expect([what, (await runner.run(spec, silent))[1]]).toEqual([what, false]);
    }
  }
  // Both have ended when `run` returns.
  const host = (): RecordingHost => new RecordingHost(async () => true);
  const tidy = `${wait} const timer = setInterval(() => 0, 1); clearInterval(timer); return reporter.files.exists("/x");`;
  expect(await runner.keeps(await buildRunSpec(tidy), host)).toBe(true);
});

it('a runner discards its isolates once it has had no run for five seconds', async () => {
  const spec = version(await buildRunSpec('return 1;'), 41);
  expect(await runner.keeps(spec)).toBe(true);
  await new Promise((done) => setTimeout(done, 5_500));
  expect((await runner.run(spec))[1]).toBe(false);
});

it('a runner discards an isolate that has had enough runs', async () => {
  const spec = await buildRunSpec('return 1;');
  const kept: boolean[] = [];
  for (let run = 0; run < 26; run += 1) kept.push((await runner.run(version(spec, 31)))[1]);
  // At most 25 consecutive runs use one isolate.
  expect(kept.filter((each) => !each).length).toBeGreaterThanOrEqual(2);
  expect(kept).toContain(true);
});
