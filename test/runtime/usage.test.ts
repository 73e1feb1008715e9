/** The reported usage of runs, and the limit on CPU time. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunHandle, RunUsage } from '../../src/sandbox/runtime/runtime.js';
import * as typescript from '../support/typescript-runs.js';
import { RecordingHost } from '../support/recording-host.js';
import { MAX_RUNNERS, makePythonRuntime } from '../support/runtimes.js';
import { waitForFailure, buildScript, startersFor } from './python-harness.js';

const MIB = 1024 * 1024;
const python = makePythonRuntime();
const { start } = startersFor(python);

beforeAll(() => Promise.all([python.warm(), typescript.runtime.warm()]));
afterAll(() => Promise.all([python.close(), typescript.runtime.close()]));

async function waitForUsage(handle: RunHandle): Promise<RunUsage> {
  await handle.outcome;
  const usage = await handle.usage;
  if (usage === null) throw new Error('no usage of the run was reported');
  return usage;
}

/** Attempts, as the first runs may include costs of the machine, such as page faults after a fork. */
const TRIES = 5;

/**
 * Returns the first usage below `cpuMs`, or else the last one. Overhead of the runtime itself would be in all of them.
 */
async function useBelow(cpuMs: number, use: () => Promise<RunUsage>): Promise<RunUsage> {
  let used = await use();
  for (let tried = 1; tried < TRIES && used.cpuMs >= cpuMs; tried += 1) used = await use();
  return used;
}

const BUSY = `
def busy(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until: pass
`;

/** Returns code that runs `body` in a child process and waits until the child calls `ready`. */
function child(body: string): string {
  return `read, write = os.pipe()
ready = lambda: os.write(write, b".")
if os.fork() == 0:
${body.replace(/^/gm, '    ')}
    os._exit(0)
os.read(read, 1)`;
}

