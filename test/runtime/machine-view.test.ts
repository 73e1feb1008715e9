/**
 * The machine as guests see it in /proc, which is the same for all runtimes. test/containers checks it for images.
 * METARUN_SANDBOX=none hides nothing.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkerGuest,
  runnerGuest,
} from '../../src/sandbox/runtime/typescript/typescript-guests.js';
import { found } from '../support/in-place-of-guest.js';
import { NEEDED, PROBE, PYTHON_PROBE, SEEN } from '../support/machine-view.js';
import { requireResult } from '../support/outcome.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { sandbox } from '../support/sandbox.js';
import { body, run, runtime as typescript } from '../support/typescript-runs.js';
import { buildScript, startersFor } from './python-harness.js';

/** The table of mounts, which is hidden from Python runs only; docs/security.md explains why. */
const MOUNTS = 'mounts';
const python = makePythonRuntime();
const contained = sandbox.contained ? describe : describe.skip;
beforeAll(() => python.warm());
afterAll(async () => {
  await python.close();
  await typescript.close();
});

async function seenByPython(): Promise<unknown> {
  return requireResult(await startersFor(python).start(buildScript(PYTHON_PROBE)).outcome);
}

async function seenOnNode(): Promise<unknown> {
  const script = `import fs from 'node:fs';\n${body(`${PROBE}return seen;`)}`;
  return requireResult(await run(script, { engine: 'node' }));
}

/** Runs the probe in place of a guest that only runs our own code. */
function probeGuest(make: typeof checkerGuest): Promise<unknown> {
  return found(`${PROBE.replaceAll(/: (?:string|boolean)\b/g, '')}return seen;`, make);
}

contained('what guests see of the machine', () => {
  it.each([
    ['a Python run', seenByPython],
    ['a run on Node', seenOnNode],
    ['a runner of isolates', () => probeGuest(runnerGuest)],
    ['the compiler', () => probeGuest(checkerGuest)],
  ])('%s sees in /proc what the list of all guests has, and no more', async (_, look) => {
    const names = (await look()) as string[];
    expect(names.filter((name) => !SEEN.includes(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(NEEDED));
  });

  it('no two runtimes show different parts of the machine, but for the table of mounts', async () => {
    const [inPython, onNode] = (await Promise.all([seenByPython(), seenOnNode()])) as string[][];
    expect(inPython).not.toContain(MOUNTS);
    expect(onNode?.filter((name) => name !== MOUNTS)).toEqual(inPython);
  });

  it('a TypeScript script in an isolate sees no file at all', async () => {
    const globals =
      'return ["process", "require", "Deno", "Bun"].filter((name) => name in globalThis)';
    expect(requireResult(await run(body(globals)))).toEqual([]);
  });
});
