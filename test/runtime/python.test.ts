import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/kernel/json.js';
import { MetarunError } from '../../src/kernel/errors.js';
import {
  failureOf,
  makePythonRuntime,
  NOOP,
  RecordingHost,
  runOf,
  startersFor,
} from './python-harness.js';

const runtime = makePythonRuntime();
const { start, outcomeOf } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('a run', () => {
  it('returns what `run` returns', async () => {
    const outcome = await outcomeOf('return {"got": params, "list": (1, 2.5, None, True, "ü")}', {
      params: { a: [1] },
    });
    expect(outcome).toEqual({
      kind: 'success',
      result: { got: { a: [1] }, list: [1, 2.5, null, true, 'ü'] },
    });
  });

  it('awaits an async `run`', async () => {
    const script =
      'import asyncio\nasync def run(params, reporter):\n    await asyncio.sleep(0)\n    return 7\n';
    expect(await start(script).outcome).toEqual({ kind: 'success', result: 7 });
  });

  it('tells phases, progress, prints and logging in order', async () => {
    const host = new RecordingHost();
    await outcomeOf(
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

  it('tells a log line while the script still runs', async () => {
    let release: (value: Json) => void = () => undefined;
    const host = new RecordingHost(() => new Promise((resolve) => (release = resolve)));
    const handle = start(runOf('print("early")\nreturn reporter.files.exists("/a")'), { host });
    await host.told('info:early');
    while (host.calls.length === 0) await new Promise((resolve) => setImmediate(resolve));
    release(true);
    expect(await handle.outcome).toEqual({ kind: 'success', result: true });
  });

  it('captures writes to file descriptors and the output of subprocesses', async () => {
    const host = new RecordingHost();
    await outcomeOf(
      'import os, subprocess\nos.write(2, b"raw\\n")\nsubprocess.run(["sh", "-c", "echo out; echo err >&2"], check=True)',
      { host },
    );
    expect(host.logged('info')).toEqual(['out']);
    expect(host.logged('warning')).toEqual(['raw', 'err']);
  });

  it('sees its task, an almost empty environment, and a directory of its own', async () => {
    const outcome = await outcomeOf(`
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

  it('leaves nothing to the next run', async () => {
    const script = runOf(
      'seen = (hasattr(json, "mark"), os.path.exists("left"))\njson.mark = 1\nopen("left", "w").write("x")\nreturn [*seen, random.random()]',
      'import json, os, random',
    );
    const [first, second] = [await start(script).outcome, await start(script).outcome];
    if (first.kind !== 'success' || second.kind !== 'success') throw new Error('a run failed');
    expect((second.result as Json[]).slice(0, 2)).toEqual([false, false]);
    expect((second.result as Json[])[2]).not.toEqual((first.result as Json[])[2]);
  });

  it('runs beside 19 others', async () => {
    const script = runOf('time.sleep(0.05)\nprint(params)\nreturn params', 'import time');
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
    [
      '{"total": float("nan")}',
      'result/total is NaN, which JSON cannot hold; return None or a string.',
    ],
    ['[float("-inf")]', 'result/0 is -Infinity'],
    ['{"a/b": b"x"}', 'result/a~1b is a bytes'],
    ['{1, 2}', 'result is a set, which JSON cannot hold; use a list'],
    ['run', 'result is a function'],
    ['{1: 2}', 'result has a key of type int'],
    ['2**53', 'integer beyond 2**53 - 1'],
    ['"\\ud800"', 'half of a surrogate pair'],
    ['"a\\0b"', 'NUL'],
    ['"x" * 200_000', 'larger than 100000 bytes'],
    ['__import__("datetime").datetime.now()', '.isoformat()'],
    ['__import__("decimal").Decimal(1)', 'str()'],
    ['(x for x in [])', 'list(value)'],
    ['object()', 'is a object'],
  ])('%s is invalid', async (expression, message) => {
    const failure = await failureOf(start(runOf(`return ${expression}`)));
    expect(failure.code).toBe('invalid_result');
    expect(failure.message).toContain(message);
  });

  it.each([
    ['x = []\nx.append(x)\nreturn x', 'contains itself'],
    ['x = []\nfor _ in range(70): x = [x]\nreturn x', 'deeper than 64'],
    ['x = []\nfor _ in range(60): x = [x, x]\nreturn x', 'larger than'],
    ['import dataclasses\n@dataclasses.dataclass\nclass A:\n    b: int\nreturn A(1)', 'asdict'],
  ])('%j is invalid', async (body, message) => {
    const failure = await failureOf(start(runOf(body)));
    expect(failure.code).toBe('invalid_result');
    expect(failure.message).toContain(message);
  });
});

describe('an exception', () => {
  it('fails the run with the lines of the script alone', async () => {
    const failure = await failureOf(start('def run(params, reporter):\n    return 1 / 0\n'));
    expect(failure).toMatchObject({
      code: 'script_error',
      message: 'ZeroDivisionError: division by zero',
    });
    expect(failure.stack).toContain('File "workflow.py", line 2, in run\n    return 1 / 0');
    expect(failure.stack.match(/File "/g)).toHaveLength(1);
  });

  it('shows what it was chained to', async () => {
    const failure = await failureOf(
      start(runOf('try:\n    {}["k"]\nexcept KeyError as e:\n    raise ValueError("bad") from e')),
    );
    expect(failure.stack).toMatch(/KeyError: 'k'[\s\S]+direct cause[\s\S]+ValueError: bad$/);
  });

  it.each([
    ['import sys\nsys.exit(3)', 'SystemExit: the script called sys.exit(3)'],
    ['raise KeyboardInterrupt()', 'KeyboardInterrupt'],
    [
      'class E(Exception):\n    def __str__(self): raise self\nraise E()',
      'E: (this value cannot be shown',
    ],
    ['def f(): return f()\nreturn f()', 'RecursionError'],
    ['raise ValueError("\\ud800\\0" * 100_000)', 'ValueError: ?'],
    ['from metarun import TaskCancelled\nraise TaskCancelled("no")', 'TaskCancelled: no'],
    ['import os\nos._exit(3)', 'ended itself with exit code 3'],
    ['import ctypes\nctypes.string_at(0)', 'killed by SIGSEGV'],
    [
      'import os, signal\nos.kill(os.getpid(), signal.SIGTERM)\nsignal.pause()',
      'killed by SIGTERM',
    ],
    ['reporter.set_phase(1)', 'TypeError: set_phase: text must be str, not int'],
    [
      'reporter.set_progress(float("nan"))',
      'ValueError: set_progress: value must be between 0 and 100',
    ],
    ['reporter.log("x", level="loud")', 'ValueError: log: level must be one of debug'],
    ['reporter.task.id = "x"', 'AttributeError: reporter.task.id cannot be set'],
  ])('%j fails the run', async (body, message) => {
    const failure = await failureOf(start(runOf(body)));
    expect(failure.code).toBe('script_error');
    expect(failure.message).toContain(message);
  });

  it('at the top of the script fails the run', async () => {
    const failure = await failureOf(start('import nothing_like_this\n'));
    expect(failure.message).toContain('ModuleNotFoundError');
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
    ['#'.repeat(1024 * 1024 + 1), { message: 'The script is longer than 1048576 bytes.' }],
  ])('of %.40j', async (source, expected) => {
    const result = await runtime.check(source);
    if (expected === null)
      expect(result).toMatchObject({ ok: true, program: { code: source, source_map: null } });
    else expect(result).toMatchObject({ ok: false, diagnostics: [expected] });
  });

  it('executes nothing', async () => {
    expect((await runtime.check(`import os\nos._exit(1)\n${NOOP}`)).ok).toBe(true);
  });
});

describe('calls', () => {
  const files = new Map<string, Json>();
  const answer = async (method: string, args: Json): Promise<Json> => {
    const { path, content, encoding = 'utf-8' } = args as { path: string } & Record<string, Json>;
    if (method === 'files.write') files.set(path, { content, encoding } as Json);
    if (method === 'files.read') {
      const file = files.get(path);
      if (file === undefined) throw new MetarunError('not_found', 'There is no such file.');
      return file;
    }
    if (method === 'files.list') return [...files.keys()].map((name) => ({ path: name }));
    if (method === 'files.broken') throw new Error('secret');
    return method === 'files.exists' ? files.has(path) : null;
  };

  it('reach the host and return its answers', async () => {
    const host = new RecordingHost(answer);
    const outcome = await outcomeOf(
      `
f = reporter.files
f.write("/a.txt", "tëxt")
f.write("/b.bin", b"\\xff\\0", ws="w")
try:
    f.read("/none")
except Exception as e:
    error = [type(e).__name__, e.code, e.message]
return [f.read("/a.txt"), list(f.read("/b.bin")), f.list("/"), f.exists("/a.txt"), f.delete("/a.txt"), error]
`,
      { host },
    );
    expect(outcome).toEqual({
      kind: 'success',
      result: [
        'tëxt',
        [255, 0],
        [{ path: '/a.txt' }, { path: '/b.bin' }],
        true,
        null,
        ['MetarunError', 'not_found', 'There is no such file.'],
      ],
    });
    expect(host.calls[1]).toEqual({
      method: 'files.write',
      args: { path: '/b.bin', ws: 'w', content: '/wA=', encoding: 'base64' },
    });
  });

  it('may be made from many threads at once', async () => {
    const host = new RecordingHost((_method, args) =>
      Promise.resolve((args as { path: string }).path === '/7'),
    );
    const outcome = await outcomeOf(
      'from concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor(8) as pool:\n    return list(pool.map(lambda i: reporter.files.exists(f"/{i}"), range(16)))',
      { host },
    );
    expect(outcome).toEqual({
      kind: 'success',
      result: Array.from({ length: 16 }, (_, i) => i === 7),
    });
  });

  it('with nonsense raise in the script', async () => {
    const failure = await failureOf(start(runOf('reporter.files.write("/a", 5)')));
    expect(failure.message).toBe('TypeError: files.write: content must be str or bytes, not int');
    const nul = await failureOf(start(runOf('reporter.files.read("/a\\0")')));
    expect(nul.message).toContain('ValueError: files.read/path contains a NUL');
  });
});