describe('a Python run', () => {
  const pythonUsage = (body: string, limits = {}): Promise<RunUsage> =>
    waitForUsage(
      start(buildScript(body, `import os, signal, subprocess, time\n${BUSY}`), { limits }),
    );

  it('an idle Python run uses next to nothing', async () => {
    const use = (): Promise<RunUsage> => pythonUsage('return None');
    const { cpuMs, peakMemoryBytes } = await useBelow(200, use);
    // A fork takes 10 ms, or several times that on a machine with slow page faults.
    expect(cpuMs).toBeLessThan(200);
    expect(peakMemoryBytes).toBeLessThan(8 * MIB);
  });

  it('a Python run uses CPU time when it computes, and none when it sleeps', async () => {
    const { cpuMs } = await useBelow(450, () => pythonUsage('busy(0.3)'));
    expect(cpuMs).toBeGreaterThanOrEqual(290);
    expect(cpuMs).toBeLessThan(450);
    const sleeping = await useBelow(200, () => pythonUsage('time.sleep(0.3)'));
    expect(sleeping.cpuMs).toBeLessThan(200);
  });

  it('a Python run reports the memory that it fills, even for a moment', async () => {
    const { peakMemoryBytes } = await pythonUsage(`x = b"x" * ${100 * MIB}\ndel x`);
    // The kernel counts the pages of a process in batches, so some are missing at the peak.
    expect(peakMemoryBytes).toBeGreaterThan(95 * MIB);
    expect(peakMemoryBytes).toBeLessThan(128 * MIB);
  });

  it.each([
    ['it waits for', 'if os.fork() == 0:\n    busy(0.3)\n    os._exit(0)\nos.wait()'],
    ['it has left as daemons', child('os.setsid()\nbusy(0.3)\nready()\nbusy(60)')],
    [
      'it does not collect',
      `signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n${child('busy(0.3)\ntime.sleep(0.3)\nready()')}`,
    ],
  ])('a Python run reports the CPU time of processes that %s', async (_name, body) => {
    expect((await pythonUsage(body)).cpuMs).toBeGreaterThanOrEqual(280);
  });

  it('a Python run reports the memory of all its processes together', async () => {
    // Ready once all three have filled their memory and held it for a while.
    const one = child(
      `held = b"x" * ${30 * MIB}\nfor _ in range(2): os.read(filled, 1)\ntime.sleep(2)\nready()\ntime.sleep(60)`,
    );
    const body = `filled, fill = os.pipe()\nfor _ in range(2):\n    if os.fork() == 0:\n        held = b"x" * ${30 * MIB}\n        os.write(fill, b".")\n        time.sleep(60)\n${one}`;
    expect((await pythonUsage(body)).peakMemoryBytes).toBeGreaterThanOrEqual(75 * MIB);
  });

  it.each([
    ['fails', 'busy(0.6)\nraise ValueError("x")', {}],
    ['ends its process', 'busy(0.6)\nos._exit(3)', {}],
    ['is killed', 'busy(0.6)\nos.kill(os.getpid(), 9)', {}],
    ['does not let its process end', 'busy(0.6)\nos._exit = lambda code: time.sleep(60)', {}],
    ['times out', 'busy(0.6)\ntime.sleep(60)', { timeout_ms: 8_000 }],
  ])('a Python run that %s reports its usage', async (_name, body, limits) => {
    const { cpuMs, peakMemoryBytes } = await pythonUsage(body, limits);
    // A busy machine may measure a process late and only once before it ends.
    expect(cpuMs).toBeGreaterThanOrEqual(100);
    expect(peakMemoryBytes).toBeGreaterThan(0);
  });

  it('a cancelled Python run reports its usage', async () => {
    const host = new RecordingHost();
    const handle = start(
      buildScript('busy(0.2)\nprint("in")\ntime.sleep(60)', `import time\n${BUSY}`),
      {
        host,
      },
    );
    await host.reported('info:in');
    host.stop.request('cancelled', 0);
    expect((await waitForUsage(handle)).cpuMs).toBeGreaterThanOrEqual(150);
  });

  it('a Python run that passed its memory limit reports the memory that it took', async () => {
    const body = `os.fork()
held = []
while True:
    held.append(b"x" * 2_000_000)
    time.sleep(0.01)`;
    const handle = start(buildScript(body, 'import os, time'));
    expect((await waitForFailure(handle)).code).toBe('out_of_memory');
    const { peakMemoryBytes } = await waitForUsage(handle);
    expect(peakMemoryBytes).toBeGreaterThan(128 * MIB);
    expect(peakMemoryBytes).toBeLessThan(2 * 128 * MIB);
  });

  it('a Python run without a process reports no usage', async () => {
    const own = makePythonRuntime();
    const host = new RecordingHost();
    const handle = startersFor(own).start(buildScript('return 1'), { host });
    host.stop.request('cancelled', 0);
    expect(await handle.usage).toBeNull();
    await own.close();
  });

  it.each([
    ['one process', 'busy(60)'],
    ['all its processes', 'for _ in range(3):\n    if os.fork() == 0: busy(60)\ntime.sleep(280)'],
  ])('a Python run ends once its CPU time is used up by %s', async (_name, body) => {
    const handle = start(buildScript(body, `import os, time\n${BUSY}`), {
      limits: { cpu_ms: 400 },
    });
    expect(await waitForFailure(handle)).toMatchObject({
      code: 'cpu_limit',
      message: 'The run passed its limit of 0.4 s of CPU time (cpu_seconds) and was stopped.',
    });
    const { cpuMs } = await waitForUsage(handle);
    expect(cpuMs).toBeGreaterThanOrEqual(400);
    expect(cpuMs).toBeLessThan(800);
  });
});

