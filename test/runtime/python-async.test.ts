import { afterAll, describe, expect, it } from '@jest/globals';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { waitForFailure, startersFor } from './python-harness.js';
import { AT_ONCE_MS, WAITED_MS } from '../support/deadlines.js';
import { until } from '../support/until.js';

const runtime = makePythonRuntime();
const { start } = startersFor(runtime);
afterAll(() => runtime.close());

describe('a cancel', () => {
  it('a cancel runs the finally blocks of an async `run`', async () => {
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
    await host.reported('info:in b');
    host.stop.request('cancelled', 3_000);
    expect((await waitForFailure(handle)).code).toBe('cancelled');
    expect(host.events.sort()).toEqual(['info:in a', 'info:in b', 'info:out a', 'info:out b']);
  });

  it.each([
    ['at an await', 'await asyncio.sleep(60)'],
    ['in code that blocks the loop', 'time.sleep(60)'],
    ['in a call', 'reporter.files.read("/slow")'],
    ['in a call that a thread makes', 'await asyncio.to_thread(reporter.files.read, "/slow")'],
    ['in another task that blocks the loop', 'await asyncio.create_task(blocks())'],
    ['within a timeout', 'await asyncio.wait_for(asyncio.sleep(60), 60)'],
    ['in a callback', 'await after(lambda: time.sleep(0.2))'],
  ])('a cancel reaches an async script %s', async (_name, code) => {
    const host = new RecordingHost((method) =>
      method === 'files.read' ? new Promise(() => undefined) : Promise.resolve(null),
    );
    const script = `
import asyncio, time
from metarun import TaskCancelled
async def blocks():
    time.sleep(60)
async def after(call):
    asyncio.get_running_loop().call_soon(call)
    await asyncio.sleep(60)
class Resource:
    async def __aenter__(self):
        pass
    async def __aexit__(self, kind, error, trace):
        await asyncio.sleep(0.01)
        reporter.files.delete("/tmp")
        print("out", kind.__name__)
async def run(params, given):
    global reporter
    reporter = given
    try:
        async with Resource():
            print("in")
            ${code}
    except TaskCancelled:
        await asyncio.sleep(0.01)
        print("stopped")
        raise
`;
    const handle = start(script, { host });
    await host.reported('info:in');
    // A call that a thread makes after the cancellation would count as cleanup.
    if (code.includes('/slow')) await until('the call', () => host.calls.length > 0);
    const began = performance.now();
    host.stop.request('cancelled', WAITED_MS);
    expect((await waitForFailure(handle)).code).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
    expect(host.events).toEqual(['info:in', 'info:out TaskCancelled', 'info:stopped']);
  });

  it('asyncio timeouts and cancellations keep their meaning in an async script', async () => {
    const script = `
import asyncio
async def run(params, reporter):
    try:
        await asyncio.wait_for(asyncio.sleep(60), 0.01)
    except asyncio.TimeoutError:
        pass
    inner = asyncio.create_task(asyncio.sleep(60))
    inner.cancel()
    try:
        await inner
    except asyncio.CancelledError as error:
        return type(error).__name__
`;
    expect(await start(script).outcome).toEqual({ kind: 'success', result: 'CancelledError' });
  });
});

describe('calls of the reporter', () => {
  it('reporter calls in threads leave the event loop free and run concurrently', async () => {
    const answers: (() => void)[] = [];
    const host = new RecordingHost(
      (_method, args) => new Promise((resolve) => answers.push(() => resolve(args))),
    );
    const script = `
import asyncio
async def run(params, reporter):
    async def tick():
        for _ in range(3):
            await asyncio.sleep(0.001)
        print("still ticking")
    calls = [asyncio.to_thread(reporter.files.delete, f"/{n}") for n in range(4)]
    await asyncio.gather(tick(), *calls)
    return "done"
`;
    const handle = start(script, { host });
    await host.reported('info:still ticking');
    while (answers.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const answer of answers) answer();
    expect(await handle.outcome).toEqual({ kind: 'success', result: 'done' });
  });
});

describe('the timeout of a step', () => {
  const steps = new RecordingHost((method) =>
    Promise.resolve(
      method === 'step.begin' ? { state: 'run', id: 's', attempt: 1 } : { state: 'failed' },
    ),
  );

  it.each([
    ['a thread that computes', 'next(n for n in iter(int, 1) if n)'],
    ['a thread that waits for the host', 'reporter.files.read("/slow")'],
  ])('a step timeout ends %s', async (_name, work) => {
    const host = new RecordingHost((method, args, pending) =>
      method.startsWith('step.') ? steps.call(method, args, pending) : new Promise(() => undefined),
    );
    const script = `
import threading
def run(params, reporter):
    said = []
    def thread():
        try:
            reporter.step("a", lambda: ${work}, timeout=0.05)
        except Exception as error:
            said.append(error.code)
    one = threading.Thread(target=thread)
    one.start()
    one.join()
    return said
`;
    expect(await start(script, { host }).outcome).toEqual({
      kind: 'success',
      result: ['step_timeout'],
    });
  });

  it('the timeout of an outer step ends an inner step and is raised by the outer one alone', async () => {
    const script = `
import time
def run(params, reporter):
    seen = []
    def inner():
        try:
            reporter.step("inner", lambda: time.sleep(60), timeout=50)
        except Exception as error:
            seen.append(error.step)
    try:
        reporter.step("outer", inner, timeout=0.05)
    except Exception as error:
        seen.append(error.step)
    return seen
`;
    const host = new RecordingHost((method, args, pending) => steps.call(method, args, pending));
    expect(await start(script, { host }).outcome).toEqual({ kind: 'success', result: ['outer'] });
  });
});
