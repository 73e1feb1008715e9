import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Diagnostic } from '../../src/sandbox/runtime/runtime.js';
import type { TypeScriptRuntime } from '../../src/sandbox/runtime/typescript/typescript.runtime.js';
import { CheckerProcess } from '../../src/sandbox/runtime/typescript/checker-process.js';
import { checkerGuest } from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { readCommand, listDescendants, signal } from '../support/processes.js';
import { makeTypeScriptRuntime } from '../support/runtimes.js';
import { sandbox, TYPESCRIPT_GUEST } from '../support/sandbox.js';
import { NO_OP } from '../support/scripts.js';
import { until } from '../support/until.js';

let warnings: string[];
let runtime: TypeScriptRuntime;
beforeEach(() => {
  warnings = [];
  runtime = makeTypeScriptRuntime((message) => warnings.push(message));
});
afterEach(() => runtime.close());

/**
 * Returns a script of some 400 bytes. The compiler tries both meanings of each `c=>`, and hence all combinations: 2^30.
 */
function slowScript(comment: number): string {
  return `export const run = () => ${'a?(b):c=>'.repeat(30)}0${':0'.repeat(30)}; // ${comment}`;
}

/** Returns the reason why a script is refused; null if it is accepted. */
async function refusal(source: string, project: string): Promise<Diagnostic | null> {
  const checked = await runtime.check(source, project);
  return checked.ok ? null : checked.diagnostics[0];
}

const TOO_SLOW = { message: expect.stringContaining('1 s of CPU time'), line: null, column: null };

describe('scripts that take long to compile', () => {
  it('scripts that compile slowly delay only the project that sends them', async () => {
    const refused: number[] = [];
    const slow = [1, 2, 3, 4, 5, 6].map(async (index) => {
      expect(await refusal(slowScript(index), 'slow')).toEqual(TOO_SLOW);
      refused.push(index);
    });
    for (const project of ['a', 'b', 'a', 'b']) {
      expect(await refusal(NO_OP.typescript, project)).toBeNull();
      // The slow scripts take a second of CPU time each, one after the other.
      expect(refused.length).toBeLessThan(4);
    }
    await Promise.all(slow);
    expect(refused).toEqual([1, 2, 3, 4, 5, 6]);
    expect(warnings).toHaveLength(6);
  });

  it('a slow script costs nothing when it is sent again', async () => {
    const again = Array.from({ length: 20 }, () => refusal(slowScript(0), 'slow'));
    for (const one of await Promise.all(again)) expect(one).toEqual(TOO_SLOW);
    expect(await refusal(slowScript(0), 'other')).toEqual(TOO_SLOW);
    // Otherwise, each of them would have cost a process.
    expect(warnings).toEqual([
      expect.stringMatching(/replaced \(cpu\): a script took \d+ ms of CPU time$/),
    ]);
  });
});

describe('a compiler that ends while it has a script', () => {
  /** Kills compilers of this process as they start, at most `times`. Returns a function that stops this. */
  function endCompilers(times = Number.POSITIVE_INFINITY): () => void {
    const ended = new Set<number>();
    const timer = setInterval(() => {
      for (const pid of compilers())
        if (ended.size < times && !ended.has(pid)) {
          ended.add(pid);
          signal(pid, 'SIGKILL');
        }
    }, 5);
    return () => clearInterval(timer);
  }

  /** Returns the compiler processes, without the processes that wrap them. */
  function compilers(): number[] {
    return listDescendants(process.pid)
      .map(({ pid }) => pid)
      .filter((pid) => {
        const [program = '', script = ''] = readCommand(pid).split('\0');
        return program.endsWith('/node') && script.endsWith('/checker.mjs');
      });
  }

  it('a check whose compilers are killed is refused as unavailable, not for the script', async () => {
    const stop = endCompilers();
    await expect(runtime.check(NO_OP.typescript, 'project')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 1,
    });
    stop();
    expect(await refusal(NO_OP.typescript, 'project')).toBeNull();
  });

  it('a check whose compiler is killed once is carried out by another one', async () => {
    const stop = endCompilers(1);
    expect(await refusal(NO_OP.typescript, 'project')).toBeNull();
    stop();
    expect(warnings).toEqual([
      'The TypeScript checker was replaced (lost): it ended unexpectedly (SIGKILL)',
    ]);
  });

  it('a compiler that stands still is replaced, and the reason says for how long', async () => {
    const compiler = new CheckerProcess(
      sandbox.wrap(checkerGuest(process.execPath, TYPESCRIPT_GUEST)),
    );
    const checking = compiler.check({ source: slowScript(7), engine: 'isolate', isSnippet: false });
    await until('the compiler to have the script', () => compiler.isReady);
    // The processes that it has started would go on without it.
    const stopped = listDescendants(process.pid);
    for (const { pid } of stopped) signal(pid, 'SIGSTOP');
    expect(await checking).toMatchObject({
      result: null,
      aborted: 'stuck',
      why: expect.stringMatching(/^no answer after \d+ s, in which it had \d+ ms of CPU time$/),
    });
    // Those that outlive the compiler would stay stopped, and keep a pipe of this process open.
    for (const { pid } of stopped) signal(pid, 'SIGKILL');
  });

  it.each([
    ['SIGSEGV', 'ended', { ok: false }],
    ['SIGKILL', 'lost', null],
  ] as const)('a compiler that ends by %s counts as %s', async (name, aborted, result) => {
    const compiler = new CheckerProcess(
      sandbox.wrap(checkerGuest(process.execPath, TYPESCRIPT_GUEST)),
    );
    const checking = compiler.check({ source: slowScript(7), engine: 'isolate', isSnippet: false });
    await until('the compiler to have the script', () => compiler.isReady);
    for (const pid of compilers()) signal(pid, name);
    const checked = await checking;
    expect(checked.aborted).toBe(aborted);
    if (result === null) expect(checked.result).toBeNull();
    else expect(checked.result).toMatchObject(result);
  });
});
