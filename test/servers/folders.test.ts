/** Tests that metarun works in any folder, as its mounts depend on the path. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { runCliProcess } from '../support/cli.js';
import { expectEachKind } from '../support/inline-script.js';
import { startServerProcess, type User } from '../support/server-process.js';

const PARTS = ['bin', 'dist', 'node_modules', 'package.json', 'packages', 'schemas', 'templates'];
const NOBODY: User = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;

/** Folder on the disk of the checkout, whose files are hard-linked rather than copied. */
const parent = resolve('.folders', String(process.pid));
let folder = join(parent, 'plain');
beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  for (const part of PARTS) execFileSync('cp', ['-al', part, folder]);
});
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function rename(name: string): void {
  const next = join(parent, name);
  renameSync(folder, next);
  folder = next;
}

/** Runs a script of each kind on a server that is started from a folder. */
async function tryServer(from: string, user?: User): Promise<void> {
  const server = await startServerProcess({}, user, join(from, 'dist/server/cli.js'));
  try {
    await expectEachKind(server);
  } finally {
    await server.stop();
  }
}

it.each([
  ['with signs that addresses and patterns have', `a b#c%20d&e+f'g"h [x] {y} $HOME ü 🙂`],
  ['with a name of 200 characters', 'long-'.repeat(40)],
])('a server runs each kind of script from a folder %s', async (_, name) => {
  rename(name);
  await tryServer(folder);
});

it('a server runs each kind of script through a symbolic link, and a command does', async () => {
  const link = join(parent, 'a link');
  symlinkSync(folder, link);
  await tryServer(link);
  for (const args of [
    ['new', 'greeter', '--template', 'hello', '--language', 'typescript'],
    ['run', 'greeter', '--json'],
  ])
    expect(
      await runCliProcess(args, { cwd: parent, program: join(link, 'dist/server/cli.js') }),
    ).toMatchObject({
      code: 0,
    });
});

if (isRoot)
  it('a server of another user runs each kind of script from a folder that it cannot write to', () =>
    tryServer(folder, NOBODY));
