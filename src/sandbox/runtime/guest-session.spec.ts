import { Duplex } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { MetarunError } from '../../base/kernel/errors.js';
import { newId } from '../../base/kernel/ids.js';
import { isJsonObject, type Json, type JsonObject } from '../../base/kernel/json.js';
import { StopSignal } from './stop-signal.js';
import { GuestSession, type GuestSessionOptions } from './guest-session.js';
import { MAX_FRAME_BYTES, type RunLimits, type TaskInfo } from './protocol.js';
import type { RunHost } from './runtime.js';

/** The guest's end of a channel, played by the test. */
class FakeGuest extends Duplex {
  readonly received: JsonObject[] = [];

  override _read(): void {}
  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    for (const line of chunk.toString('utf8').split('\n')) {
      const frame: unknown = line === '' ? null : JSON.parse(line);
      if (isJsonObject(frame)) this.received.push(frame);
    }
    done();
  }

  /** Sends frames and waits until the session has read them. */
  async say(...frames: (Json | string)[]): Promise<void> {
    for (const frame of frames)
      this.push(typeof frame === 'string' ? frame : `${JSON.stringify(frame)}\n`);
    await settled();
  }

  of(type: string): JsonObject[] {
    return this.received.filter((frame) => frame['type'] === type);
  }
}

const settled = (): Promise<unknown> => jest.advanceTimersByTimeAsync(0);

const DONE = { type: 'done', result: 42 };

