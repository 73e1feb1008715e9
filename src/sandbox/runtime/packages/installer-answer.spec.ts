import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { GuestExitStatus, GuestProcess } from '../sandbox/spawn-guest.js';
import { answerOfInstaller } from './installer-answer.js';
import { PackageIndex } from './package-index.js';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

const TIMEOUT_MS = 300_000;
const KILLED: GuestExitStatus = { exitCode: null, signal: 'SIGKILL', isOuter: false };

/** Asks an installer that uses this much CPU time per second, in ms. Returns its end and its messages to `say`. */
function ask(perSecond = 0) {
  const since = performance.now();
  const { promise: exited, resolve: end } = Promise.withResolvers<GuestExitStatus>();
  const channel = new PassThrough();
  // The same stream would return the request.
  channel.write = () => true;
  const guest = {
    channel,
    exited,
    cpuMs: () => ((performance.now() - since) / 1000) * perSecond,
    kill: () => end(KILLED),
  } as unknown as GuestProcess;
  const options = { index: new PackageIndex(''), timeoutMs: TIMEOUT_MS };
  let settled = false;
  const answer = answerOfInstaller(() => guest, {}, options).then(
    (said) => said,
    (error: unknown) => error,
  );
  void answer.then(() => (settled = true));
  const say = (said: object) => channel.push(`${JSON.stringify(said)}\n`);
  return { answer, end, say, settled: () => settled };
}

it('an installer that is killed, or that cannot be started or work, says nothing about the packages', async () => {
  const killed = ask();
  killed.end(KILLED);
  expect(await killed.answer).toMatchObject({
    code: 'unavailable',
    message: 'The process that installs packages was killed by SIGKILL.',
  });
  const none = answerOfInstaller(
    () => {
      throw new Error('spawn EAGAIN');
    },
    {},
    { index: new PackageIndex(''), timeoutMs: TIMEOUT_MS },
  );
  await expect(none).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The process that installs packages could not be started: spawn EAGAIN.',
  });
  const full = ask();
  full.say({ type: 'unavailable', message: "can't start new thread" });
  expect(await full.answer).toMatchObject({ code: 'unavailable' });
});

it('an installer that ends by itself without an answer has failed', async () => {
  const asked = ask();
  asked.end({ exitCode: 1, signal: null, isOuter: false });
  expect(await asked.answer).toMatchObject({
    code: 'dependency_error',
    message: 'The installer ended without an answer.',
  });
});

it('an installer is given up when it makes no progress, and not while it works or writes files', async () => {
  const idle = ask();
  await jest.advanceTimersByTimeAsync(TIMEOUT_MS + 2_000);
  expect(await idle.answer).toMatchObject({
    code: 'dependency_error',
    message: 'The installer made no progress for 300 s.',
  });
  const [busy, writing] = [ask(100), ask()];

  for (let minute = 0; minute < 20; minute += 1) {
    await jest.advanceTimersByTimeAsync(60_000);
    writing.say({ type: 'advanced' });
  }
  expect([busy.settled(), writing.settled()]).toEqual([false, false]);
  for (const asked of [busy, writing]) asked.say({ type: 'installed', bytes: 1 });
  expect(await Promise.all([busy.answer, writing.answer])).toEqual(
    [1, 2].map(() => ({ type: 'installed', bytes: 1 })),
  );
});

it('an installer is given up for the CPU time that it uses, and once it has gone on for an hour', async () => {
  const [spinning, endless] = [ask(1_000), ask()];
  for (let minute = 0; minute < 61; minute += 1) {
    endless.say({ type: 'advanced' });
    await jest.advanceTimersByTimeAsync(60_000);
  }
  const said = [await spinning.answer, await endless.answer];
  expect(said.map((error) => (error as Error).message)).toEqual([
    'The installer used more than 300 s of CPU time.',
    'The installer took longer than 3600 s.',
  ]);
});
