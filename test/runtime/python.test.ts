import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import type { Json } from '../../src/kernel/json.js';
import { MetarunError } from '../../src/kernel/errors.js';
import type { RunLimits } from '../../src/runtime/protocol.js';
import type { RunOutcome } from '../../src/runtime/runtime.js';
import {
  failureOf,
  makePythonRuntime,
  processEnded,
  RecordingHost,
  specOf,
} from './python-harness.js';

const runtime = makePythonRuntime();
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

function start(
  script: string,
  { params = {}, limits = {}, host = new RecordingHost() }: StartOptions = {},
) {
  return runtime.start(specOf(script, params, limits), host);
}
interface StartOptions {
  params?: Json;
  limits?: Partial<RunLimits>;
  host?: RecordingHost;
}

/** `body` is the body of `run`, without its indentation. */
function runOf(body: string, before = ''): string {
  return `${before}\ndef run(params, reporter):\n${body.trim().replace(/^/gm, '    ')}\n`;
}

function outcomeOf(body: string, options: StartOptions = {}): Promise<RunOutcome> {
  return start(runOf(body), options).outcome;
}

const NOOP = runOf('return None');

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
      'seen = (hasattr(json, "mark"), os.path.exists("left"))\njson.mark = 1\nopen("left", "w").write("x")\nreturn [*seen, os.getcwd(), random.random()]',
      'import json, os, random',
    );
    const [first, second] = [await start(script).outcome, await start(script).outcome];
    if (first.kind !== 'success' || second.kind !== 'success') throw new Error('a run failed');
    expect((second.result as Json[]).slice(0, 2)).toEqual([false, false]);
    expect((second.result as Json[])[2]).not.toEqual((first.result as Json[])[2]);
    expect((second.result as Json[])[3]).not.toEqual((first.result as Json[])[3]);
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
      expect(result).toEqual({ ok: true, program: { code: source, source_map: null } });
    else expect(result).toMatchObject({ ok: false, diagnostics: [expected] });
  });

  it('executes nothing', async () => {
    expect((await runtime.check(`import os\nos._exit(1)\n${NOOP}`)).ok).toBe(true);
  });
});

describe('limits', () => {
  it.each([
    ['a busy loop', 'while True: pass'],
    ['a sleep', 'import time\ntime.sleep(60)'],
    ['C code that keeps the lock', 'import re\nre.match(r"(a+)+$", "a" * 60 + "b")'],
    [
      'a script that ignores signals',
      'import signal\nsignal.signal(15, signal.SIG_IGN)\nwhile True: pass',
    ],
    [
      'a script that swallows everything',
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    ],
  ])('end %s at its timeout', async (_name, body) => {
    const began = performance.now();
    const failure = await failureOf(start(runOf(body), { limits: { timeout_ms: 300 } }));
    expect(failure).toMatchObject({
      code: 'timeout',
      message: 'The run passed its timeout of 0.3 s and was stopped.',
    });
    expect(performance.now() - began).toBeLessThan(1_300);
  });

  it.each([
    ['in one piece', 'x = "x" * 10**10'],
    ['bit by bit', 'x = []\nwhile True: x.append(bytearray(1_000_000))'],
    [
      'in subprocesses',
      'import os\nfor _ in range(3): os.fork()\nx = bytearray(100_000_000)\nx[::4096] = b"1" * len(x[::4096])\nimport time\ntime.sleep(60)',
    ],
  ])('end a run that takes memory %s', async (_name, body) => {
    expect((await failureOf(start(runOf(body)))).code).toBe('out_of_memory');
    expect((await start(NOOP).outcome).kind).toBe('success');
  });

  it('keep the log of a script that prints 300 MB', async () => {
    const host = new RecordingHost();
    const began = performance.now();
    const outcome = await outcomeOf('line = "x" * 100\nfor _ in range(3_000_000): print(line)', {
      host,
    });
    expect(outcome.kind).toBe('success');
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(host.events.at(-1)).toBe('warning:Log truncated: a run may log 100000 bytes.');
    expect(host.events.length).toBeLessThan(1_000);
  });

  it('keep the log of a subprocess that writes without end', async () => {
    const host = new RecordingHost();
    await outcomeOf('import subprocess\nsubprocess.run("yes | head -c 50000000", shell=True)', {
      host,
    });
    expect(host.events.at(-1)).toContain('Log truncated');
  });

  it('cut a long line and say so', async () => {
    const host = new RecordingHost();
    await outcomeOf('print("x" * 20_000)', { host });
    expect(host.events).toEqual([`info:${'x'.repeat(16_384)} [cut: 3616 more characters]`]);
  });
});

describe('processes', () => {
  const DAEMON = `
import os, time
read, write = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.setsid()
        os.write(write, str(os.getpid()).encode())
        time.sleep(600)
    os._exit(0)
os.wait()
`;

  it('that a script has left behind as daemons are killed', async () => {
    const outcome = await outcomeOf(`${DAEMON}\nreturn int(os.read(read, 20))`);
    if (outcome.kind !== 'success') throw new Error(outcome.message);
    await processEnded(Number(outcome.result));
  });

  it('that a script has left behind are killed when its run is', async () => {
    const host = new RecordingHost();
    const body = `${DAEMON}\nprint("pid", os.read(read, 20).decode())\nwhile True: pass`;
    await failureOf(start(runOf(body), { host, limits: { timeout_ms: 400 } }));
    await processEnded(Number(host.events[0]?.slice('info:pid '.length)));
  });

  it('that a script forks cannot answer for it', async () => {
    const host = new RecordingHost();
    const outcome = await outcomeOf(
      `
import os
pid = os.fork()
if pid == 0:
    print("child")
    reporter.set_phase("never")
os.waitpid(pid, 0)
return "parent"
`,
      { host },
    );
    expect(outcome).toEqual({ kind: 'success', result: 'parent' });
    expect(host.events).toContain('info:child');
    expect(host.events).not.toContain('phase:never');
  });

  it('cannot have runs made through the socket of the fork server', async () => {
    const outcome = await outcomeOf(`
import os, socket
s = socket.socket(socket.AF_UNIX)
s.connect(os.path.join(os.getcwd(), "../../fork.sock"))
s.sendall(b'{"kind": "run", "id": 1, "memory_bytes": 1}\\n')
try:
    return s.recv(1).decode()
except OSError:
    return ""
`);
    expect(outcome).toEqual({ kind: 'success', result: '' });
  });
});

