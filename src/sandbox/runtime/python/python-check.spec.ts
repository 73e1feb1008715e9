import { Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import type { ChildExit } from './control-messages.js';
import type { ChildListener, ForkServer } from './fork-server.js';
import { checkPython } from './python-check.js';

/** Returns a fork server whose children end at once without an answer. */
function endingServer(exit: Pick<ChildExit, 'signal' | 'exceeded'>): ForkServer {
  const fork = (_what: unknown, listener: ChildListener) => {
    const socket = new Socket();
    setImmediate(() => {
      const usage = { cpuMs: 1, peakMemoryBytes: 1 };
      listener.onExit({ status: exit.signal === null ? 70 : null, usage, words: [], ...exit });
      socket.destroy();
    });
    return { socket, cancel: () => undefined, cpuMs: () => null, kill: () => undefined };
  };
  return { fork, cpuMs: () => 0 } as unknown as ForkServer;
}

function check(exit: Pick<ChildExit, 'signal' | 'exceeded'>) {
  return checkPython('def run(params, reporter): pass', {
    ofImage: false,
    isSnippet: false,
    server: async () => endingServer(exit),
    turn: (compile) => compile(),
    lock: async () => '',
  });
}

describe('a compiler of Python that ends without an answer', () => {
  it.each([
    ['SIGSEGV', null, 'nested too deeply'],
    ['SIGKILL', 'memory', 'of memory to compile'],
    ['SIGKILL', 'cpu', 'of CPU time to compile'],
  ] as const)('%s with the limit %s is reported of the script', async (signal, exceeded, why) => {
    expect(await check({ signal, exceeded })).toMatchObject({
      ok: false,
      diagnostics: [{ message: expect.stringContaining(why) }],
    });
  });

  it('a compiler that is killed from outside says nothing of the script', async () => {
    await expect(check({ signal: 'SIGKILL', exceeded: null })).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 1,
      cause: { message: 'failed to check a Python script: the compiler was ended by SIGKILL' },
    });
  });
});
