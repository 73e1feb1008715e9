/** The order in which the kernel kills processes when the machine runs out of memory. */
import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { PYTHON_GUEST, python } from '../support/sandbox.js';

const linux = process.platform === 'linux' ? describe : describe.skip;

linux('the score of a process when memory runs out', () => {
  it('every process of a run gets the OOM score of the whole run', () => {
    const code = `
import os, signal, subprocess, sys
sys.path.insert(0, ${JSON.stringify(PYTHON_GUEST)})
from metarun_guest import oom_score, processes
children = [subprocess.Popen(["sleep", "60"]) for _ in range(2)]
def scores(share):
    half = int(oom_score._MACHINE_BYTES * share / 2)
    table = {child.pid: processes.Process(parent=0, group=0, state=b'S', threads=1, space=half, resident=half, own_ms=0.0, children_ms=0.0) for child in children}
    run.update(table, list(table), 2 * half)
    return [int(open(f"/proc/{pid}/oom_score_adj").read()) for pid in table]
run = oom_score.OomScore()
try:
    print(scores(0.001), scores(0.2), scores(0.1), scores(2.0))
finally:
    for child in children: child.kill()`;
    const printed = execFileSync(python.executable, ['-I', '-S', '-c', code], { encoding: 'utf8' });
    const [small = '', large = '', less = '', beyond = ''] = printed.match(/\[\d+, \d+\]/g) ?? [];
    const untouched = JSON.parse(small) as number[];
    expect(untouched.every((score) => score < 500)).toBe(true);
    const [first, second] = JSON.parse(large) as number[];
    expect([Math.abs((first ?? 0) - 600) < 3, second]).toEqual([true, first]);
    expect(less).toBe(large);
    expect(JSON.parse(beyond)).toEqual([1000, 1000]);
  });
});