describe('a TypeScript run', () => {
  const startRun = async (code: string, limits = {}): Promise<RunHandle> =>
    typescript.start(await typescript.compile(typescript.body(code)), { limits });
  // Measured in work instead of time, as a busy machine may hardly run it in a given time.
  const WORK = 'let x = 1; for (let i = 0; i < 20_000_000; i += 1) x = (x * 31 + i) % 1_000_003;';
  const SOME_MS = 20;

  it('an idle TypeScript run uses next to nothing', async () => {
    const use = async (): Promise<RunUsage> => waitForUsage(await startRun('return null;'));
    const { cpuMs, peakMemoryBytes } = await useBelow(200, use);
    // A run takes 3 ms, or several times that on a machine with slow page faults.
    expect(cpuMs).toBeLessThan(200);
    expect(peakMemoryBytes).toBeLessThan(8 * MIB);
  });

  it('a TypeScript run uses CPU time when it computes, and none when it waits', async () => {
    const { cpuMs } = await useBelow(600, async () =>
      waitForUsage(await startRun(`${WORK} return x;`)),
    );
    expect(cpuMs).toBeGreaterThanOrEqual(SOME_MS);
    expect(cpuMs).toBeLessThan(600);
    const wait = 'await new Promise((done) => setTimeout(done, 300));';
    const waiting = await useBelow(60, async () => waitForUsage(await startRun(wait)));
    expect(waiting.cpuMs).toBeLessThan(60);
  });

  it.each([
    ['buffers', `const kept = new Uint8Array(${100 * MIB}).fill(1); return kept.length;`],
    [
      'objects',
      'const kept = []; for (let i = 0; i < 132; i++) kept.push(new Array(100_000).fill(i + 0.5)); await new Promise((done) => setTimeout(done, 500)); return kept.length;',
    ],
  ])('a TypeScript run reports the memory that it fills with %s', async (_name, code) => {
    const { peakMemoryBytes } = await waitForUsage(await startRun(code));
    expect(peakMemoryBytes).toBeGreaterThanOrEqual(90 * MIB);
    expect(peakMemoryBytes).toBeLessThan(256 * MIB);
  });

  it('a TypeScript run does not report the usage of an earlier one', async () => {
    const { cpuMs, peakMemoryBytes } = await useBelow(200, async () => {
      await waitForUsage(await startRun(`return new Uint8Array(${100 * MIB}).fill(1).length;`));
      return waitForUsage(await startRun('return 1;'));
    });
    // A run takes 3 ms, or several times that on a machine with slow page faults.
    expect(cpuMs).toBeLessThan(200);
    expect(peakMemoryBytes).toBeLessThan(16 * MIB);
  });

  it.each([
    ['fails', `${WORK} throw new Error("x");`],
    ['times out', `${WORK} await new Promise((done) => setTimeout(done, 60_000));`],
    [
      'takes too much memory',
      `${WORK} const kept = []; for (;;) kept.push(new Array(1000).fill(1.5));`,
    ],
  ])('a TypeScript run that %s reports its usage', async (_name, code) => {
    const handle = await startRun(code, { timeout_ms: 10_000, memory_bytes: 64 * MIB });
    const { cpuMs, peakMemoryBytes } = await waitForUsage(handle);
    expect(cpuMs).toBeGreaterThanOrEqual(SOME_MS);
    expect(peakMemoryBytes).toBeGreaterThan(0);
  });

  it('a cancelled TypeScript run reports its usage', async () => {
    const { reached, reach } = typescript.signal();
    const host = new RecordingHost();
    host.onPhase = reach;
    const spins = typescript.body(
      `${WORK} reporter.setPhase("x"); for (;;) await new Promise((done) => setTimeout(done, 1_000));`,
    );
    const handle = typescript.start(await typescript.compile(spins), { host });
    await reached;
    host.stop.request('cancelled', 0);
    expect((await waitForUsage(handle)).cpuMs).toBeGreaterThanOrEqual(SOME_MS);
  });

  it('a TypeScript run without a process reports no usage', async () => {
    const spin = await typescript.compile(typescript.body('for (;;);'));
    const hosts = Array.from({ length: MAX_RUNNERS + 1 }, () => new RecordingHost());
    const handles = hosts.map((host) => typescript.start(spin, { host }));
    for (const host of hosts.toReversed()) host.stop.request('cancelled', 0);
    expect(await handles.at(-1)?.usage).toBeNull();
    await Promise.all(handles.map(({ outcome }) => outcome));
  });

  it('a TypeScript run ends once its CPU time is used up', async () => {
    const handle = await startRun('for (;;);', { cpu_ms: 200 });
    expect(await handle.outcome).toMatchObject({
      code: 'cpu_limit',
      message: 'The run passed its limit of 0.2 s of CPU time (cpu_seconds) and was stopped.',
    });
    const { cpuMs } = await waitForUsage(handle);
    expect(cpuMs).toBeGreaterThanOrEqual(200);
    expect(cpuMs).toBeLessThan(600);
  });
});
