import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readCommand, listDescendants } from '../support/processes.js';
import { RecordingHost } from '../support/recording-host.js';
import { MAX_RUNNERS } from '../support/runtimes.js';
import {
  body,
  compile,
  MEGABYTE,
  run,
  runtime,
  signal,
  start,
} from '../support/typescript-runs.js';
import { AT_ONCE_MS, WAITED_MS } from '../support/deadlines.js';

beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('a script that does not end', () => {
  it.each([
    ['a loop', 'for (;;);'],
    ['a loop of microtasks', 'for (;;) await null;'],
    ['a promise chain', 'const again = (): any => Promise.resolve().then(again); await again();'],
    ['a regular expression', '/(a+)+$/.test("a".repeat(50) + "b");'],
    ['a pending timer', 'await new Promise((resolve) => setTimeout(resolve, 1e6));'],
    ['a thrown Proxy that spins', 'throw new Proxy({}, { get() { for (;;); } });'],
    ['a flood of phases', 'for (let i = 0; ; i++) reporter.setPhase("p" + i);'],
  ])('a script that does not end times out: %s', async (_name, code) => {
    const program = await compile(body(code));
    await run(body(''));
    const started = performance.now();
    const outcome = await start(program, { limits: { timeout_ms: 300 } }).outcome;
    expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  });
});

describe('a script that takes too much memory', () => {
  it.each([
    ['arrays', 'const a = []; for (;;) a.push(new Array(1000).fill(1.5));'],
    ['off-heap buffers', 'const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1));'],
    [
      'strings',
      // JSON.stringify creates a flat string; a repeated one only refers to its halves.
      'const a = []; for (let i = 0; ; i++) a.push(JSON.stringify(("x" + i).repeat(1e5)));',
    ],
  ])(
    'a script that fills its memory ends as out_of_memory without harming the next run: %s',
    async (_name, code) => {
      const outcome = await run(body(code), {
        limits: { memory_bytes: 32 * MEGABYTE, timeout_ms: 120_000 },
      });
      expect(outcome).toMatchObject({ kind: 'failed', code: 'out_of_memory' });
      expect(await run(body('return 1;'))).toEqual({ kind: 'success', result: 1 });
    },
  );
});

