import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Sandbox } from '../../src/sandbox/runtime/sandbox/sandbox.js';
import {
  alive,
  readCommand,
  listDescendants,
  noneNames,
  type ProcessMark,
} from '../support/processes.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { python, PYTHON_SOURCE, sandbox } from '../support/sandbox.js';
import { waitForFailure, NOOP, buildScript, buildRunSpec, startersFor } from './python-harness.js';
import { AT_ONCE_MS, WAITED_MS } from '../support/deadlines.js';

/** Declares a test for sandboxes; at level 1 the fork server itself forks. */
const contained = sandbox.contained ? it : it.skip;
const runtime = makePythonRuntime();
const { start, runBody } = startersFor(runtime);
beforeAll(() => runtime.warm());
afterAll(() => runtime.close());

describe('limits', () => {
  it.each([
    ['a busy loop', 'while True: pass'],
    ['a sleep', 'import time\ntime.sleep(110)'],
    ['C code that keeps the lock', 'import re\nre.match(r"(a+)+$", "a" * 60 + "b")'],
    [
      'a script that ignores signals',
      'import signal\nsignal.signal(15, signal.SIG_IGN)\nwhile True: pass',
    ],
    [
      'a script that swallows everything',
      'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
    ],
  ])('the timeout of a run ends %s', async (_name, body) => {
    const began = performance.now();
    const failure = await waitForFailure(start(buildScript(body), { limits: { timeout_ms: 300 } }));
    expect(failure).toMatchObject({
      code: 'timeout',
      message: 'The run passed its timeout of 0.3 s and was stopped.',
    });
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });

  it.each([
    ['in one piece', 'x = "x" * 10**10'],
    ['bit by bit', 'x = []\nwhile True: x.append(bytearray(1_000_000))'],
    [
      'in subprocesses',
      'import os\nfor _ in range(3): os.fork()\nx = bytearray(100_000_000)\nx[::4096] = b"1" * len(x[::4096])\nimport time\ntime.sleep(60)',
    ],
  ])('the memory limit ends a run that takes memory %s', async (_name, body) => {
    expect((await waitForFailure(start(buildScript(body)))).code).toBe('out_of_memory');
    expect((await start(NOOP).outcome).kind).toBe('success');
  });

  it('the log limit truncates the output of a script that prints 30 MB', async () => {
    const host = new RecordingHost();
    const began = performance.now();
    const outcome = await runBody('line = "x" * 100\nfor _ in range(300_000): print(line)', {
      host,
    });
    expect(outcome.kind).toBe('success');
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
    expect(host.events.at(-1)).toBe('warning:Log truncated: a run may log 100000 bytes.');
    expect(host.events.length).toBeLessThan(1_000);
  });

  it('the log limit truncates the output of a subprocess', async () => {
    const host = new RecordingHost();
    await runBody('import subprocess\nsubprocess.run("yes | head -c 10000000", shell=True)', {
      host,
    });
    expect(host.events.at(-1)).toContain('Log truncated');
  });

  it('a long log line is cut with a note', async () => {
    const host = new RecordingHost();
    await runBody('print("x" * 20_000)', { host });
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
        os.write(write, b".")
        os.execv("/bin/sleep", ["sleep", params])
    os._exit(0)
os.wait()
`;

  it('daemons that a script leaves behind are killed', async () => {
    // A duration that no other process sleeps for; a process id would mean nothing outside the namespace.
    const params = '617.0817';
    const outcome = await runBody(`${DAEMON}\nos.read(read, 1)`, { params });
    expect(outcome.kind).toBe('success');
    await noneNames(params);
  });

  it('daemons of a script are killed when its run is cancelled', async () => {
    const host = new RecordingHost();
    const params = '618.0817';
    const body = `${DAEMON}\nos.read(read, 1)\nprint("made")\nwhile True: pass`;
    const handle = start(buildScript(body), { host, params });
    await host.reported('info:made');
    host.stop.request('cancelled', 0);
    await waitForFailure(handle);
    expect(host.events).toEqual(['info:made']);
    await noneNames(params);
  });

  it('a process that a script forks cannot answer for the run', async () => {
    const host = new RecordingHost();
    const outcome = await runBody(
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

  it('a script cannot start runs through the socket of the fork server', async () => {
    const outcome = await runBody(`
import os, socket
s = socket.socket(socket.AF_UNIX)
try:
    s.connect(os.path.join(os.getcwd(), "../../fork.sock"))
    s.sendall(b'{"kind": "run", "id": 1, "memory_bytes": 1}\\n')
    return s.recv(1).decode()
except OSError:
    return ""
`);
    expect(outcome).toEqual({ kind: 'success', result: '' });
  });
});

describe('cancel', () => {
  it.each([
    ['a busy loop', 'print("in")\n    while True: pass'],
    ['a sleep', 'print("in")\n    time.sleep(110)'],
    ['a call', 'print("in")\n    reporter.files.read("/slow")'],
    // The process would remain if the run were cancelled while it is being started.
    [
      'a subprocess',
      'child = subprocess.Popen(["sleep", "110"])\n    try: print("in"); child.wait()\n    finally: child.kill(); child.wait()',
    ],
  ])('a cancel runs the finally blocks around %s', async (_name, body) => {
    const host = new RecordingHost(() => new Promise(() => undefined));
    const script = `try:\n    ${body}\nexcept Exception:\n    print("swallowed")\nfinally:\n    print("out")`;
    const handle = start(buildScript(script, 'import subprocess, time'), { host });
    await host.reported('info:in');
    const began = performance.now();
    host.stop.request('cancelled', WAITED_MS);
    expect(await waitForFailure(handle)).toMatchObject({
      code: 'cancelled',
      message: 'The run was cancelled.',
    });
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
    expect(host.events).toEqual(['info:in', 'info:out']);
  });

  it('a run that ignores a cancel is killed after the grace period', async () => {
    const host = new RecordingHost();
    const params = '619.0817';
    const body =
      'subprocess.Popen(["sleep", params])\nprint("in")\nwhile True:\n    try:\n        time.sleep(9)\n    except BaseException: pass';
    const handle = start(buildScript(body, 'import subprocess, time'), { host, params });
    await host.reported('info:in');
    host.stop.request('cancelled', 100);
    expect((await waitForFailure(handle)).code).toBe('cancelled');
    await noneNames(params);
  });

  it('a cancel ends a run that has hardly begun', async () => {
    const host = new RecordingHost();
    const handle = start(buildScript('while True: pass'), { host });
    host.stop.request('cancelled', 0);
    expect((await waitForFailure(handle)).code).toBe('cancelled');
  });
});

describe('the fork server', () => {
  it('a fork server that dies is replaced, and its runs end as worker_lost', async () => {
    const warnings: string[] = [];
    const own = makePythonRuntime({ onWarning: (message) => warnings.push(message) });
    const host = new RecordingHost();
    const others = pythons();
    const handle = own.start(buildRunSpec(buildScript('print("in")\nwhile True: pass')), host);
    await host.reported('info:in');
    const mine = pythons().filter(({ pid }) => !others.some((other) => other.pid === pid));
    // Parents come first: the fork server, then its forks.
    process.kill(mine[0]?.pid ?? 0, 'SIGKILL');
    expect(await waitForFailure(handle)).toMatchObject({ code: 'worker_lost' });
    while (alive(mine).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    expect((await own.start(buildRunSpec(NOOP), host).outcome).kind).toBe('success');
    expect(warnings).toEqual([expect.stringContaining('SIGKILL')]);
    await own.close();
  });

  contained(
    'a runtime whose helper processes are killed forks and reads again, and its runs continue',
    async () => {
      const warnings: string[] = [];
      const own = makePythonRuntime({ onWarning: (message) => warnings.push(message) });
      const others = pythons();
      const host = new RecordingHost();
      const body = 'print("in")\nimport os, time\nwhile not os.path.exists("go"): time.sleep(0.01)';
      const handle = own.start(buildRunSpec(buildScript(body)), host);
      await host.reported('info:in');
      const mine = pythons().filter(({ pid }) => !others.some((other) => other.pid === pid));
      // All other processes are in separate process namespaces.
      const [server, ...siblings] = mine.filter(({ pid }) => sameProcesses(pid, mine[0]?.pid));
      expect(server).toBeDefined();
      expect(siblings.length).toBeGreaterThan(2);
      for (const { pid } of siblings) process.kill(pid, 'SIGKILL');
      for (let run = 0; run < 3; run += 1)
        expect((await own.start(buildRunSpec(NOOP), new RecordingHost()).outcome).kind).toBe(
          'success',
        );
      host.stop.request('cancelled', 0);
      expect(await waitForFailure(handle)).toMatchObject({ code: 'cancelled' });
      expect(warnings).toEqual([]);
      await own.close();
      expect(alive(mine)).toEqual([]);
    },
  );

  contained(
    'a fork server with few file descriptors leaves the runs that have none unstarted, and serves the others',
    async () => {
      const warnings: string[] = [];
      const limited = Object.create(sandbox, {
        wrap: {
          value: (guest: Parameters<Sandbox['wrap']>[0]) => {
            const { command, args, ...rest } = sandbox.wrap(guest);
            const limit = ['-c', 'ulimit -n 220; exec "$@"', 'sh', command, ...args];
            return { command: '/bin/sh', args: limit, ...rest };
          },
        },
      }) as Sandbox;
      const own = makePythonRuntime({
        sandbox: limited,
        maxRuns: 160,
        onWarning: (message) => warnings.push(message),
      });
      await own.warm();
      const body = 'reporter.set_phase("in")\nwhile True: time.sleep(60)';
      const runs = Array.from({ length: 160 }, () => {
        const host = new RecordingHost();
        const handle = own.start(buildRunSpec(buildScript(body, 'import time')), host);
        return { host, handle, in: host.reported('phase:in').then(() => handle) };
      });
      const decided = await Promise.all(
        runs.map(({ handle, in: begun }) => Promise.race([begun, handle.outcome])),
      );
      const unstarted = decided.filter((one) => 'kind' in one);
      expect(new Set(unstarted.map((one) => JSON.stringify(one)))).toEqual(
        new Set([
          JSON.stringify({
            kind: 'not_started',
            reason:
              'The process for the script could not be started: fork failed: Too many open files.',
          }),
        ]),
      );
      const begun = decided.filter((one) => 'outcome' in one);
      expect(begun.length).toBeGreaterThan(5);
      for (const { host } of runs) host.stop.request('cancelled', 0);
      for (const handle of begun)
        expect(await waitForFailure(handle)).toMatchObject({ code: 'cancelled' });
      expect((await own.start(buildRunSpec(NOOP), new RecordingHost()).outcome).kind).toBe(
        'success',
      );
      expect(warnings).toEqual([]);
      await own.close();
    },
  );

  const FULL = 'Resource temporarily unavailable';
  // Simulated failures of a machine that cannot create more processes or threads.
  contained.each([
    [
      'that cannot be forked',
      'namespaces.py',
      'pid = _fork_call()',
      'pid = ctypes.set_errno(11) or -1',
      `fork failed: ${FULL}`,
    ],
    [
      'that can have no thread',
      'pump.py',
      'self._output.attend(_thread.start_new_thread(self._run, ()))',
      'raise RuntimeError("can\'t start new thread")',
      "the guest failed: RuntimeError: can't start new thread",
    ],
    [
      'that ends before it has its script',
      'run_process.py',
      'confine.detach(keep_fd, pipes)',
      'os._exit(70)',
      "the script's process ended before it had a script",
    ],
  ])('a run %s is not started', async (_name, file, line, failing, reason) => {
    const guestDir = mkdtempSync(join(tmpdir(), 'failing-guest-'));
    chmodSync(guestDir, 0o755);
    cpSync(PYTHON_SOURCE, guestDir, { recursive: true });
    const path = join(guestDir, 'metarun_guest', file);
    const source = readFileSync(path, 'utf8');
    expect(source).toContain(line);
    writeFileSync(path, source.replace(line, failing));
    const own = makePythonRuntime({ guestDir });
    try {
      for (let run = 0; run < 2; run += 1)
        expect(await own.start(buildRunSpec(NOOP), new RecordingHost()).outcome).toEqual({
          kind: 'not_started',
          reason: `The process for the script could not be started: ${reason}.`,
        });
    } finally {
      await own.close();
      rmSync(guestDir, { recursive: true });
    }
  });

  it('a fork server that cannot start leaves its runs unstarted, with the reason', async () => {
    const own = makePythonRuntime({
      python: { executable: '/nonexistent', readable: [], abi: '', problem: null },
      guestDir: '/nowhere',
    });
    await expect(own.warm()).rejects.toThrow('Python could not be started');
    expect(own.problem).toContain('METARUN_PYTHON');
    expect(await own.start(buildRunSpec(NOOP), new RecordingHost()).outcome).toMatchObject({
      kind: 'not_started',
      reason: expect.stringContaining('METARUN_PYTHON'),
    });
    await own.close();
  });

  it('a fork server that is closed ends its runs as worker_lost and leaves no process', async () => {
    const others = listDescendants(process.pid);
    const own = makePythonRuntime();
    const host = new RecordingHost();
    const handle = own.start(buildRunSpec(buildScript('print("in")\nwhile True: pass')), host);
    await host.reported('info:in');
    await own.close();
    expect(await waitForFailure(handle)).toMatchObject({ code: 'worker_lost' });
    const left = listDescendants(process.pid);
    expect(left.filter(({ pid }) => !others.some((other) => other.pid === pid))).toEqual([]);
  });
});

function sameProcesses(one: number, other = 0): boolean {
  return readlinkSync(`/proc/${one}/ns/pid`) === readlinkSync(`/proc/${other}/ns/pid`);
}

/** Returns the interpreters below this process: fork servers and their forks. */
function pythons(): ProcessMark[] {
  return listDescendants(process.pid).filter(({ pid }) => {
    const [program = '', ...args] = readCommand(pid).split('\0');
    return (
      program === python.executable &&
      args.some((arg) => arg.endsWith('/main.py')) &&
      !args.some((arg) => arg.endsWith('/launch.py'))
    );
  });
}
