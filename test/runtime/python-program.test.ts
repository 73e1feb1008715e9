/** Behaviour of a program that Python runs have by default, and coroutines that race waits. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { startersFor } from './python-harness.js';

const runtime = makePythonRuntime();
const { start, runToEnd } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('what a program does by itself', () => {
  it('a child that is asked to end at once ends by the signal', async () => {
    const { end } = await runToEnd(`
import multiprocessing, time
codes = set()
for n in range(40):
    child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(1,))
    child.start()
    child.terminate()
    child.join()
    codes.add(child.exitcode)
return sorted(codes)
`);
    expect(end).toEqual([-15]);
  });

  it('a forked child keeps the handler of a signal that the script has set', async () => {
    const { end, info } = await runToEnd(`
import os, signal, time
def stop(number, frame):
    print("stopping", number)
    os._exit(3)
signal.signal(signal.SIGTERM, stop)
child = os.fork()
if child == 0:
    time.sleep(5)
    os._exit(0)
time.sleep(0.1)
os.kill(child, signal.SIGTERM)
return os.waitstatus_to_exitcode(os.wait()[1])
`);
    expect(end).toBe(3);
    expect(info).toEqual(['stopping 15']);
  });

  it('sys.excepthook of the script shows the error that ends the run', async () => {
    const { end, info } = await runToEnd(`
import sys
sys.excepthook = lambda kind, value, trace: print("unhandled:", kind.__name__, value)
raise ValueError("no")
`);
    expect(end).toMatchObject({ code: 'script_error', message: 'ValueError: no' });
    expect(info).toEqual(['unhandled: ValueError no']);
  });

  it('an error keeps its message where the script has few file descriptors', async () => {
    const { end } = await runToEnd(`
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (4, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
raise ValueError("no")
`);
    expect(end).toMatchObject({ message: 'ValueError: no' });
  });

  it('a program that is about to end is not named', async () => {
    const { warning } = await runToEnd(`
import subprocess
child = subprocess.Popen(["sh", "-c", "echo x; exec >&-; sleep 0.05"], stdout=subprocess.PIPE)
child.stdout.read()
`);
    expect(warning).toEqual([]);
  });

  it('a file beside the script runs as a main module, and its errors have its lines', async () => {
    const script = `
import runpy, sys
def run(params, reporter):
    runpy.run_module("prog", run_name="__main__", alter_sys=True)
    import prog
#|metarun-files
#|file prog.py
#|>import sys
#|>if __name__ == "__main__":
#|>    print("main", sys.argv[0])
#|>    raise ValueError("no")
`;
    const host = new RecordingHost();
    const outcome = await start(script, { host }).outcome;
    expect(host.logged('info')).toEqual(['main prog.py']);
    expect(outcome).toMatchObject({
      message: 'ValueError: no',
      stack: expect.stringContaining('File "prog.py", line 4, in <module>'),
    });
  });

  it('an error has the lines of code that the script runs from a file of its own', async () => {
    const { end } = await runToEnd(`
import pathlib, runpy
pathlib.Path("prog.py").write_text("def f():\\n    raise ValueError('no')\\nf()\\n")
runpy.run_path("prog.py", run_name="__main__")
`);
    expect(end).toMatchObject({ stack: expect.stringContaining('File "prog.py", line 2, in f') });
  });
});

describe('waits of coroutines', () => {
  /** Returns a host that answers sleeps after 300 ms and no other calls. */
  const host = (): RecordingHost =>
    new RecordingHost((method, _args, pending) => {
      pending.expectLongWait();
      return new Promise((resolve) => {
        if (method === 'sleep') setTimeout(() => resolve(null), 300);
      });
    });

  it('a wait can be raced and cancelled while other coroutines go on', async () => {
    const script = `
import asyncio
async def run(params, reporter):
    wait = asyncio.ensure_future(reporter.aio.wait_for_event("never"))
    nap = asyncio.ensure_future(reporter.aio.sleep(9))
    done, pending = await asyncio.wait([wait, nap, asyncio.ensure_future(asyncio.sleep(60))], return_when="FIRST_COMPLETED")
    wait.cancel()
    try:
        await asyncio.wait_for(reporter.aio.wait_for_event("never"), 0.1)
    except asyncio.TimeoutError:
        return [nap in done, len(done), len(pending)]
`;
    const { outcome } = start(script, { host: host() });
    expect(await outcome).toEqual({ kind: 'success', result: [true, 1, 2] });
  });

  it('a run whose coroutines all wait leaves its process', async () => {
    const script = `
import asyncio
async def run(params, reporter):
    await asyncio.gather(*(reporter.aio.wait_for_event(name) for name in "ab"), asyncio.to_thread(print, "x"))
`;
    const { outcome } = start(script, { host: host() });
    expect(await outcome).toEqual({ kind: 'suspended', on: [1, 2] });
  });

  it('a run with a timer of its own keeps its process', async () => {
    const script = `
import asyncio
async def run(params, reporter):
    wait = asyncio.ensure_future(reporter.aio.wait_for_event("never"))
    await asyncio.sleep(0.5)
    return wait.done()
`;
    expect(await start(script, { host: host() }).outcome).toEqual({
      kind: 'success',
      result: false,
    });
  });

  it('a request of coroutines says where in the script it is made, and fails where it is awaited', async () => {
    const recorder = new RecordingHost(async () => null);
    const script = `
import asyncio
async def run(params, reporter):
    task = asyncio.ensure_future(reporter.aio.sleep(1))
    await task
    try:
        await reporter.aio.sleep("long")
    except TypeError as error:
        return str(error)
`;
    expect(await start(script, { host: recorder }).outcome).toEqual({
      kind: 'success',
      result: 'sleep: seconds must be a number, not str',
    });
  });

  it('a wait that lost a race ends with the run', async () => {
    const script = `
import asyncio
async def run(params, reporter):
    wait = asyncio.create_task(asyncio.to_thread(reporter.wait_for_event, "never"))
    done, pending = await asyncio.wait([wait], timeout=0.2)
    return [len(done), len(pending)]
`;
    const host = new RecordingHost((_method, _args, pending) => {
      pending.expectLongWait();
      return new Promise(() => undefined);
    });
    expect(await start(script, { host }).outcome).toEqual({ kind: 'success', result: [0, 1] });
  });
});
