/**
 * Programs that Python runs call. Many reserve more address space than the memory limit of a run and must start
 * nevertheless.
 */
import { afterAll, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { requireResult } from '../support/outcome.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { buildScript, startersFor } from './python-harness.js';

const runtime = makePythonRuntime();
const { start } = startersFor(runtime);
afterAll(() => runtime.close());

/** Python that starts programs which map 4 GiB and print their limit on address space. */
const HELPER = `
import multiprocessing, os, resource, subprocess, sys
MAPS = """import mmap, resource
mmap.mmap(-1, 4 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)
print(resource.getrlimit(resource.RLIMIT_AS)[0])"""
PYTHON = [sys.executable, "-I", "-S", "-c", MAPS]
def wait(pid):
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
def forked(call):
    pid = os.fork()
    if pid == 0:
        try: call()
        finally: os._exit(9)
    return wait(pid)
`;

const limits = { memory_bytes: 64 * 1024 * 1024 };

async function resultOfBody(body: string): Promise<Json> {
  return requireResult(await start(buildScript(body, HELPER), { limits }).outcome);
}

it('a program that reserves gigabytes starts however a Python run calls it', async () => {
  const found = await resultOfBody(`
import shlex
return {
    "run": subprocess.run(PYTHON, capture_output=True).returncode,
    "vfork": subprocess.run(PYTHON, close_fds=False, capture_output=True).returncode,
    "preexec": subprocess.run(PYTHON, preexec_fn=lambda: None, capture_output=True).returncode,
    "system": os.system(shlex.join(PYTHON) + " > /dev/null"),
    "posix_spawn": wait(os.posix_spawn(PYTHON[0], PYTHON, dict(os.environ))),
    "execv": forked(lambda: os.execv(PYTHON[0], PYTHON)),
    "execvp": forked(lambda: os.execvp("python3", PYTHON)),
    "spawnv": os.spawnv(os.P_WAIT, PYTHON[0], PYTHON),
}`);
  expect(new Set(Object.values(found as object))).toEqual(new Set([0]));
});

it('calls of programs from many threads leave the run its own limit on address space', async () => {
  const found = await resultOfBody(`
from concurrent.futures import ThreadPoolExecutor
before = resource.getrlimit(resource.RLIMIT_AS)
with ThreadPoolExecutor(8) as pool:
    codes = set(pool.map(lambda _: subprocess.run(PYTHON, capture_output=True).returncode, range(24)))
try: os.execv("/nowhere", ["x"])
except FileNotFoundError: pass
try: held = bytearray(1 << 40)
except MemoryError: held = None
return [list(codes), before == resource.getrlimit(resource.RLIMIT_AS), held]`);
  expect(found).toEqual([[0], true, null]);
});

it('a process that is forked while another thread calls a program has the limit on address space', async () => {
  const found = await resultOfBody(`
import threading
is_over = False
def call():
    while not is_over: subprocess.run(["true"])
threads = [threading.Thread(target=call) for _ in range(2)]
for thread in threads: thread.start()
limit = resource.getrlimit(resource.RLIMIT_AS)[1]
codes = set()
for _ in range(20):
    codes.add(forked(lambda: os._exit(int(resource.getrlimit(resource.RLIMIT_AS)[0] == limit))))
is_over = True
for thread in threads: thread.join()
return list(codes)`);
  expect(found).toEqual([0]);
});

it('a signal handler calls a program in the midst of another call', async () => {
  const found = await resultOfBody(`
import signal
codes = []
is_busy = False
def handle(*_):
    nonlocal is_busy
    if is_busy: return
    is_busy = True
    codes.append(subprocess.run(["true"]).returncode)
    is_busy = False
signal.signal(signal.SIGALRM, handle)
signal.setitimer(signal.ITIMER_REAL, 0.001, 0.001)
for _ in range(100): subprocess.run(["true"])
signal.setitimer(signal.ITIMER_REAL, 0)
return sorted(set(codes))`);
  expect(found).toEqual([0]);
});

it('a limit on address space that a script sets itself holds for the programs that it calls', async () => {
  const found = await resultOfBody(`
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, resource.RLIM_INFINITY))
done = subprocess.run(PYTHON, capture_output=True, text=True)
return [done.returncode != 0, "Cannot allocate memory" in done.stderr]`);
  expect(found).toEqual([true, true]);
});
