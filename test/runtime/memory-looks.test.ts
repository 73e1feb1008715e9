import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { python, PYTHON_GUEST } from '../support/sandbox.js';

/**
 * A run of 40 processes that share 64 MiB, more than its limit if each counted alone, beside a run of one process. Looks
 * at both until the exact sum is known, by slices of no time at all. Prints how many processes each slice has read, and
 * what the run was found to need.
 */
const SLICES = `
import json, os, signal, sys, time
sys.path.insert(0, sys.argv[1])
from metarun_guest import processes
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

ballast = bytearray(os.urandom(1 << 26))
told = []
runs = Runs(told.append, lambda cwd: None, lambda room: None)
runs.measure_baseline()
read = []
exact = processes.proportional_bytes
processes.proportional_bytes = lambda pid, resident: read.append(pid) or exact(pid, resident)
pids = [forked(39), forked(0)]
try:
    while len(processes.tree(processes.children_of(processes.snapshot()), pids[0])) < 40: time.sleep(0.01)
    hello = {"memory_bytes": 1 << 28, "cpu_ms": 0}
    many, one = [Run({"id": id, **hello}, pid, 0) for id, pid in enumerate(pids)]
    runs.add(many)
    runs.add(one)
    runs.look()
    looked = len(read)
    slices = []
    while runs.measuring:
        before = len(read)
        runs.measure(0)
        slices.append(len(read) - before)
    needed = many.usage.needed_bytes
    runs.look()
    runs.kill(0)
    killed = len(read)
finally:
    for pid in pids: os.killpg(pid, signal.SIGKILL)
print(json.dumps({"looked": looked, "slices": slices, "read": len(set(read)), "needed": needed,
  "killed": killed - sum(slices), "told": [message["type"] for message in told]}))
`;

it('reads the memory of many processes in slices, and no look or kill waits for it', async () => {
  const { stdout } = await promisify(execFile)(python.executable, ['-c', SLICES, PYTHON_GUEST]);
  const { looked, slices, read, needed, killed, told } = JSON.parse(stdout);
  // Whatever the slice, one process is read, so that it comes to an end.
  expect([...new Set(slices)]).toEqual([1]);
  expect(read).toBe(40);
  expect({ looked, killed, told }).toEqual({ looked: 0, killed: 0, told: ['ending'] });
  expect(needed).toBeGreaterThan(64 * 1024 * 1024);
  expect(needed).toBeLessThan(256 * 1024 * 1024);
});