describe('GuestSession', () => {
  let task: TaskInfo;
  let guest: FakeGuest;
  let reports: unknown[];
  let kill: jest.Mock<() => void>;
  let answer: (method: string, args: Json) => Promise<Json>;
  /** Time that the host takes for each log line, in ms. */
  let slow: number;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    // A new project, since the runs of a project share a budget.
    task = { id: 't', name: 'n', attempt: 1, project: newId(), task_type: 'x', version: 1 };
    guest = new FakeGuest();
    reports = [];
    kill = jest.fn();
    slow = 0;
    answer = async (method) => `answer of ${method}`;
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  function session(
    limits: Partial<RunLimits> = {},
    options: GuestSessionOptions = {},
  ): GuestSession & { cancel: StopSignal['request'] } {
    const stop = new StopSignal();
    const host: RunHost = {
      stop,
      onPhase: (text) => reports.push(['phase', text]),
      onProgress: (value) => reports.push(['progress', value]),
      onLog: (level, text) => {
        reports.push([level, text]);
        jest.advanceTimersByTime(slow);
      },
      redact: (text) => text,
      call: (method, args) => answer(method, args),
      waits: (method) => method.startsWith('wait.'),
    };
    const run = {
      task,
      program: { code: 'code', source_map: null, lock: null },
      params: { a: 1 },
      limits: {
        timeout_ms: 10_000,
        memory_bytes: 1,
        cpu_ms: 0,
        max_result_bytes: 1,
        max_log_bytes: 1_000,
        ...limits,
      },
      network: null,
      engine: 'isolate' as const,
      fresh: false,
    };
    return Object.assign(new GuestSession(guest, run, host, kill, options), {
      cancel: stop.request.bind(stop),
    });
  }

  it('a session sends the run first and ends with its result', async () => {
    const run = session();
    await settled();
    expect(guest.received).toEqual([
      expect.objectContaining({ type: 'run', task, script: 'code', params: { a: 1 } }),
    ]);
    await guest.say(DONE);
    expect(await run.outcome).toEqual({ kind: 'success', result: 42 });
    expect(kill).not.toHaveBeenCalled();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a session without a process is not started, also once its timeout has passed, unless it was cancelled', async () => {
    const none = { kind: 'not_started', reason: 'There is no process.' } as const;
    const [plain, late, cancelled] = [session(), session({ timeout_ms: 1 }), session()];
    await jest.advanceTimersByTimeAsync(10);
    cancelled.cancel('cancelled', 1_000);
    for (const run of [plain, late, cancelled]) run.notStarted(none);
    expect(await Promise.all([plain, late].map((run) => run.outcome))).toEqual([none, none]);
    expect(await cancelled.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
  });

  it('a session forwards reports, with progress in whole percent, below 100 and never decreasing', async () => {
    const run = session();
    await guest.say(
      { type: 'phase', text: 'p'.repeat(600) },
      ...[-5, 10.9, 5, 200, 100].map((value) => ({ type: 'progress', value })),
      { type: 'log', level: 'error', text: 'x' },
      DONE,
      { type: 'phase', text: 'after the end' },
    );
    await run.outcome;
    expect(reports).toEqual([
      ['phase', 'p'.repeat(500)],
      ['progress', 10],
      ['progress', 99],
      ['error', 'x'],
    ]);
  });

  it('a session keeps log text up to its limit and reports the truncation once', async () => {
    session({ max_log_bytes: 500 });
    const line = { type: 'log', level: 'info', text: 'x'.repeat(50) };
    await guest.say(line, line, line, line, line, line);
    expect(reports.slice(0, 3)).toEqual(Array(3).fill(['info', 'x'.repeat(50)]));
    expect(reports.slice(3)).toEqual([['warning', 'Log truncated: a run may log 500 bytes.']]);
  });

  it('a session answers calls, reports known errors and hides unknown ones', async () => {
    answer = async (method) => {
      if (method === 'known') throw new MetarunError('not_found', 'There is no such file.');
      if (method === 'unknown') throw new Error('secret of the host at /etc/x');
      return [method];
    };
    session();
    await guest.say(
      ...['ok', 'known', 'unknown'].map((method, index) => ({
        type: 'call',
        id: index + 1,
        method,
        args: {},
      })),
    );
    const replies = guest
      .of('reply')
      .toSorted((one, other) => Number(one['id']) - Number(other['id']));
    expect(replies).toEqual([
      { type: 'reply', id: 1, result: ['ok'] },
      { type: 'reply', id: 2, error: { code: 'not_found', message: 'There is no such file.' } },
      {
        type: 'reply',
        id: 3,
        error: { code: 'internal', message: 'The service could not answer this call.' },
      },
    ]);
  });

  it('a session reads no further while four calls wait for the host', async () => {
    let calls = 0;
    const { promise, resolve } = Promise.withResolvers<Json>();
    answer = () => {
      calls += 1;
      return promise;
    };
    session();
    const call = `${JSON.stringify({ type: 'call', id: 1, method: 'm', args: null })}\n`;
    await guest.say(call.repeat(50), call.repeat(50));
    expect(calls).toBe(4);
    expect(guest.readableLength).toBe(50 * call.length);
    resolve(1);
    while (calls < 100) await settled();
    expect(guest.readableLength).toBe(0);
  });

  it('a session reads on while calls wait for something else, up to 64 of them', async () => {
    const methods: string[] = [];
    answer = (method) => {
      methods.push(method);
      return new Promise(() => undefined);
    };
    const run = session();
    const call = (method: string): string =>
      `${JSON.stringify({ type: 'call', id: 1, method, args: null })}\n`;
    await guest.say(call('wait.a').repeat(40), call('m'), { type: 'phase', text: 'x' });
    expect(methods).toEqual([...Array.from({ length: 40 }, () => 'wait.a'), 'm']);
    expect(reports).toEqual([['phase', 'x']]);
    await guest.say(call('wait.a').repeat(30), call('m'));
    expect(methods).toHaveLength(65);
    expect(guest.isPaused()).toBe(true);
    run.cancel('cancelled', 0);
  });

  it.each([
    ['a frame that is not JSON', 'nonsense\n'],
    ['an unknown frame', '{"type":"run"}\n'],
    ['a forged outcome', '{"type":"failed","error":{"code":"worker_lost"}}\n'],
    ['a frame that is too long', 'x'.repeat(MAX_FRAME_BYTES + 1)],
  ])('a guest that sends %s is killed', async (_, bytes) => {
    const run = session();
    await guest.say(bytes);
    expect(await run.outcome).toMatchObject({ kind: 'failed', code: 'sandbox_error' });
    expect(kill).toHaveBeenCalledTimes(1);
  });

  it('a session asks its guest to stop at the deadline and kills it a second later', async () => {
    const run = session();
    await jest.advanceTimersByTimeAsync(9_999);
    expect(guest.of('cancel')).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(guest.of('cancel')).toEqual([{ type: 'cancel', reason: 'timeout', grace_ms: 1_000 }]);
    expect(kill).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1_000);
    expect(kill).toHaveBeenCalledTimes(1);
    expect(await run.outcome).toMatchObject({ code: 'timeout' });
  });

  it('the time of a script counts from when its process is there', async () => {
    const run = session({}, { starts: true });
    await jest.advanceTimersByTimeAsync(60_000);
    run.begin();
    await jest.advanceTimersByTimeAsync(9_999);
    expect(guest.of('cancel')).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(guest.of('cancel')).toHaveLength(1);
    run.cancel('cancelled', 0);
  });

  it('a result after a cancel does not count, except in a shutdown', async () => {
    const cancelled = session();
    cancelled.cancel('cancelled', 5_000);
    await guest.say(DONE);
    expect(await cancelled.outcome).toMatchObject({ kind: 'failed', code: 'cancelled' });
    guest = new FakeGuest();
    const stopped = session();
    stopped.cancel('shutdown', 5_000);
    await guest.say(DONE);
    expect(await stopped.outcome).toEqual({ kind: 'success', result: 42 });
  });

  it('a guest that does not acknowledge a stop in time is killed, whatever the grace period', async () => {
    const deaf = session({ timeout_ms: 600_000 });
    deaf.cancel('cancelled', 300_000);
    await jest.advanceTimersByTimeAsync(300);
    expect(kill).not.toHaveBeenCalled();
    // The limit is longer if processes wait for a processor: see stop-ack-timer.spec.ts.
    await jest.advanceTimersByTimeAsync(20_000);
    expect(kill).toHaveBeenCalledTimes(1);
    expect(await deaf.outcome).toMatchObject({ code: 'cancelled' });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a session keeps the first reason of several cancels and the shortest grace period', async () => {
    const run = session({ timeout_ms: 600_000 });
    run.cancel('cancelled', 300_000);
    run.cancel('cancelled', 400_000);
    await guest.say({ type: 'stopping' });
    await jest.advanceTimersByTimeAsync(1_000);
    run.cancel('shutdown', 100);
    await jest.advanceTimersByTimeAsync(99);
    expect(kill).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(1);
    expect(kill).toHaveBeenCalledTimes(1);
    expect(guest.of('cancel')).toHaveLength(1);
    expect(await run.outcome).toMatchObject({ code: 'cancelled' });
    expect(jest.getTimerCount()).toBe(0);
  });

  it('a session ends with its process, or at the latest soon after its channel closes', async () => {
    const crashed = session();
    crashed.guestExited({ code: 'out_of_memory', message: 'too much' });
    expect(await crashed.outcome).toEqual({
      kind: 'failed',
      code: 'out_of_memory',
      message: 'too much',
      stack: null,
    });
    guest = new FakeGuest();
    const silent = session();
    guest.destroy();
    await jest.advanceTimersByTimeAsync(600);
    expect(kill).toHaveBeenCalled();
    silent.guestExited({ code: 'script_error', message: 'killed by SIGKILL' });
    expect(await silent.outcome).toMatchObject({ code: 'sandbox_error' });
    guest = new FakeGuest();
    const late = session();
    guest.destroy();
    await jest.advanceTimersByTimeAsync(600);
    late.guestExited({ code: 'script_error', message: 'exit code 0', byItself: true });
    expect(await late.outcome).toEqual({
      kind: 'failed',
      code: 'script_error',
      message: 'exit code 0',
      stack: null,
    });
    guest = new FakeGuest();
    const gone = session();
    guest.destroy();
    await jest.advanceTimersByTimeAsync(4_000);
    expect(await gone.outcome).toMatchObject({ code: 'worker_lost' });
  });

  it('slow frames are read over several turns of the event loop, and all before an end counts', async () => {
    slow = 3;
    const lines = ['1', '2', '3', '4', '5'];
    const frames = [...lines.map((text) => ({ type: 'log', level: 'info', text })), DONE];
    const chunk = frames.map((frame) => `${JSON.stringify(frame)}\n`).join('');
    const run = session();
    guest.push(chunk);
    await nextTurn();
    expect(reports.length).toBeLessThan(lines.length);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await run.outcome).toEqual({ kind: 'success', result: 42 });
    expect(reports).toEqual(lines.map((text) => ['info', text]));
    guest = new FakeGuest();
    reports = [];
    const ended = session();
    guest.push(chunk);
    await nextTurn();
    expect(reports.length).toBeLessThan(lines.length);
    ended.guestExited({ code: 'worker_lost', message: 'killed' });
    expect(await ended.outcome).toEqual({ kind: 'success', result: 42 });
    expect(reports).toHaveLength(lines.length);
  });

  it('large frames are read one by one with pauses, and those of another project in between', async () => {
    slow = 100;
    const large = { type: 'log', level: 'info', text: 'x'.repeat(100_000) };
    // The timeout uses the fake clock, which advances during the real pauses.
    session({ max_log_bytes: 1_000_000, timeout_ms: 1_000_000_000 });
    await guest.say(large, large);
    expect(reports).toHaveLength(1);
    // The session of another project has the next turn.
    guest = new FakeGuest();
    task = { ...task, project: newId() };
    const other = session({ max_result_bytes: 200_000 });
    await guest.say({ type: 'done', result: 'y'.repeat(100_000) });
    other.guestExited({ code: 'worker_lost', message: 'ended' });
    // The pauses between frames use real time.
    expect(await other.outcome).toEqual({ kind: 'success', result: 'y'.repeat(100_000) });
    expect(reports).toHaveLength(1);
    while (reports.length < 2) {
      await jest.advanceTimersByTimeAsync(100);
      await nextTurn();
    }
  });

  it('the message and the stack of a script error are shortened', async () => {
    const run = session();
    const error = {
      code: 'script_error',
      type: 'E',
      message: 'm'.repeat(9_000),
      stack: 's'.repeat(40_000),
    };
    await guest.say({ type: 'failed', error });
    const outcome = await run.outcome;
    if (outcome.kind !== 'failed') throw new Error('it failed');
    expect(outcome.message).toBe(`E: ${'m'.repeat(7_997)}`);
    expect(outcome.stack).toHaveLength(32_000);
  });
});
