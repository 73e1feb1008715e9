import { execFile, execFileSync } from 'node:child_process';
import { closeSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { ForkServer } from '../../src/sandbox/runtime/python/fork-server.js';
import { noneNames } from '../support/processes.js';
import { python, PYTHON_GUEST, sandbox } from '../support/sandbox.js';
import { until } from '../support/until.js';
import { buildScript, buildRunSpec } from './python-harness.js';

/**
 * Hosts a fork server at level 1, with a run whose child has left its process group. It closes its socket with unread
 * messages, as a killed host may, for which the kernel reports an error instead of an end of file. Prints the exit code
 * of the server and whether its folder is left.
 */
const HOST = `
import json, os, socket, subprocess, sys, tempfile, time

main, mark = sys.argv[1:]
base = tempfile.mkdtemp()
control, inside = socket.socketpair()
started = [sys.executable, main, base, "8", "free", "", ""]
server = subprocess.Popen(["sh", "-c", 'exec "$@" 3<&0 0</dev/null', "sh", *started], stdin=inside)
inside.close()
control.recv(65536)

script = f'''
import subprocess
def run(params, reporter):
    subprocess.Popen(["bash", "-c", "sleep 300; : {mark}"], start_new_session=True)
    reporter.set_phase("Working")
    while True: pass
'''
run = socket.socket(socket.AF_UNIX)
run.connect(base + "/fork.sock")
hello = {"kind": "run", "id": 1, "memory_bytes": 2**28, "cpu_ms": 0, "network": False}
limits = {"timeout_ms": 60000, "max_log_bytes": 1000, "max_result_bytes": 1000}
work = {"type": "run", "script": script, "params": {}, "task": {}, "limits": limits, "network": None}
run.sendall(json.dumps(hello).encode() + b"\\n" + json.dumps(work).encode() + b"\\n")
heard = b""
while b"Working" not in heard:
    heard += run.recv(65536) or sys.exit(f"it ended: {heard}")
control.close()
print(json.dumps({"status": server.wait(30), "folder_left": os.path.exists(base)}))
`;

it('the fork server ends with all processes of its runs when its host is gone', async () => {
  const mark = `fork-server-test-${process.pid}`;
  const main = join(PYTHON_GUEST, 'main.py');
  const { stdout } = await promisify(execFile)(python.executable, ['-c', HOST, main, mark], {
    timeout: 60_000,
  });
  expect(JSON.parse(stdout)).toEqual({ status: 0, folder_left: false });
  await noneNames(mark);
});

/**
 * Prints the kinds of ended runs that are still in memory of a process that, like the fork server, does not collect
 * cycles.
 */
const ENDED_RUNS = `
import gc, os, socket, sys, weakref
sys.path.insert(0, sys.argv[1])
from metarun_guest.namespaces import Sandbox
from metarun_guest.niceness import ShortRuns
from metarun_guest.output_pipes import Pipes
from metarun_guest.runs import Baseline, Run
from metarun_guest.users import NOBODY

gc.disable()
hello = {"id": 1, "memory_bytes": 2**28, "cpu_ms": 0}
sandbox = Sandbox(os.getpid(), socket.socketpair()[0], NOBODY, group=None)
kinds = {"free": {"cwd": "/", "pipes": Pipes()}, "in namespaces": {"sandbox": sandbox}}
runs = {kind: Run(hello, os.getpid(), Baseline(0, 0), ShortRuns(), **known) for kind, known in kinds.items()}
ended = {kind: weakref.ref(run) for kind, run in runs.items()}
runs.clear()
print([kind for kind, run in ended.items() if run() is not None])
`;

it('the fork server keeps nothing in memory of a run that has ended', async () => {
  const { stdout } = await promisify(execFile)(python.executable, ['-c', ENDED_RUNS, PYTHON_GUEST]);
  expect(stdout).toBe('[]\n');
});

/** Kills a run whose sandbox has reported its end, in the way that argument 2 selects; prints the reports. */
const KILLED_LATE = `
import os, socket, subprocess, sys
sys.path.insert(0, sys.argv[1])
from metarun_guest import namespaces, runs
from metarun_guest.users import NOBODY

ends = {
    "after it has exited": namespaces._ENDED + namespaces._END.pack(3 << 8, 0, 0, 0, 0),
    "after it could not begin": namespaces._NOT_BEGUN + b"no space",
}
process = subprocess.Popen(["sleep", "300"])
reports = []
known = runs.Runs(reports.append, None, lambda sandbox: sandbox.close(), None)
ours, theirs = socket.socketpair()
sandbox = namespaces.Sandbox(process.pid, ours, NOBODY, group=None)
hello = {"id": 1, "memory_bytes": 2**28, "cpu_ms": 0}
known.add(runs.Run(hello, process.pid, known.baseline, known.short, sandbox=sandbox))
theirs.send(ends[sys.argv[2]])
theirs.close()
known.kill(1)
os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
known.reap(0)
print([(each["type"], each.get("status"), each.get("message")) for each in reports])
`;

it.each([
  ['after it has exited', "[('ending', 3, None), ('exited', 3, None)]"],
  ['after it could not begin', "[('refused', None, 'no space')]"],
])('a run that is killed %s is reported as it has ended', async (end, reports) => {
  const args = ['-c', KILLED_LATE, PYTHON_GUEST, end];
  const { stdout } = await promisify(execFile)(python.executable, args);
  expect(stdout).toBe(`${reports}\n`);
});

/** Assigns a run to a sandbox whose process has been collected, while its zygote still holds its socket. */
const COLLECTED = `
import os, socket, sys
sys.path.insert(0, sys.argv[1])
from metarun_guest.namespaces import Sandbox
from metarun_guest.users import NOBODY

ours, theirs = socket.socketpair()
pid = os.fork()
if pid == 0:
    os._exit(0)
os.waitpid(pid, 0)
try:
    Sandbox(pid, ours, NOBODY, group=None).assign(ours, {"memory_bytes": 1, "network": None}, b"")
    print("assigned")
except OSError as error:
    print(type(error).__name__)
`;

it('a sandbox whose process has ended takes no run, which would never be reported', async () => {
  const { stdout } = await promisify(execFile)(python.executable, ['-c', COLLECTED, PYTHON_GUEST]);
  expect(stdout).toBe('ChildProcessError\n');
});

it('the fork server reports the CPU time of a script once it is cancelled', async () => {
  const options = { python, guestDir: PYTHON_GUEST, sandbox, packages: null, backlog: 8 };
  const server = await ForkServer.start(options, new AbortController().signal);
  const hello = { kind: 'run', memory_bytes: 2 ** 28, cpu_ms: 0, network: null } as const;
  const child = server.fork(hello, {
    onExit: () => undefined,
    onRefused: () => undefined,
    onLost: () => undefined,
  });
  let heard = '';
  child.socket.setEncoding('utf8').on('data', (text: string) => (heard += text));
  const { task, params, limits } = buildRunSpec('');
  const script = buildScript('reporter.set_phase("Working")\nwhile True: pass');
  const frame = { type: 'run', task, script, params, limits, network: null };
  child.socket.write(`${JSON.stringify(frame)}\n`);
  await until('the script', () => heard.includes('Working'));
  expect(child.cpuMs()).toBeNull();
  child.cancel();
  await until('the first report', () => child.cpuMs() !== null);
  const first = child.cpuMs() ?? 0;
  await until('300 ms more', () => (child.cpuMs() ?? 0) >= first + 300);
  await server.close();
});

if (process.platform === 'linux')
  it('a run that finds no file descriptor in the server is refused, and the fork server goes on', async () => {
    const options = { python, guestDir: PYTHON_GUEST, sandbox, packages: null, backlog: 8 };
    const server = await ForkServer.start(options, new AbortController().signal);
    const hello = { kind: 'run', memory_bytes: 2 ** 28, cpu_ms: 0, network: null } as const;
    const events: string[] = [];
    const fork = () =>
      server.fork(hello, {
        onExit: () => events.push('ended'),
        onRefused: (reason) => events.push(reason),
        onLost: () => events.push('lost'),
      });
    const limit = (most: string): unknown =>
      execFileSync('prlimit', [`--pid=${process.pid}`, `--nofile=${most}`]);
    const before = execFileSync('sh', ['-c', 'ulimit -Sn'], { encoding: 'utf8' }).trim();
    limit(`${Math.max(...readdirSync('/proc/self/fd').map(Number)) + 64}:`);
    const taken: number[] = [];
    expect(() => {
      for (;;) taken.push(openSync('/dev/null', 'r'));
    }).toThrow('EMFILE');
    fork();
    for (const fd of taken) closeSync(fd);
    limit(`${before}:`);
    await until('the refusal', () => events.length > 0);
    expect(events).toEqual(['the server has too many open files']);
    expect(server.usable).toBe(true);
    fork().socket.end();
    await until('the end of the next run', () => events.length > 1);
    expect(events.at(-1)).toBe('ended');
    await server.close();
  });
