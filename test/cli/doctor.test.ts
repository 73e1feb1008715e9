/** Tests that `metarun doctor` shows whether the languages work on this machine. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findBwrap } from '../../src/sandbox/runtime/sandbox/detect.js';
import { runCli } from '../support/cli.js';
import { newFolder, removeFolders } from '../support/folders.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { stuckPython } from '../support/stuck-python.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(removeFolders);

async function doctor(python?: string): Promise<{ code: number | null; lines: string[] }> {
  const env = { ...server.env, ...(python !== undefined && { METARUN_PYTHON: python }) };
  const { code, stdout } = await runCli(['doctor'], { env });
  return {
    code,
    lines: stdout.split('\n').filter((line) => /^\w+ +(python|typescript):/.test(line)),
  };
}

/** Returns the path of a program that prints this text and fails. */
function failingPython(words: string): string {
  const path = join(newFolder({}), 'python3');
  writeFileSync(path, `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, { mode: 0o755 });
  return path;
}

/** Test that needs bubblewrap, with which a server needs Python only for Python scripts. */
const withBubblewrap = findBwrap() === null ? it.skip : it;

it('metarun doctor says that each language works', async () => {
  expect(await doctor()).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^ok +python: \/.*python.* works in the sandbox$/),
      expect.stringMatching(/^ok +typescript: TypeScript works in the sandbox$/),
    ],
  });
});

it('metarun doctor says which documents are converted on this machine', async () => {
  const { stdout } = await runCli(['doctor'], { env: server.env });
  expect(stdout).toMatch(
    /^(?:ok +documents: all formats are converted|warning +documents: Documents of the format .*)$/m,
  );
});

withBubblewrap.each([
  ['is missing', () => '/nope/python3', 'Python could not be started: there is no /nope/python3'],
  [
    'is broken',
    () => failingPython('this build is broken'),
    'Python could not be started: this build is broken',
  ],
  [
    'works outside of the sandbox alone',
    () => stuckPython(newFolder({}), { tries: false }),
    'does not work in the sandbox: ',
  ],
])('metarun doctor warns of a Python that %s', async (_how, python, reason) => {
  const { code, lines } = await doctor(python());
  expect(lines).toEqual([
    expect.stringMatching(/^warning +python: .*tasks of Python wait until it works$/),
    expect.stringMatching(/^ok +typescript: /),
  ]);
  expect(lines[0]).toContain(reason);
  expect(code).toBe(0);
});
