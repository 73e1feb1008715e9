/** The selected sandbox if guests fail when it is tried, because of the machine or for another reason. */
import { join } from 'node:path';
import { expect, it, jest } from '@jest/globals';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import {
  type DetectOptions,
  detectSandbox,
  type FoundSandbox,
} from '../../src/sandbox/runtime/sandbox/detect.js';
import type { GuestSpec } from '../../src/sandbox/runtime/sandbox/guest-spec.js';
import { forkServerTrial } from '../../src/sandbox/runtime/python/python-guests.js';
import { runnerTrial } from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { readCommand, listDescendants, readStatusField } from '../support/processes.js';
import { python, PYTHON_SOURCE, sandbox, TYPESCRIPT_GUEST } from '../support/sandbox.js';

const WORKS = runnerTrial(process.execPath, TYPESCRIPT_GUEST);
const guest = (code: string): GuestSpec => ({ ...WORKS, args: ['-e', code, '--'] });
const KILLED = guest('process.kill(process.pid, "SIGKILL")');
const STUCK = guest('process.kill(process.pid, "SIGSTOP")');
const BROKEN = guest('console.error("ImportError: no such module"); process.exit(1)');
const WITHOUT_PROCESSES = guest(
  'console.error("bwrap: Creating new namespace failed: Resource temporarily unavailable"); process.exit(1)',
);

interface Tried {
  found: FoundSandbox;
  warnings: string[];
}

/** Selects a sandbox. Each language tries these guests in turn, the last of them repeatedly. */
async function tryWith(
  guests: Partial<Record<ScriptLanguage, readonly [GuestSpec, ...GuestSpec[]]>>,
): Promise<Tried> {
  const warnings: string[] = [];
  const trials: DetectOptions['trials'] = new Map(
    Object.entries(guests).map(([language, [first, ...rest]]) => {
      const left = [first, ...rest];
      const next = (): GuestSpec => (left.length > 1 ? left.shift() : null) ?? left[0] ?? first;
      return [language as ScriptLanguage, next];
    }),
  );
  const found = await detectSandbox({
    wanted: 'auto',
    minLevel: 1,
    python: python.executable,
    pythonProblem: python.problem,
    launcher: join(import.meta.dirname, '../../runtimes/sandbox/launch.py'),
    trials,
    onWarning: (message) => warnings.push(message),
  });
  return { found, warnings };
}

// Without a sandbox there are no trials.
if (sandbox.contained) {
  it.each([
    ['was killed', KILLED, 'SIGKILL'],
    ['could start no process', WITHOUT_PROCESSES, 'Resource temporarily unavailable'],
  ])('a trial whose guest %s is repeated, with a warning', async (_what, failing, reason) => {
    const { found, warnings } = await tryWith({
      python: [failing, WORKS],
      typescript: [failing, failing, WORKS],
    });
    expect(found.problems.size).toBe(0);
    expect(found.sandbox.report).toEqual(sandbox.report);
    expect(warnings).toEqual(Array.from({ length: 3 }, () => expect.stringContaining(reason)));
  });

  it('a trial whose guests are killed again and again fails the start, and leads to no worse sandbox', async () => {
    await expect(tryWith({ typescript: [KILLED] })).rejects.toThrow(
      /^It is not known which sandbox works here, .* was ended by SIGKILL\. Start it again\.$/,
    );
    await expect(tryWith({ python: [BROKEN], typescript: [KILLED] })).rejects.toThrow('SIGKILL');
  });

  it('a trial whose forked process is killed within Python is one that was killed', async () => {
    const code = [
      'import sys',
      `sys.path.insert(0, ${JSON.stringify(PYTHON_SOURCE)})`,
      'from metarun_guest import namespaces, users',
      'namespaces._end_of_trial = lambda *_: (None, 9)',
      'namespaces.try_out(b"", users.taken_from(sys.argv))',
    ].join('\n');
    const killed = forkServerTrial(python, PYTHON_SOURCE, sandbox);
    const args = ['-I', '-S', '-B', '-c', code];
    await expect(tryWith({ python: [{ ...killed, args }] })).rejects.toThrow('SIGKILL');
  });

  it.each([
    ['fails', BROKEN, 'ImportError: no such module'],
    ['is always killed', KILLED, expect.stringContaining('SIGKILL')],
  ])('a language whose trial %s leaves the others their sandbox', async (_what, guests, reason) => {
    const { found } = await tryWith({ python: [guests], typescript: [WORKS] });
    expect(found.sandbox.report).toEqual(sandbox.report);
    expect([...found.problems]).toEqual([['python', reason]]);
  });

  it('a machine on which no trial works has no sandbox, which says why', async () => {
    const { found } = await tryWith({ python: [BROKEN], typescript: [BROKEN] });
    expect(found.sandbox.report).toMatchObject({
      kind: 'none',
      advice: expect.stringContaining('ImportError: no such module'),
    });
  });

  it('a guest that does not advance is tried once where another language works', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    try {
      let isOver = false;
      const trying = tryWith({ python: [STUCK], typescript: [WORKS] });
      void trying.finally(() => (isOver = true)).catch(() => undefined);
      const isStoppedAlone = (): boolean => {
        const pids = listDescendants(process.pid).map(({ pid }) => pid);
        return (
          pids.some((pid) => readStatusField(pid, 'State').startsWith('T')) &&
          !pids.some((pid) => readCommand(pid).includes('runner.mjs'))
        );
      };
      while (!isStoppedAlone()) await new Promise(setImmediate);
      while (!isOver) {
        jest.advanceTimersByTime(500);
        await new Promise(setImmediate);
      }
      const { found, warnings } = await trying;
      expect([...found.problems.values()]).toEqual([expect.stringMatching(/: no answer after /)]);
      expect(found.sandbox.report).toEqual(sandbox.report);
      expect(warnings).toEqual([]);
    } finally {
      jest.useRealTimers();
    }
  });
} else
  it('a machine without a sandbox is not tried any further', async () => {
    const { found } = await tryWith({ typescript: [WORKS] });
    expect(found.sandbox.report.kind).toBe('none');
  });
