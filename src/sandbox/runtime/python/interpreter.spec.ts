import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from '@jest/globals';
import { detectSandbox } from '../sandbox/detect.js';
import { pythonFiles } from './interpreter.js';

const folder = mkdtempSync(join(tmpdir(), 'metarun-python-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the path of an interpreter that runs this shell script. */
function interpreter(name: string, script: string): string {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return path;
}

it('a Python that is killed as it answers is asked again, and one that answers wrongly is not', async () => {
  const once = interpreter(
    'once',
    `[ -e ${folder}/asked ] || { touch ${folder}/asked; kill -KILL $$; }; exec /usr/bin/python3 "$@"`,
  );
  expect(await pythonFiles(once)).toMatchObject({ problem: null });
  expect(await pythonFiles(interpreter('wrong', 'exit 3'))).toMatchObject({ isUnclear: false });
});

if (process.platform === 'linux')
  it('a Python that is killed each time it answers leads to no worse sandbox', async () => {
    const { executable, problem, isUnclear } = await pythonFiles(
      interpreter('killed', 'kill -KILL $$'),
    );
    expect([problem === null, isUnclear]).toEqual([false, true]);
    const options = { python: executable, pythonProblem: problem, pythonIsUnclear: true };
    const more = { minLevel: 1, launcher: '/launch', trials: new Map() };
    await expect(detectSandbox({ wanted: 'namespaces', ...options, ...more })).rejects.toThrow(
      /^It is not known which sandbox works here/,
    );
  });