describe('cancel', () => {
  it.each([
    ['a call', 'await reporter.files.read("/never");'],
    [
      'a timer',
      'await new Promise((r) => setTimeout(r, 1e6)); await reporter.files.read("/never");',
    ],
    ['work that reports', 'for (;;) reporter.setProgress(1);'],
    [
      'a signal that is listened to',
      'setInterval(() => {}, 10); await new Promise((_, no) => reporter.signal.addEventListener("abort", () => no(reporter.signal.reason)));',
    ],
    [
      'a signal made of it',
      'const any = AbortSignal.any([reporter.signal, AbortSignal.timeout(1e6)]); await new Promise((_, no) => { any.onabort = () => no(any.reason); });',
    ],
    [
      'a signal that is polled',
      'while (!reporter.signal.aborted) await new Promise((r) => setTimeout(r, 5)); reporter.signal.throwIfAborted();',
    ],
  ])('a cancel lets finally blocks run: %s', async (_name, code) => {
    const { reached, reach } = signal();
    const host = new RecordingHost((method) =>
      method === 'files.delete' ? Promise.resolve(null) : new Promise(() => undefined),
    );
    host.onPhase = reach;
    const source = body(`
      reporter.setPhase('started');
      try { ${code} } finally { await reporter.files.delete('/tmp'); console.log('cleaned up'); }`);
    const handle = start(await compile(source), { host });
    await reached;
    host.stop.request('cancelled', WAITED_MS);
    const started = performance.now();
    expect(await handle.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
    expect(host.events).toContain('info:cleaned up');
  });

  it('a cancel lets finally blocks run even when the script gets no processor for a while', async () => {
    const host = new RecordingHost(() => Promise.resolve(null));
    const { reached, reach } = signal();
    host.onPhase = reach;
    const source = body(`
      const pause = (ms: number) => { const end = performance.now() + ms; while (performance.now() < end); };
      reporter.signal.addEventListener('abort', () => { console.log('aborted'); pause(30); });
      reporter.setPhase('started');
      try { await new Promise((end) => setTimeout(end, 1e6)); reporter.signal.throwIfAborted(); }
      finally { await reporter.files.delete('/tmp'); console.log('cleaned up'); }`);
    const handle = start(await compile(source), { host });
    await reached;
    const stopped = host.reported('info:aborted').then(async () => {
      const pids = listDescendants(process.pid)
        .map(({ pid }) => pid)
        .filter((pid) => readCommand(pid).includes('runner.mjs'));
      for (const pid of pids) process.kill(pid, 'SIGSTOP');
      await delay(300);
      for (const pid of pids) process.kill(pid, 'SIGCONT');
    });
    host.stop.request('cancelled', WAITED_MS);
    await stopped;
    expect(await handle.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    expect(host.events).toContain('info:cleaned up');
  });

  it('a cancel aborts the signal with its reason, once and before anything else ends', async () => {
    const { reached, reach } = signal();
    const host = new RecordingHost((method) =>
      method === 'files.delete' ? Promise.resolve(null) : new Promise(() => undefined),
    );
    host.onPhase = reach;
    const source = body(`
      const { signal } = reporter;
      signal.addEventListener('abort', () => console.log('abort', signal.reason.name));
      reporter.setPhase('started');
      try { await reporter.files.read('/never'); } catch (error) {
        console.log(error.name, signal.aborted);
        await reporter.files.delete('/tmp');
        throw error;
      }`);
    const handle = start(await compile(source), { host });
    await reached;
    host.stop.request('cancelled', 2_000);
    expect(await handle.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    expect(host.events).toEqual(['info:abort TaskCancelled', 'info:TaskCancelled true']);
  });

  it('a script that ignores a cancel is killed after the grace period', async () => {
    const { reached, reach } = signal();
    const host = new RecordingHost();
    host.onPhase = reach;
    const handle = start(await compile(body('reporter.setPhase("x"); for (;;);')), { host });
    await reached;
    const started = performance.now();
    host.stop.request('cancelled', 100);
    expect(await handle.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  });

  it('a cancel immediately ends a script that never yields', async () => {
    const { reached, reach } = signal();
    const host = new RecordingHost();
    host.onPhase = reach;
    const handle = start(await compile(body('reporter.setPhase("x"); for (;;);')), { host });
    await reached;
    const started = performance.now();
    host.stop.request('cancelled', WAITED_MS);
    expect(await handle.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    expect(performance.now() - started).toBeLessThan(AT_ONCE_MS);
  });

  it('a cancel ends a run that waits for a runner, and waiting does not count towards a timeout', async () => {
    const spin = await compile(body('for (;;);'));
    const host = new RecordingHost();
    for (let n = 0; n < MAX_RUNNERS; n += 1) start(spin, { host });
    const noop = await compile(body('return 1;'));
    const droppedHost = new RecordingHost();
    const dropped = start(noop, { host: droppedHost });
    // Longer than a busy machine needs for this run, but shorter than the wait below.
    const patient = start(noop, { limits: { timeout_ms: 2_000 } });
    droppedHost.stop.request('cancelled', 10_000);
    expect(await dropped.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    await delay(2_500);
    host.stop.request('cancelled', 0);
    expect(await patient.outcome).toEqual({ kind: 'success', result: 1 });
  });
});

describe('isolation', () => {
  it('a run keeps nothing for the next run', async () => {
    const source = body(`
      const scope = globalThis as any;
      const before = [typeof scope.left, typeof ({} as any).left];
      scope.left = 1;
      (Object.prototype as any).left = 1;
      return before;`);
    const outcomes = [await run(source), await run(source), await run(source)];
    for (const outcome of outcomes)
      expect(outcome).toEqual({ kind: 'success', result: ['undefined', 'undefined'] });
  });

  it('an isolate has no globals that lead to the machine', async () => {
    const source = body(`
      const names = ['process', 'require', 'WebAssembly', 'SharedArrayBuffer', 'Atomics',
        'WeakRef', 'FinalizationRegistry', '__metarun'];
      return names.filter((name) => typeof (globalThis as any)[name] !== 'undefined');`);
    expect(await run(source)).toEqual({ kind: 'success', result: [] });
  });
});
