import { execFileSync } from 'node:child_process';
import { expect, it } from '@jest/globals';
import { PYTHON_GUEST, python } from '../support/sandbox.js';

/** Returns the CPU time (ms) up to which a run counts as short after runs that used `cpuMs`. */
function mostAfter(cpuMs: readonly number[]): number {
  const code = `
import sys
sys.path.insert(0, ${JSON.stringify(PYTHON_GUEST)})
from metarun_guest.niceness import ShortRuns
short = ShortRuns()
for used in ${JSON.stringify(cpuMs)}:
    short.learn(used)
print(short.most_ms)`;
  const options = { encoding: 'utf8', timeout: 60_000 } as const;
  return Number(execFileSync(python.executable, ['-I', '-S', '-B', '-c', code], options));
}

it.each([
  ['where none has ended yet', [], 50],
  ['where every run takes long for itself', [110, 108, 900], 158],
  ['where all scripts work for long', [5_000, 4_000], 200],
])(
  'a short run may use 50 ms more than the shortest so far, at most 200 ms: %s',
  (_, cpuMs, most) => {
    expect(mostAfter(cpuMs)).toBe(most);
  },
);
