import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { DiskBlobStore } from '../../../platform/storage/disk.blob-store.js';
import type { Workspace } from '../workspaces/workspace.js';
import { FileReaderService } from './file-reader.service.js';
import { FileTree } from './file-tree.js';

const WORKSPACE: Workspace = {
  id: 'workspace',
  projectId: PROJECT,
  name: 'w',
  kind: 'files',
  isDefault: true,
  quotaBytes: null,
  createdAt: 0,
};
/** Paths in the order of their bytes, which no language sorts by: some are beside the directory `/a`, not in it. */
const PATHS = ['/A.txt', '/a-b', '/a.txt', '/a/B', '/a/b', '/a/c/é', '/a/ß', '/a0', '/é/x', '/😀'];

const bench = useEngineBench('files', 'file_versions', 'conversion_jobs');
let folder: string;
let reader: FileReaderService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-tree-'));
  reader = new FileReaderService(bench.database, await DiskBlobStore.open(folder));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Changes the workspace in a transaction. */
function change<T>(work: (tree: FileTree) => Promise<T>): Promise<T> {
  return bench.database.write((transaction) =>
    work(new FileTree(bench.database, transaction, WORKSPACE, Date.now(), null)),
  );
}

/** Puts files there, whose contents are named after them. */
async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await change(async (tree) => {
      const rest = { size: 1, etag: '"e"', original: null, convertedFrom: null, conversion: null };
      await tree.put(path, await tree.find(path), { id: `blob of ${path}`, ...rest });
    });
}

/** Returns all pages of a list. */
async function list(directory: string, recursive: boolean, limit = 100): Promise<string[]> {
  const found: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { recursive, limit, ...(cursor === undefined ? {} : { cursor }) };
    const { entries, next } = await reader.list(WORKSPACE, directory, page);
    found.push(...entries.map(({ path }) => path));
    cursor = next ?? undefined;
  } while (cursor !== undefined);
  return found;
}

describe('the list of a directory', () => {
  it('a recursive list is in the order of the bytes of paths, whatever its pages', async () => {
    await put(...PATHS);
    const all = [...PATHS, '/a', '/a/c', '/é'].toSorted((one, other) =>
      Buffer.compare(Buffer.from(one), Buffer.from(other)),
    );
    for (const limit of [1, 3, 100]) expect(await list('/', true, limit)).toEqual(all);
    expect(await list('/a', true, 2)).toEqual(['/a/B', '/a/b', '/a/c', '/a/c/é', '/a/ß']);
  });

  it('the list of one directory has its directories first, then its files by the bytes of their names', async () => {
    await put(...PATHS);
    const root = ['/a', '/é', '/A.txt', '/a-b', '/a.txt', '/a0', '/😀'];
    for (const limit of [1, 4, 100]) expect(await list('/', false, limit)).toEqual(root);
    expect(await list('/a', false)).toEqual(['/a/c', '/a/B', '/a/b', '/a/ß']);
  });
});

describe('the change of a directory', () => {
  it('a directory moves with all that is below it, and with nothing beside it', async () => {
    await put(...PATHS);
    await change(async (tree) => {
      const row = await tree.find('/a');
      if (row === null) throw new Error('there is no directory');
      await tree.move(row, '/é/😀 moved');
    });
    const to = '/é/😀 moved';
    expect(await list(to, true)).toEqual(
      ['B', 'b', 'c', 'c/é', 'ß'].map((path) => `${to}/${path}`),
    );
    expect(await list('/', false)).toEqual(['/é', '/A.txt', '/a-b', '/a.txt', '/a0', '/😀']);
    expect(await list(`${to}/c`, false)).toEqual([`${to}/c/é`]);
  });

  it('a directory is removed with all that is below it, which is kept as earlier versions', async () => {
    await put(...PATHS);
    await change((tree) => tree.remove('/a'));
    expect(await list('/', true)).toEqual(['/A.txt', '/a-b', '/a.txt', '/a0', '/é', '/é/x', '/😀']);
    const versions = await bench.database.query<{ path: string }>('SELECT path FROM file_versions');
    expect(versions.map(({ path }) => path).toSorted()).toEqual(
      ['/a/B', '/a/b', '/a/c/é', '/a/ß'].toSorted(),
    );
  });

  it('a file that is written again keeps its content as an earlier version, and its bytes are counted', async () => {
    await put('/a', '/b/c', '/a');
    expect(await change((tree) => tree.usedBytes())).toBe(2);
    expect(await change((tree) => tree.find('/a'))).toMatchObject({ version: 2, size: 1 });
    expect(await bench.database.query('SELECT path FROM file_versions')).toEqual([{ path: '/a' }]);
    await expect(put('/a/b')).rejects.toMatchObject({ code: 'conflict' });
  });

  it('no path below a moved directory passes the longest that may be', async () => {
    await put('/a/é/x');
    await change(async (tree) => {
      await tree.assertFits('/a', `/${'b'.repeat(100)}`);
      const error = tree.assertFits('/a', '/b'.repeat(4_000));
      await expect(error).rejects.toMatchObject({ code: 'invalid_path' });
    });
  });
});
