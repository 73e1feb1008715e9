import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import type { ProgramProcess } from '../../../sandbox/programs/program-process.js';
import type { McpFailure } from '../connection/mcp-failure.js';
import { StdioSession } from './stdio-session.js';

type Message = Record<string, unknown>;

/** A program that does nothing by itself. */
class Program {
  readonly written: Message[] = [];
  isRunning = true;
  killedFor: string | null = null;
  useful = 0;
  /** CPU time of the session so far, in ms. */
  cpu = 0;
  end: (reason: string) => void = () => undefined;
  readonly ended = new Promise<string>((resolve) => {
    this.end = (reason) => {
      this.isRunning = false;
      resolve(reason);
    };
  });
  constructor(readonly say: (line: string) => void) {}
  cpuMs(): number {
    return this.cpu;
  }
  write(text: string): void {
    this.written.push(JSON.parse(text) as Message);
  }
  noteUseful(): void {
    this.useful += 1;
  }
  kill(reason: string): void {
    this.killedFor = reason;
  }
}

let programs: Program[];
let ends: string[];
let failures: string[];
beforeEach(() => {
  programs = [];
  ends = [];
  failures = [];
});

afterEach(() => {
  for (const { end } of programs) end('was stopped');
});

async function begun(mayAsk = true) {
  const start = async (onLine: (line: string) => void) => {
    const program = new Program(onLine);
    programs.push(program);
    return program as unknown as ProgramProcess;
  };
  const session = new StdioSession(start, mayAsk, (reason) => ends.push(reason));
  await session.begin();
  return session;
}

/** Opens a conversation and returns it with the messages it receives. */
function open(session: StdioSession) {
  const received: Message[] = [];
  const conversation = session.open((failure: McpFailure) => failures.push(failure.message));
  conversation.onmessage = (message) => received.push(message as unknown as Message);
  return { conversation, received };
}

const program = (at = 0): Program => {
  const found = programs[at];
  if (found === undefined) throw new Error('it was not started');
  return found;
};
const say = (message: Message): void => program().say(JSON.stringify(message));
const request = (id: string, method = 'tools/call') =>
  ({ jsonrpc: '2.0', id, method, params: {} }) as JSONRPCMessage;

