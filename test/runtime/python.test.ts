import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { RecordingHost } from '../support/recording-host.js';
import { getOrCreateBudget } from '../../src/sandbox/runtime/time-budget.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { waitForFailure, NOOP, buildScript, startersFor } from './python-harness.js';

const runtime = makePythonRuntime();
const { start, runBody } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('a run', () => {
  it('a run keeps its result while a busy host has not read it yet', async () => {
    const host = new RecordingHost();
    const outcome = runBody('import time\nreporter.set_phase("a")\ntime.sleep(0.3)\nreturn 1', {
      host,
    });
    // As after many frames, the host does not read for 1.9 s.
    getOrCreateBudget('p-1').spend(400);
    expect(await outcome).toEqual({ kind: 'success', result: 1 });
  });

  it('a run reports phases, progress, prints and logging in order', async () => {
    const host = new RecordingHost();
    await runBody(
      `
import logging, sys
reporter.set_phase("Loading")
print("a\\nb")
reporter.set_progress(40.9)
reporter.set_progress(10)
logging.debug("d")
logging.getLogger("lib").error("bad")
print("to stderr", file=sys.stderr)
reporter.log("w", level="warning")
print("no newline", end="")
`,
      { host },
    );
    expect(host.events).toEqual([
      'phase:Loading',
      'info:a',
      'info:b',
      'progress:40',
      'debug:d',
      'error:lib: bad',
      'warning:to stderr',
      'warning:w',
      'info:no newline',
    ]);
  });

  it('a run captures writes to file descriptors and the output of subprocesses', async () => {
    const host = new RecordingHost();
    await runBody(
      'import os, subprocess\nos.write(2, b"raw\\n")\nsubprocess.run(["sh", "-c", "echo out; echo err >&2"], check=True)',
      { host },
    );
    expect(host.logged('info')).toEqual(['out']);
    expect(host.logged('warning')).toEqual(['raw', 'err']);
  });

  it('processes of every multiprocessing start method import the script and its files', async () => {
    const script = `
import concurrent.futures, multiprocessing
from lib.sums import total
from metarun import Reporter

def work(numbers):
    return total(numbers)

def run(params, reporter: Reporter):
    found = []
    for method in ("fork", "spawn", "forkserver"):
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
            found.append(list(pool.map(work, [[1, 2], [3, 4]])))
    return found
#|metarun-files
#|file lib/sums.py
#|>def total(numbers):
#|>    return sum(numbers)
`;
    const found = [3, 7];
    expect(await start(script).outcome).toEqual({
      kind: 'success',
      result: [found, found, found],
    });
  });

  it('a run sees its task, an almost empty environment and a directory of its own', async () => {
    const outcome = await runBody(`
import os, sys
t = reporter.task
names = sorted(os.environ)
return [t.id, t.attempt, t.version, names, os.listdir("."), __name__, os.environ["HOME"] == os.getcwd(), sys.stdin.read()]
`);
    expect(outcome).toEqual({
      kind: 'success',
      result: ['id-1', 1, 3, ['HOME', 'LANG', 'PATH', 'TMPDIR'], [], 'workflow', true, ''],
    });
  });

  it('a run leaves nothing to the next run', async () => {
    const script = buildScript(
      'seen = (hasattr(json, "mark"), os.path.exists("left"))\njson.mark = 1\nopen("left", "w").write("x")\nreturn [*seen, random.random()]',
      'import json, os, random',
    );
    const [first, second] = [await start(script).outcome, await start(script).outcome];
    if (first.kind !== 'success' || second.kind !== 'success') throw new Error('a run failed');
    expect((second.result as Json[]).slice(0, 2)).toEqual([false, false]);
    expect((second.result as Json[])[2]).not.toEqual((first.result as Json[])[2]);
  });

  it('twenty runs at the same time keep their results and logs apart', async () => {
    const script = buildScript('time.sleep(0.05)\nprint(params)\nreturn params', 'import time');
    const hosts = Array.from({ length: 20 }, () => new RecordingHost());
    const outcomes = await Promise.all(
      hosts.map((host, i) => start(script, { params: i, host }).outcome),
    );
    expect(outcomes).toEqual(hosts.map((_, i) => ({ kind: 'success', result: i })));
    expect(hosts.map((host) => host.events)).toEqual(hosts.map((_, i) => [`info:${i}`]));
  });
});

describe('the result', () => {
  it.each([
    ['__import__("datetime").datetime.now()', '.isoformat()'],
    ['__import__("decimal").Decimal(1)', 'str()'],
    ['(x for x in [])', 'list(value)'],
    ['object()', 'is a object'],
  ])('the result %s is rejected as invalid', async (expression, message) => {
    const failure = await waitForFailure(start(buildScript(`return ${expression}`)));
    expect(failure.code).toBe('invalid_result');
    expect(failure.message).toContain(message);
  });

  it.each([
    ['import dataclasses\n@dataclasses.dataclass\nclass A:\n    b: int\nreturn A(1)', 'asdict'],
  ])('the result of %j is rejected as invalid', async (body, message) => {
    const failure = await waitForFailure(start(buildScript(body)));
    expect(failure.code).toBe('invalid_result');
    expect(failure.message).toContain(message);
  });
});

