import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { ownFile } from './author-path.js';

let top: string;
let folder: string;

beforeEach(async () => {
  top = await realpath(await mkdtemp(join(tmpdir(), 'metarun-paths-')));
  folder = join(top, 'repository', 'task');
  for (const made of ['repository/.git', 'repository/task', 'repository-2'])
    await mkdir(join(top, made), { recursive: true });
  for (const file of ['repository/shared.py', 'repository-2/other.py', 'other.py'])
    await writeFile(join(top, file), '');
});
afterEach(() => rm(top, { recursive: true, force: true }));

it('a meta-task folder may name the files of its repository, and none beside that', async () => {
  expect(await ownFile(folder, '../shared.py')).toEqual({
    path: join(top, 'repository', 'shared.py'),
  });
  await symlink(join(top, 'other.py'), join(folder, 'link.py'));
  for (const name of ['../../other.py', '../../repository-2/other.py', 'link.py'])
    expect(await ownFile(folder, name)).toMatchObject({
      refused: expect.stringMatching(/^leads out of /),
    });
  expect(await ownFile(folder, join(top, 'other.py'))).toMatchObject({
    refused: expect.stringContaining('relative'),
  });
  expect(await ownFile(folder, 'gone.py')).toMatchObject({
    refused: expect.stringContaining('names no file'),
  });
});
