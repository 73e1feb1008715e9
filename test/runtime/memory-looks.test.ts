import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { python, PYTHON_GUEST } from '../support/sandbox.js';

/**
 * A run of 40 processes that share 64 MiB, more than its limit if each counted alone. Looks at it until the exact sum is
 * known. Prints what the run was found to need, then what it is found to need, and what was told of its end, while the meter
 * reads for ever, and whether all is read again once that was killed.
 */
const READINGS = `
import json, os, select, signal, sys, time
sys.path.insert(0, sys.argv[1])
from metarun_guest import processes
from metarun_guest.meter import Meter
from metarun_guest.runs import Run, Runs

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
    if select.select([meter.line], [], [], 60)[0]: runs.take_read(meter)

ballast = bytearray(os.urandom(1 << 26))
told = []
hello = {"memory_bytes": 1 << 28, "cpu_ms": 0}
pids = [forked(39)]
snapshots = processes.Snapshots(keep=False)

def runs_with(meter):
    runs = Runs(told.append, lambda cwd: None, lambda room: None, meter)
    runs.measure_baseline()
    run = Run({"id": pids[0], **hello}, pids[0], 0)
    runs.add(run)
    for _ in runs.look(): pass
    return runs, run

try:
    while len(processes.tree(processes.children_of(snapshots.take()), pids[0])) < 40: time.sleep(0.01)
    meter = Meter()
    runs, run = runs_with(meter)
    looked = run.usage.needed_bytes
    take(meter, runs)
    needed = run.usage.needed_bytes

    exact, processes.proportional_bytes = processes.proportional_bytes, lambda pid, resident: time.sleep(300)
    stuck = Meter()
    processes.proportional_bytes = exact
    runs, run = runs_with(stuck)
    for _ in runs.look(): pass
    os.kill(stuck.pid, signal.SIGKILL)
    take(stuck, runs)
    take(stuck, runs)
    again = run.usage.needed_bytes
    runs.kill(pids[0])
finally:
    for pid in pids: os.killpg(pid, signal.SIGKILL)
print(json.dumps({"looked": looked, "needed": needed, "again": again, "told": [message["type"] for message in told]}))
`;

it('reads the memory of many processes in a process of its own, and no look or kill waits for it', async () => {
  const { stdout } = await promisify(execFile)(python.executable, ['-c', READINGS, PYTHON_GUEST]);
  const { looked, needed, again, told } = JSON.parse(stdout);
  expect({ looked, told }).toEqual({ looked: 0, told: ['ending'] });
  for (const found of [needed, again]) {
    expect(found).toBeGreaterThan(64 * 1024 * 1024);
    expect(found).toBeLessThan(256 * 1024 * 1024);
  }
});
