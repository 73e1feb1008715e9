/**
 * The end of a Python run, compared with that of a Python program: threads, functions of `atexit`, files and objects.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { startersFor } from './python-harness.js';

const runtime = makePythonRuntime();
const { start, runBody, runToEnd } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('the end of a run', () => {
  it('functions of atexit run, and what logging holds is written', async () => {
    const { info } = await runToEnd(`
import atexit, logging, logging.handlers, sys
atexit.register(print, "atexit ran")
log = logging.getLogger("app")
log.propagate = False
log.addHandler(logging.handlers.MemoryHandler(100, target=logging.StreamHandler(sys.stdout)))
log.info("held until the end")
`);
    expect(info).toEqual(['atexit ran', 'held until the end']);
  });

  it('threads and pools are waited for, and what they print and write counts', async () => {
    const written: Json[] = [];
    const { end, info, warning } = await runToEnd(
      `
import threading, time
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(4)
for n in range(8):
    pool.submit(lambda n=n: (time.sleep(0.05), reporter.files.write(f"/{n}.txt", "x")))
def last():
    time.sleep(0.3)
    print("the thread has ended")
threading.Thread(target=last).start()
return "returned"
`,
      async (_method, args) => {
        written.push(args);
        return { path: '/x' };
      },
    );
    expect(end).toBe('returned');
    expect(written).toHaveLength(8);
    expect(info).toEqual(['the thread has ended']);
    expect(warning).toEqual([]);
  });

  it('a result to which a thread adds is whole', async () => {
    const { end } = await runToEnd(`
import threading, time
found = []
threading.Thread(target=lambda: (time.sleep(0.1), found.append("late"))).start()
return found
`);
    expect(end).toEqual(['late']);
  });

  it('a run that waits for a thread says so after two seconds', async () => {
    const { info } = await runToEnd(`
import threading, time
threading.Thread(target=time.sleep, args=(2.5,), name="upload").start()
`);
    expect(info).toEqual(['`run` has returned, and waits for 1 thread (upload) to end.']);
  });

  it('a daemon thread that still works is named, and one that waits for work is not', async () => {
    const { warning } = await runToEnd(`
import queue, threading, time
def work():
    while True:
        time.sleep(0.01)
threading.Thread(target=work, daemon=True, name="poll").start()
threading.Thread(target=queue.Queue().get, daemon=True, name="idle").start()
time.sleep(0.1)
`);
    expect(warning).toEqual([
      '1 thread (poll) was still working when the run ended, and was cut off.',
    ]);
  });

  it('daemons that wait for input are not named', async () => {
    const { warning } = await runToEnd(`
import os, socket, subprocess, threading, time
server = socket.create_server(("127.0.0.1", 0))
pipe, _ = os.pipe()
for wait in (server.accept, lambda: os.read(pipe, 1), lambda: os.fdopen(pipe, closefd=False).read()):
    threading.Thread(target=wait, daemon=True).start()
time.sleep(0.05)
`);
    expect(warning).toEqual([]);
  });

  it('a daemon that has just been given work is named', async () => {
    const { warning } = await runToEnd(`
import queue, threading, time
jobs = queue.Queue()
def work():
    while True: jobs.get(); time.sleep(0.5)
threading.Thread(target=work, daemon=True, name="worker").start()
time.sleep(0.01)
for job in range(5): jobs.put(job)
`);
    expect(warning).toEqual([
      '1 thread (worker) was still working when the run ended, and was cut off.',
    ]);
  });

  it('a program whose parent has ended is named', async () => {
    const { warning } = await runToEnd(
      'import subprocess\nsubprocess.run(["sh", "-c", "(sleep 100; echo late) > /dev/null 2>&1 &"])',
    );
    expect(warning.join()).toMatch(/process.* \(.*sleep 100.*\) (was|were) still working/);
  });

  it('a program that still runs is named, and what multiprocessing leaves behind is not', async () => {
    const { warning } = await runToEnd(`
import multiprocessing, os, subprocess, time
with multiprocessing.get_context("spawn").Pool(1) as pool:
    pool.map(abs, [1])
subprocess.Popen(["sleep", "100"])
if os.fork() == 0:
    time.sleep(100)
`);
    expect(warning).toEqual([
      '2 processes (sleep 100, a fork of the script) were still working when the run ended, and were cut off.',
    ]);
  });

  it('a step whose timeout cannot interrupt its thread says so', async () => {
    const { end, warning } = await runToEnd(
      `
import threading, time
def work():
    try:
        reporter.step("slow", lambda: time.sleep(2.5), timeout=0.5)
    except Exception as error:
        codes.append(error.code)
codes = []
thread = threading.Thread(target=work)
thread.start()
thread.join()
return codes
`,
      async (method) =>
        method === 'step.begin' ? { id: 'a', state: 'run', awaited: false } : { state: 'failed' },
    );
    expect(end).toEqual(['step_timeout']);
    expect(warning).toEqual([
      'A step passed its timeout of 0.5 s in the thread Thread-1 (work), which cannot be interrupted before the call that it is in returns.',
    ]);
  });

  it('threads that a timeout cuts off are named', async () => {
    const host = new RecordingHost();
    const body = 'import threading, time\nthreading.Thread(target=time.sleep, args=(60,)).start()';
    const outcome = await runBody(body, { host, limits: { timeout_ms: 1_500 } });
    expect(outcome).toMatchObject({ kind: 'failed', code: 'timeout' });
    expect(host.logged('warning')).toEqual([
      '1 thread (Thread-1 (sleep)) was still working when the run ended, and was cut off.',
    ]);
  });

  it('a run that fails ends as a program as well', async () => {
    const { end, info, warning } = await runToEnd(`
import atexit, threading, time
atexit.register(print, "atexit ran")
threading.Thread(target=lambda: (time.sleep(0.1), print("the thread has ended"))).start()
atexit.register(lambda: {}["its own"])
raise ValueError("no")
`);
    expect(end).toMatchObject({ code: 'script_error', message: 'ValueError: no' });
    expect(info).toEqual(['the thread has ended', 'atexit ran']);
    expect(warning[0]).toMatch(/^(Exception ignored|Error) in /);
    expect(warning.at(-1)).toBe("KeyError: 'its own'");
    expect(warning.join()).not.toContain('ValueError');
  });

  it('files that are left open are written', async () => {
    const script = `
import atexit, gzip, os
text = open("text", "w")
packed = gzip.open("packed", "wt")
def check():
    print(os.path.getsize("text"))
def run(params, reporter):
    text.write("x" * 10)
    packed.write("y" * 10)
    if os.fork() == 0:
        return
    os.wait()
    # The end of the child has written its copies.
    print(open("text").read(), gzip.open("packed", "rt").read())
`;
    const host = new RecordingHost();
    const { outcome } = start(script, { host });
    expect(await outcome).toEqual({ kind: 'success', result: null });
    expect(host.logged('info')).toEqual(['xxxxxxxxxx yyyyyyyyyy']);
  });

  const FREED = `
import json, os
class Freed:
    def __init__(self, name, cycle=False):
        self.name = name
        self.own = self if cycle else None
    def __del__(self):
        print(json.dumps([self.name, os.path.basename(os.getcwd()) != ""]))
`;
  it.each([
    ['returns', 'return 1'],
    ['fails', 'raise ValueError("no")'],
    ['has an idle daemon', 'threading.Thread(target=threading.Event().wait, daemon=True).start()'],
    [
      'has a log handler',
      'logging.getLogger("own").addHandler(type("Own", (logging.Handler,), {"emit": lambda *_: kept})())',
    ],
    [
      'fails in a cycle',
      'try: 1 / 0\n    except Exception as error: own = [error]; own.append(own); raise',
    ],
  ])(
    'all that a run which %s refers to is freed while its globals are there',
    async (_how, end) => {
      const script = `${FREED}
import contextlib, logging, threading
kept, _cyclic = Freed("kept"), Freed("cyclic", True)
@contextlib.contextmanager
def held():
    try: yield
    finally: print(json.dumps(["released"]))
def run(params, reporter):
    lock = held()
    lock.__enter__()
    ${end}
`;
      const host = new RecordingHost();
      await start(script, { host }).outcome;
      expect(host.logged('info').toSorted()).toEqual([
        '["cyclic", true]',
        '["kept", true]',
        '["released"]',
      ]);
      expect(host.logged('warning')).toEqual([]);
    },
  );

  it('archives, shelves and streams of all modules of a script are whole after a run', async () => {
    const script = `
import os, signal, sys, types, zipfile
class Tee:
    def write(self, text):
        kept.append(text)
    def flush(self):
        real.write("".join(kept).upper())
        kept.clear()
real, kept, sys.stdout = sys.stdout, [], Tee()
signal.signal(signal.SIGALRM, lambda *_: kept.append(""))
class Archive(zipfile.ZipFile):
    def close(self):
        super().close()
        if os.getpid() != parent: os.write(1, b"closed in the child\\n")
parent = os.getpid()
module = types.ModuleType("prog")
module.__file__ = "prog.py"
sys.modules["prog"] = module
exec("""
import shelve
shelf = shelve.open("shelf", writeback=True)
shelf["a"] = [1]
shelf["a"].append(2)
""", module.__dict__)
del module
archive = Archive("archive.zip", "w")
archive.own = archive
def run(params, reporter):
    import shelve
    signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
    archive.writestr("one.txt", "1")
    if os.fork() == 0:
        return
    os.wait()
    # The child has written its copies.
    print(zipfile.ZipFile("archive.zip").namelist())
    print(shelve.open("shelf")["a"])
`;
    const host = new RecordingHost();
    const { outcome } = start(script, { host });
    expect(await outcome).toEqual({ kind: 'success', result: null });
    expect(host.logged('info')).toEqual(['closed in the child', "['ONE.TXT']", '[1, 2]']);
    expect(host.logged('warning')).toEqual([]);
  });

  it.each([
    ['atexit', 'atexit.register(end)'],
    ['a finalizer', 'kept.append(type("Last", (), {"__del__": lambda self: end()})())'],
  ])('a process that is forked in %s ends by itself', async (_where, body) => {
    const { end, info } = await runToEnd(`
import atexit, os
kept = []
def end():
    if os.fork() == 0:
        print("in the child")
        return
    os.wait()
    print("in the run")
${body}
return 1
`);
    expect(end).toBe(1);
    expect(info).toEqual(['in the child', 'in the run']);
  });

  it('signals that still come do not disturb the end of a run that has failed', async () => {
    const { end } = await runToEnd(`
import signal
def handle(*_): raise RuntimeError("from the handler")
signal.signal(signal.SIGALRM, handle)
try:
    raise ValueError("mine")
finally:
    signal.setitimer(signal.ITIMER_REAL, 0.0003, 0.0003)
`);
    expect(end).toMatchObject({ kind: 'failed', code: 'script_error' });
    expect((end as { message: string }).message).toMatch(/mine|from the handler/);
  });

  it('an excepthook that fails or exits hides neither the error nor the end of the program', async () => {
    for (const hook of ['print("hook"); sys.exit(3)', 'print("hook"); {}["its own"]']) {
      const { end, info, warning } = await runToEnd(`
import atexit, sys, threading, time
def hook(*_): ${hook}
sys.excepthook = hook
atexit.register(print, "atexit ran")
threading.Thread(target=lambda: (time.sleep(0.1), print("the thread has ended"))).start()
raise ValueError("mine")
`);
      expect(end).toMatchObject({ code: 'script_error', message: 'ValueError: mine' });
      expect(info).toEqual(['hook', 'the thread has ended', 'atexit ran']);
      expect(warning.filter((line) => line.startsWith('Error in sys.excepthook')).length).toBe(
        hook.includes('its own') ? 1 : 0,
      );
    }
  });

  it('text is flushed as soon as run has returned', async () => {
    const { info } = await runToEnd(`
import atexit, os
atexit.register(os.abort)
print("total: 42", end="")
`);
    expect(info).toEqual(['total: 42']);
  });

  it('half a character at the end of the output is shown as one', async () => {
    const { warning } = await runToEnd(
      'import sys\nsys.stderr.buffer.write("sn\u00f6".encode()[:-1])',
    );
    expect(warning).toEqual(['sn\uFFFD']);
  });

  it('a forked child that leaves run ends as a program, and what it raises is printed', async () => {
    const { end, info, warning } = await runToEnd(`
import atexit, os, sys
parent = os.getpid()
atexit.register(lambda: print("parent" if os.getpid() == parent else "child"))
codes = []
for end in ("raise", "exit", "return"):
    child = os.fork()
    if child == 0:
        if end == "raise":
            raise ValueError("in the child")
        if end == "exit":
            sys.exit("no more")
        return
    codes.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
return codes
`);
    expect(end).toEqual([1, 1, 0]);
    expect(info).toEqual(['child', 'child', 'child', 'parent']);
    expect(warning).toEqual([
      'Traceback (most recent call last):',
      expect.stringContaining('File "workflow.py", line 11, in run'),
      expect.any(String),
      ...(warning.length > 6 ? [expect.stringContaining('^')] : []),
      'ValueError: in the child',
      'no more',
    ]);
  });
});
