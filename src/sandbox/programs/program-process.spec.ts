import { Duplex } from 'node:stream';
import { expect, it, jest } from '@jest/globals';
import type { GuestExitStatus, GuestProcess } from '../runtime/sandbox/spawn-guest.js';
import { ProgramProcess } from './program-process.js';

/** Creates a program that has written `stderr` when it ends. */
function started(stderr: string) {
  const { promise, resolve } = Promise.withResolvers<GuestExitStatus>();
  const channel = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  const kill = jest.fn();
  const close = jest.fn();
  const guest: Partial<GuestProcess> = { channel, kill, exited: promise, stderrTail: () => stderr };
  const lines: string[] = [];
  const program = new ProgramProcess({
    guest: guest as GuestProcess,
    network: { close } as never,
    memoryMb: 64,
    folder: null,
    onLine: (line) => lines.push(line),
    hide: (text) => text.replaceAll('hunter2', '[secret]'),
  });
  const end = (exitCode: number | null, signal: string | null = null): Promise<string> => {
    resolve({ exitCode, signal, isOuter: false });
    return program.ended;
  };
  return { program, channel, kill, close, lines, end };
}

it('the end of a program is reported with its last words, without the secrets that it was given', async () => {
  const { end, close, program } = started('Trace:\n  cannot sign in with hunter2\n');
  expect(await end(1)).toBe('has ended: exit code 1, after "cannot sign in with [secret]"');
  expect([program.isRunning, close.mock.calls.length]).toEqual([false, 1]);
  expect(await started('').end(null, 'SIGKILL')).toBe('has ended: SIGKILL');
});

it('a line that may have lost its beginning, and with it half of a secret, is not shown', async () => {
  const { end } = started(`nter2 ${'x'.repeat(8_186)}`);
  expect(await end(1)).toBe('has ended: exit code 1');
});

it('a program that is killed serves no further line, and reports the first reason', async () => {
  const { program, channel, kill, lines, end } = started('words');
  channel.push('{"n":1}\n');
  await new Promise((resolve) => setImmediate(resolve));
  program.kill('does not answer');
  program.kill('was stopped');
  expect(kill).toHaveBeenCalled();
  expect([program.isRunning, lines]).toEqual([false, ['{"n":1}']]);
  expect(await end(null, 'SIGKILL')).toBe('does not answer');
});