describe('an exception', () => {
  it('an exception fails the run with the lines of the script alone', async () => {
    const failure = await waitForFailure(start('def run(params, reporter):\n    return 1 / 0\n'));
    expect(failure).toMatchObject({
      code: 'script_error',
      message: 'ZeroDivisionError: division by zero',
    });
    expect(failure.stack).toContain('File "workflow.py", line 2, in run\n    return 1 / 0');
    expect(failure.stack.match(/File "/g)).toHaveLength(1);
  });

  it('a failure of the guest itself fails the run as sandbox_error', async () => {
    const script = buildScript(`
import metarun_guest.execute
def fail():
    raise OSError("no more threads")
metarun_guest.execute._pump.finish = fail`);
    expect(await waitForFailure(start(script))).toMatchObject({
      code: 'sandbox_error',
      message: 'the guest failed: OSError: no more threads',
    });
  });

  it('reporter errors belong to the module metarun, in tracebacks and in pickles', async () => {
    const body = `
import metarun, pickle, traceback
errors = [getattr(metarun, name) for name in metarun.__all__ if name.endswith(("Error", "Failed", "Cancelled", "Expired", "Rejected"))]
copied = pickle.loads(pickle.dumps(metarun.TaskFailed("t", "id-2", "timeout", "It took too long.")))
shown = traceback.format_exception_only(metarun.StepError, metarun.StepError("s", "", "no"))
return [sorted({error.__module__ for error in errors}), len(errors), copied.error_code, shown]
`;
    expect(await runBody(body)).toEqual({
      kind: 'success',
      result: [['metarun'], 6, 'timeout', ['metarun.StepError: step "s": no\n']],
    });
  });

  it.each([
    ['raise KeyboardInterrupt()', 'script_error', 'KeyboardInterrupt'],
    ['import os\nos._exit(3)', 'script_crashed', 'ended its process with exit code 3'],
    ['import ctypes\nctypes.string_at(0)', 'script_crashed', 'killed by SIGSEGV'],
    [
      'import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\nsignal.pause()',
      'script_crashed',
      'killed by SIGTERM',
    ],
  ])('the script %j fails the run as %s', async (body, code, message) => {
    const failure = await waitForFailure(start(buildScript(body)));
    expect(failure.code).toBe(code);
    expect(failure.message).toContain(message);
  });
});

describe('check', () => {
  it.each([
    [NOOP, null],
    ['async def run(*args): pass', null],
    ['run = lambda a, b: 1', null],
    ['from os import getcwd as run', null],
    ['if True:\n    def run(a, b): pass', null],
    ['# -*- coding: nonsense -*-\ndef run(a, b, c=1): pass', null],
    ['def run(params, reporter):\n    return (', { line: 2, column: 12 }],
    ['x = 1\nreturn x', { line: 2, column: 1 }],
    ['', { message: 'The script is empty: write `def run(params, reporter):`.' }],
    ['x = 1', { message: 'The script defines no `run`: write `def run(params, reporter):`.' }],
    ['\ndef run(): pass', { line: 2, message: '`run` must take (params, reporter); it takes ()' }],
    ['def run(a, b, c): pass', { line: 1 }],
    ['def run(a, b, *, c): pass', { line: 1 }],
    ['x = "a\0b"', { line: null }],
    ['x = "\ud800"', {}],
    [`x = ${'('.repeat(50_000)}`, {}],
    [`x = ${'-'.repeat(300_000)}1`, {}],
    [`x = ${'a.'.repeat(100_000)}a\ndef run(a, b): pass`, {}],
    [
      `x = [${'a,'.repeat(520_000)}]`,
      { message: 'The script takes more than 512 MB of memory to compile.' },
    ],
    [
      '#'.repeat(1024 * 1024 + 1),
      {
        message:
          'The script has 1048577 bytes; 1048576 are the most, with all its files: read data from a file of the workspace, or name packages instead of copying their code.',
      },
    ],
  ])('the check accepts or rejects the script %.40j', async (source, expected) => {
    const result = await runtime.check(source, 'project-a');
    if (expected === null)
      expect(result).toMatchObject({ ok: true, program: { code: source, source_map: null } });
    else expect(result).toMatchObject({ ok: false, diagnostics: [expected] });
  });

  it('checks of several projects take turns', async () => {
    const order: string[] = [];
    const check = async (project: string, n: number): Promise<void> => {
      const { ok } = await runtime.check(`# ${n}\n${NOOP}`, project);
      order.push(`${project} ${ok}`);
    };
    const many = Array.from({ length: 20 }, (_, n) => check('many', n));
    await Promise.all([...many, check('one', 0)]);
    expect(order).toHaveLength(21);
    expect(order.indexOf('one true')).toBeLessThan(10);
  });

  it('a check executes nothing of the script', async () => {
    expect((await runtime.check(`import os\nos._exit(1)\n${NOOP}`, 'project-a')).ok).toBe(true);
  });
});

describe('an event loop that is held up', () => {
  it('a blocked event loop costs no run its outcome', async () => {
    const body = 'import time\nfor n in range(5):\n    print(n)\n    time.sleep(0.05)\nreturn 1';
    let over = false;
    const runs = Promise.all(Array.from({ length: 6 }, () => runBody(body)));
    void runs.finally(() => (over = true));
    while (!over) {
      for (const until = performance.now() + 700; performance.now() < until;);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await runs).toEqual(Array(6).fill({ kind: 'success', result: 1 }));
  });
});

describe('an answer that comes as the run has suspended itself', () => {
  it('an answer that arrives as a run suspends itself does not cost the run its outcome', async () => {
    const host = new RecordingHost(async (_method, _args, pending) => {
      pending.expectLongWait();
      // The process of the script is notified, suspends itself and ends, while the host does not read.
      await Promise.resolve();
      const until = performance.now() + 300;
      while (performance.now() < until);
      return { answered: true };
    });
    const outcome = await runBody('return reporter.wait_for_event("x")', { host });
    expect(outcome).toEqual({ kind: 'suspended', on: [1] });
  });
});