describe('a session with a program', () => {
  it('each answer goes to the conversation that has asked, once', async () => {
    const session = await begun();
    const [one, other] = [open(session), open(session)];
    await one.conversation.send(request('a'));
    await other.conversation.send(request('b'));
    say({ id: 'b', result: { n: 2 } });
    say({ id: 'a', error: { code: 1, message: 'no' } });
    expect(one.received).toEqual([{ jsonrpc: '2.0', id: 'a', error: { code: 1, message: 'no' } }]);
    expect(other.received).toEqual([{ jsonrpc: '2.0', id: 'b', result: { n: 2 } }]);
    expect([program().useful, failures]).toEqual([2, []]);
    say({ id: 'a', result: {} });
    await nextTurn();
    expect(failures).toEqual(Array<unknown>(2).fill(expect.stringContaining('has its answer')));
    expect(program().killedFor).toContain('has its answer');
  });

  it('the answer for a conversation that has ended may come once, and reaches nobody', async () => {
    const session = await begun();
    const [left, stays] = [open(session), open(session)];
    await left.conversation.send(request('a'));
    await left.conversation.close();
    say({ id: 'a', result: {} });
    await nextTurn();
    expect([left.received, stays.received, failures]).toEqual([[], [], []]);
    say({ id: 'a', result: {} });
    await nextTurn();
    expect(failures).toHaveLength(1);
  });

  it('lines that do not begin as an object are left out, and other lines that are not messages end it', async () => {
    const session = await begun();
    const { received, conversation } = open(session);
    await conversation.send(request('a'));
    for (const line of ['Welcome!', '', '[1]', ' "x"']) program().say(line);
    program().say('{ no JSON');
    // Later lines do not count.
    say({ id: 'a', result: {} });
    await nextTurn();
    expect(received).toEqual([]);
    expect(failures).toEqual([expect.stringContaining('not a message')]);
  });

  it.each<[string, Message]>([
    ['neither a result nor an error', { id: 'a' }],
    ['both', { id: 'a', result: {}, error: { code: 1, message: 'x' } }],
    ['a result that is not an object', { id: 'a', result: 1 }],
    ['an error without a code', { id: 'a', error: { message: 'x' } }],
    ['an error without a message', { id: 'a', error: { code: 1 } }],
    ['an invalid id', { id: {}, result: {} }],
    ['an id that was not asked', { id: 'b', result: {} }],
  ])('an answer with %s ends the session', async (_, answer) => {
    const { conversation, received } = open(await begun());
    await conversation.send(request('a'));
    say(answer);
    await nextTurn();
    expect([received, failures.length]).toEqual([[], 1]);
  });

  it('a question goes to the one conversation, unless several may be held', async () => {
    const only = open(await begun());
    say({ id: 7, method: 'elicitation/create', params: {} });
    say({ method: 'notifications/message' });
    say({ id: 8, method: 'ping' });
    expect(only.received).toEqual([
      { jsonrpc: '2.0', id: 7, method: 'elicitation/create', params: {} },
    ]);
    expect(program().written).toEqual([{ jsonrpc: '2.0', id: 8, result: {} }]);
    program().end('was stopped');
    programs = [];
    const several = open(await begun(false));
    say({ id: 7, method: 'elicitation/create', params: {} });
    expect(several.received).toEqual([]);
    expect(program().written).toMatchObject([{ id: 7, error: { code: -32_601 } }]);
  });

  it('a program is asked once how it speaks, and each conversation gets the answer by its own id', async () => {
    const session = await begun();
    const [one, other] = [open(session), open(session)];
    const asked = [
      one.conversation.send(request('a', 'initialize')),
      other.conversation.send(request('b', 'initialize')),
    ];
    expect(program().written).toMatchObject([{ id: 'metarun-1', method: 'initialize' }]);
    say({ id: 'metarun-1', result: { v: 1 } });
    await Promise.all(asked);
    expect([...one.received, ...other.received]).toEqual(
      ['a', 'b'].map((id) => ({ jsonrpc: '2.0', id, result: { v: 1 } })),
    );
    const ready = { jsonrpc: '2.0', method: 'notifications/initialized' } as JSONRPCMessage;
    for (const { conversation } of [one, other]) await conversation.send(ready);
    expect(program().written.slice(1)).toEqual([ready]);
  });

  it('a refusal to initialize is not kept', async () => {
    const { conversation, received } = open(await begun());
    for (const id of ['metarun-1', 'metarun-2']) {
      const asked = conversation.send(request('a', 'initialize'));
      say({ id, error: { code: 1, message: 'no' } });
      await asked;
    }
    expect(received).toHaveLength(2);
  });

  it('a program that ends at a question it does not know is started again', async () => {
    const { conversation, received } = open(await begun());
    const asked = conversation.send(request('a', 'server/discover'));
    program().end('has ended');
    await asked;
    expect(received).toMatchObject([{ id: 'a', error: { code: -32_601 } }]);
    expect([programs.length, ends, failures]).toEqual([2, [], []]);
    await conversation.send(request('b'));
    expect(program(1).written).toMatchObject([{ id: 'b' }]);
  });

  describe('that is starting', () => {
    beforeEach(() => {
      jest.useFakeTimers();
    });
    afterEach(() => {
      jest.useRealTimers();
    });

    /**
     * Lets time pass in which the program works or waits. A second of work takes 100 ms of CPU time, as on a busy
     * machine.
     */
    async function pass(seconds: number, works: boolean): Promise<void> {
      for (let second = 0; second < seconds; second += 1) {
        if (works) program().cpu += 100;
        await jest.advanceTimersByTimeAsync(1_000);
      }
    }

    it('a program that works at its start for minutes is asked once, and not begun again', async () => {
      const session = await begun();
      const { conversation, received } = open(session);
      const asked = conversation.send(request('a', 'server/discover'));
      await pass(300, true);
      expect([session.isStarting, program().written.length, received]).toEqual([true, 1, []]);
      say({ id: 'metarun-1', result: { v: 1 } });
      await asked;
      await pass(300, false);
      expect([session.isStarting, received.length, programs.length]).toEqual([false, 1, 1]);
    });

    it('a program that waits without a word is taken for one of an earlier revision', async () => {
      const { conversation, received } = open(await begun());
      const asked = conversation.send(request('a', 'server/discover'));
      await pass(8, false);
      await asked;
      expect(received).toMatchObject([{ error: { code: -32_601 } }]);
    });

    it('a program that neither works nor answers for a minute is given up, and not begun again', async () => {
      const { conversation } = open(await begun());
      void conversation.send(request('a', 'initialize'));
      await pass(70, false);
      expect(failures).toEqual([
        expect.stringMatching(/^cannot be started: no answer after 6\d s, in which it had 0 ms/),
      ]);
      expect(program().killedFor).toMatch(/^cannot be started/);
      expect(programs).toHaveLength(1);
    });

    it('a program that has used two minutes of CPU time without an answer is given up', async () => {
      const { conversation } = open(await begun());
      void conversation.send(request('a', 'server/discover'));
      program().cpu = 119_000;
      await pass(30, true);
      expect(failures).toEqual([expect.stringMatching(/^cannot be started: no answer after/)]);
      program().end('SIGKILL');
      await jest.advanceTimersByTimeAsync(0);
      expect([programs.length, ends.length]).toEqual([1, 1]);
    });
  });

  it('the end of a program ends its conversations, and no more is sent', async () => {
    const { conversation } = open(await begun());
    program().end('has ended: exit code 1');
    await nextTurn();
    expect([ends, failures]).toEqual([['has ended: exit code 1'], ['has ended: exit code 1.']]);
    await expect(conversation.send(request('a'))).rejects.toMatchObject({
      code: 'mcp_unavailable',
    });
  });
});
