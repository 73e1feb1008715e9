import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CompiledCode } from './compiled-code.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'metarun-code-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** Returns the output of a container that has these files. */
function packed(files: unknown): string {
  return deflateSync(JSON.stringify(files)).toString('base64');
}

/** Returns the code of an image whose containers print `stdout`, the warnings, and the number of containers. */
async function made(stdout: string, language: 'python' | 'typescript' = 'python') {
  const warnings: string[] = [];
  let containers = 0;
  const runOnce = async () => {
    containers += 1;
    return { code: 0, stdout, stderr: '' };
  };
  const code = new CompiledCode({ runOnce }, folder, (message) => void warnings.push(message));
  await code.make(language, 'x');
  await code.make(language, 'x');
  return { place: code.of(language, 'x'), warnings, containers };
}

describe('compiled code of an image', () => {
  it('the compiled code of an image is made once and written where Python looks for it', async () => {
    const path = 'usr/lib/python3.11/json/__init__.cpython-311.pyc';
    const { place, ...rest } = await made(
      packed({ [path]: Buffer.from('code').toString('base64') }),
    );
    expect(rest).toEqual({ warnings: [], containers: 1 });
    expect(await readFile(join(place ?? '', path), 'utf8')).toBe('code');
  });

  it.each([
    ['a path out of the folder', packed({ '../x.pyc': '' })],
    ['a path from the root', packed({ '/etc/x.pyc': '' })],
    ['a path with a NUL', packed({ 'a\0.pyc': '' })],
    ['another file', packed({ 'x.py': '' })],
    ['a file below another', packed({ 'a.pyc': '', 'a.pyc/b.pyc': '' })],
    ['contents that are not text', packed({ 'x.pyc': 1 })],
    ['no files', packed({})],
    ['more files than any guest has', packed(Object.fromEntries(numbered(2_001)))],
    ['output that says nothing', 'x'],
    ['output that expands', deflateSync(Buffer.alloc(40 * 1024 * 1024)).toString('base64')],
  ])('compiled code is rejected from an image that prints %s', async (_, stdout) => {
    const { place, warnings } = await made(stdout);
    expect(place).toBeNull();
    expect(warnings).toEqual([expect.stringContaining("failed to compile the guest's code")]);
  });

  it('no code is compiled for a language that caches none', async () => {
    expect(await made('', 'typescript')).toEqual({ place: null, warnings: [], containers: 0 });
  });
});

function numbered(count: number): [string, string][] {
  return Array.from({ length: count }, (_, at) => [`${at}.pyc`, '']);
}