describe('calls', () => {
  const files = new Map<string, Json>();
  const answer = async (method: string, args: Json): Promise<Json> => {
    const { path, content, encoding = 'utf-8' } = args as Record<string, Json>;
    if (method === 'files.write') files.set(String(path), { content, encoding } as Json);
    if (method === 'files.read') {
      const file = files.get(String(path));
      if (file === undefined) throw new MetarunError('not_found', 'There is no such file.');
      return file;
    }
    if (method === 'files.list') return [...files.keys()].map((name) => ({ path: name }));
    if (method === 'files.broken') throw new Error('secret');
    return method === 'files.exists' ? files.has(String(path)) : null;
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

describe('cancel', () => {
  it.each([
    ['a busy loop', 'while True: pass'],
    ['a sleep', 'time.sleep(60)'],
    ['a call', 'reporter.files.read("/slow")'],
    ['a subprocess', 'subprocess.run(["sleep", "60"])'],
  ])('runs the finally blocks around %s', async (_name, body) => {
    const host = new RecordingHost(() => new Promise(() => undefined));
    const script = `try:\n    print("in")\n    ${body}\nexcept Exception:\n    print("swallowed")\nfinally:\n    print("out")`;
    const handle = start(runOf(script, 'import subprocess, time'), { host });
    await host.told('info:in');
    const began = performance.now();
    handle.cancel('cancelled', 3_000);
    expect(await failureOf(handle)).toMatchObject({
      code: 'cancelled',
      message: 'The run was cancelled.',
    });
    expect(performance.now() - began).toBeLessThan(1_500);
    expect(host.events).toEqual(['info:in', 'info:out']);
  });

  it('runs the finally blocks of an async `run`', async () => {
    const host = new RecordingHost();
    const script = `
import asyncio
async def run(params, reporter):
    async def part(name):
        try:
            print("in", name)
            await asyncio.sleep(60)
        finally:
            print("out", name)
    await asyncio.gather(part("a"), part("b"))
`;
    const handle = start(script, { host });
    await host.told('info:in b');
    handle.cancel('cancelled', 3_000);
    expect((await failureOf(handle)).code).toBe('cancelled');
    expect(host.events.sort()).toEqual(['info:in a', 'info:in b', 'info:out a', 'info:out b']);
  });

  it('kills a run that ignores it after the grace', async () => {
    const host = new RecordingHost();
    const handle = start(
      runOf(
        'print(os.getpid())\nwhile True:\n    try:\n        time.sleep(9)\n    except BaseException: pass',
        'import os, time',
      ),
      { host },
    );
    while (host.events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    handle.cancel('cancelled', 100);
    expect((await failureOf(handle)).code).toBe('cancelled');
    await processEnded(Number(host.logged('info')[0]));
  });

  it('ends a run that has hardly begun', async () => {
    const handle = start(runOf('while True: pass'));
    handle.cancel('cancelled', 0);
    expect((await failureOf(handle)).code).toBe('cancelled');
  });
});

describe('the fork server', () => {
  it('is replaced when it dies, and its runs end as worker_lost', async () => {
    const warnings: string[] = [];
    const own = makePythonRuntime((message) => warnings.push(message));
    const host = new RecordingHost();
    const script = runOf('print(os.getppid(), os.getpid())\nwhile True: pass', 'import os');
    const handle = own.start(specOf(script), host);
    while (host.events.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    const [server, child] = (host.logged('info')[0] ?? '').split(' ').map(Number);
    process.kill(Number(server), 'SIGKILL');
    expect(await failureOf(handle)).toMatchObject({ code: 'worker_lost' });
    await processEnded(Number(child));
    expect((await own.start(specOf(NOOP), host).outcome).kind).toBe('success');
    expect(warnings).toEqual([expect.stringContaining('SIGKILL')]);
    await own.close();
  });

  it('that cannot start fails runs with the reason', async () => {
    const { PythonRuntime } = await import('../../src/runtime/python/python.runtime.js');
    const own = new PythonRuntime({
      python: '/nonexistent',
      guestDir: '/',
      maxRuns: 1,
      onWarning: () => undefined,
    });
    await expect(own.warm()).rejects.toThrow('Python could not be started');
    expect((await failureOf(own.start(specOf(NOOP), new RecordingHost()))).code).toBe(
      'sandbox_error',
    );
    await own.close();
  });

  it('ends its runs as worker_lost when it is closed, and leaves no process', async () => {
    const own = makePythonRuntime();
    const host = new RecordingHost();
    const handle = own.start(specOf(runOf('print("in")\nwhile True: pass')), host);
    await host.told('info:in');
    await own.close();
    expect(await failureOf(handle)).toMatchObject({ code: 'worker_lost' });
    expect(childrenOf(process.pid)).toHaveLength(1);
  });
});

/** The fork servers that this test process has now. */
function childrenOf(parent: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const [, rest] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
      return (
        rest?.split(' ')[1] === String(parent) &&
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.py')
      );
    } catch {
      return false;
    }
  });
}
