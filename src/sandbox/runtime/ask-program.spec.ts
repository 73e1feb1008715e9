import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, it } from '@jest/globals';
import { askProgram } from './ask-program.js';

const IDLE_MS = 2_000;
/** Longer than every wait in these tests, in s. */
const HELD_SECONDS = 60;

const folder = mkdtempSync(join(tmpdir(), 'metarun-ask-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns a script that starts a program which keeps its pipes open, and the file with that program's process id. */
function holding(name: string, then: string): { script: string; file: string } {
  const file = join(folder, name);
  return { file, script: `sleep ${HELD_SECONDS} & echo $! > ${file}; ${then}` };
}

async function isGone(file: string): Promise<boolean> {
  const stat = `/proc/${readFileSync(file, 'utf8').trim()}/stat`;
  for (let tries = 0; tries < 50; tries += 1) {
    // A process that is not waited for remains as a zombie.
    if (!existsSync(stat) || / Z /.test(readFileSync(stat, 'utf8'))) return true;
    await delay(100);
  }
  return false;
}

it('the answer of a program does not wait for a child that holds its pipes, which ends with it', async () => {
  const { script, file } = holding('answer', 'echo 3.11');
  expect(await askProgram('/bin/sh', ['-c', script])).toBe('3.11\n');
  expect(await isGone(file)).toBe(true);
});

it('a program that does not advance is given up with its children, and the reason says for how long', async () => {
  const { script, file } = holding('stuck', 'wait');
  await expect(askProgram('/bin/sh', ['-c', script], { idleMs: IDLE_MS })).rejects.toMatchObject({
    message: expect.stringMatching(/^\/bin\/sh gave no answer after \d+ s, in which it had \d+ ms/),
    isStuck: true,
  });
  expect(await isGone(file)).toBe(true);
});

it('a program ends as soon as its answer is not wanted any more', async () => {
  const { script, file } = holding('aborted', 'wait');
  const closing = new AbortController();
  const asked = askProgram('/bin/sh', ['-c', script], { signal: closing.signal });
  while (!existsSync(file)) await delay(10);
  closing.abort(new Error('closed'));
  await expect(asked).rejects.toThrow('closed');
  expect(await isGone(file)).toBe(true);
});

it('a failed program is reported by what it said, or else by how it ended', async () => {
  const failure = (script: string) => askProgram('/bin/sh', ['-c', script]);
  await expect(failure('echo broken >&2; exit 3')).rejects.toThrow('broken');
  await expect(failure('exit 3')).rejects.toThrow('/bin/sh ended with exit code 3');
  await expect(failure('kill -KILL $$')).rejects.toThrow('/bin/sh was ended by SIGKILL');
  await expect(askProgram('/nowhere/program', [])).rejects.toMatchObject({ code: 'ENOENT' });
});
