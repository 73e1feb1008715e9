import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { python, PYTHON_GUEST } from '../support/sandbox.js';

/**
 * Polls a run of 40 processes that share 64 MiB, which exceed its limit if counted separately, until the exact sum is
 * known. Prints the memory found by the first poll, the exact sum, the sum that is read after a hanging meter was
 * killed, and the reports of the run's end in the meantime.
 */
const READINGS = `
import json, os, select, signal, sys, time
sys.path.insert(0, sys.argv[1])
from metarun_guest import processes
from metarun_guest.meter import Meter
from metarun_guest.runs import Baseline, Run, Runs

def forked(count):
    pid = os.fork()
    if pid == 0:
        os.setpgid(0, 0)
        for _ in range(count):
            if os.fork() == 0:
                time.sleep(300)
        time.sleep(300)
    return pid

def take(meter, runs):
    if select.select([meter.sock], [], [], 60)[0]: runs.take_read(meter)

ballast = bytearray(os.urandom(1 << 26))
reports = []
hello = {"memory_bytes": 1 << 28, "cpu_ms": 0}
pids = [forked(39)]
snapshots = processes.Snapshots(keep=False)

def runs_with(meter):
    runs = Runs(reports.append, lambda cwd: None, lambda sandbox: None, meter)
    runs.measure_baseline()
    run = Run({"id": pids[0], **hello}, pids[0], Baseline(runs.baseline.space, 0), runs.short)
    runs.add(run)
    for _ in runs.poll(): pass
    return runs, run

try:
    while len(processes.tree(processes.collect_children(snapshots.take()), pids[0])) < 40: time.sleep(0.01)
    meter = Meter()
    runs, run = runs_with(meter)
    polled = run.usage.needed_bytes
    take(meter, runs)
    needed = run.usage.needed_bytes

    exact, processes.proportional_bytes = processes.proportional_bytes, lambda pid, resident: time.sleep(300)
    stuck = Meter()
    processes.proportional_bytes = exact
    runs, run = runs_with(stuck)
    for _ in runs.poll(): pass
    os.kill(stuck.pid, signal.SIGKILL)
    take(stuck, runs)
    take(stuck, runs)
    again = run.usage.needed_bytes
    runs.kill(pids[0])
finally:
    for pid in pids: os.killpg(pid, signal.SIGKILL)
print(json.dumps({"polled": polled, "needed": needed, "again": again, "reports": [message["type"] for message in reports]}))
`;

it('the memory of many processes is read separately, and no poll or kill waits for it', async () => {
  const { stdout } = await promisify(execFile)(python.executable, ['-c', READINGS, PYTHON_GUEST]);
  const { polled, needed, again, reports } = JSON.parse(stdout);
  expect({ polled, reports }).toEqual({ polled: 0, reports: ['ending'] });
  for (const found of [needed, again]) {
    expect(found).toBeGreaterThan(64 * 1024 * 1024);
    expect(found).toBeLessThan(256 * 1024 * 1024);
  }
});

/**
 * Runs one process that sleeps, then works, then forks. Prints the result of the quick check after each: true if the
 * run was left alone, null if it must be polled.
 */
const SPARES = `
import json, os, signal, sys, time
sys.path.insert(0, sys.argv[1])
from metarun_guest.runs import Run, Runs

orders, asks = os.pipe()
done, answers = os.pipe()
pid = os.fork()
if pid == 0:
    os.setpgid(0, 0)
    while True:
        order = os.read(orders, 1)
        if order == b"w":
            until = time.process_time() + 0.03
            while time.process_time() < until: pass
        elif os.fork() == 0:
            time.sleep(300)
        os.write(answers, b".")

runs = Runs(lambda report: None, lambda cwd: None, lambda sandbox: None, None)
runs.measure_baseline()
runs.add(Run({"id": 1, "memory_bytes": 1 << 28, "cpu_ms": 0}, pid, runs.baseline, runs.short))

def poll():
    for _ in range(2):
        for _ in runs.poll(): pass

def sleeps():
    # A new process of the machine makes a look a poll; some try meets none.
    for _ in range(100):
        poll()
        if runs.spare_seconds() is not None: return True

def spare_after(order):
    sleeps()
    os.write(asks, order)
    os.read(done, 1)
    return runs.spare_seconds()

try:
    print(json.dumps([sleeps(), spare_after(b"w"), spare_after(b"f")]))
finally:
    os.killpg(pid, signal.SIGKILL)
`;

it('a run of one process is polled once it has worked or forked, and only looked at while it sleeps', async () => {
  const { stdout } = await promisify(execFile)(python.executable, ['-c', SPARES, PYTHON_GUEST]);
  expect(JSON.parse(stdout)).toEqual([true, null, null]);
});
