import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { useEngineBench } from '../../../../test/support/engine/engine-bench.js';
import { PROJECT } from '../../../../test/support/engine/engine-rows.js';
import { DiskBlobStore } from '../../../platform/storage/disk.blob-store.js';
import type { Workspace } from '../workspaces/workspace.js';
import type { FileContent } from '../content/file-content.js';
import type { FileEntity } from './file.entity.js';
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
/** Paths in byte order, which differs from that of any language. Some are next to the directory `/a`, not in it. */
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

/** Adds files whose contents are named after them. */
async function put(...paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await change(async (tree) => {
      const rest = { size: 1, etag: '"e"', original: null, convertedFrom: null, conversion: null };
      await tree.setContent(path, await tree.find(path), { id: `blob of ${path}`, ...rest });
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

describe('what a row of a file says', () => {
  const ADA = { kind: 'user', id: 'ada', name: 'Ada' } as const;
  const BOB = { kind: 'user', id: 'bob', name: 'Bob' } as const;
  const DOCUMENT = { id: 'o2', name: 'a.pdf', size: 7, etag: '"o2"', charset: null };
  const CONTENT: FileContent = {
    id: 'b2',
    size: 5,
    etag: '"e2"',
    convertedFrom: null,
    original: null,
    conversion: null,
  };
  const ORIGINAL = { id: 'o1', size: 3, etag: '"o1"', converter: '1', charset: 'utf-8' };
  const CONVERTED: FileContent = {
    ...CONTENT,
    id: 'b1',
    size: 4,
    etag: '"e1"',
    convertedFrom: 'a.doc',
    original: ORIGINAL,
    conversion: { status: 'converted', error: null, warnings: [] },
  };
  const BOBS = { written_by: 'user:bob', written_by_name: 'Bob' };
  const converting = JSON.stringify({ status: 'converting', error: null, warnings: [] });
  const plain = {
    converted_from: null,
    original_blob_id: null,
    original_size: 0,
    original_etag: null,
    converter: null,
    charset: null,
    conversion: null,
  };

  function changeBy<T>(
    writer: typeof ADA | typeof BOB | null,
    work: (tree: FileTree) => Promise<T>,
  ) {
    return bench.database.write((transaction) =>
      work(new FileTree(bench.database, transaction, WORKSPACE, Date.now(), writer)),
    );
  }
  async function released(tree: FileTree, work: Promise<unknown>): Promise<string[]> {
    await work;
    return tree.released;
  }
  /** Adds the conversion of a document that Ada wrote a moment ago. */
  async function converted(): Promise<FileEntity> {
    const row = await changeBy(ADA, (tree) => tree.setContent('/a.md', null, CONVERTED));
    await bench.pass(1);
    return row;
  }

  it.each<[string, (tree: FileTree, row: FileEntity) => Promise<unknown>, object, string[]]>([
    [
      'is replaced',
      (tree, row) => tree.setContent('/a.md', row, CONTENT),
      { ...plain, ...BOBS, size: 5, etag: '"e2"', blob_id: 'b2', version: 2 },
      [],
    ],
    [
      'is to hold another document',
      (tree, row) => tree.awaitConversion('/a.md', row, DOCUMENT),
      { ...BOBS, conversion: converting },
      [],
    ],
    [
      'is converted again',
      (tree, row) => tree.convertAgain(row, DOCUMENT),
      { conversion: converting },
      [],
    ],
    [
      'comes out the same by newer converters',
      (tree, row) =>
        tree.confirm(row, {
          ...CONVERTED,
          id: 'b9',
          original: { ...ORIGINAL, id: 'o9', converter: '2' },
        }),
      { converter: '2' },
      ['b9', 'o9'],
    ],
    [
      'is moved',
      (tree, row) => tree.move(row, '/b/c.txt'),
      {
        path: '/b/c.txt',
        parent_path: '/b',
        name: 'c.txt',
        mime_type: 'text/plain; charset=utf-8',
      },
      [],
    ],
  ])('a converted file that %s changes in nothing else', async (_, work, changes, unnamed) => {
    const row = await converted();
    let left: string[] = [];
    const found = await bench.changes('files', row.id, async () => {
      left = await changeBy(BOB, (tree) => released(tree, work(tree, row)));
    });
    const { updated_at: updated = null, ...rest } = found;
    expect(rest).toEqual(changes);
    expect(left).toEqual(unnamed);
    const isNew = 'version' in changes || 'path' in changes;
    expect(updated).toBe(isNew ? Date.now() : null);
    const versions = await bench.database.query('SELECT * FROM file_versions');
    expect(versions).toMatchObject(
      'version' in changes
        ? [
            {
              id: `${row.id}.1`,
              file_id: row.id,
              number: 1,
              path: '/a.md',
              size: 4,
              etag: '"e1"',
              blob_id: 'b1',
              converted_from: 'a.doc',
              original_blob_id: 'o1',
              original_size: 3,
              original_etag: '"o1"',
              converter: '1',
              charset: 'utf-8',
              updated_at: row.updated_at,
              ended_at: Date.now(),
              ended_by: 'replaced',
            },
          ]
        : [],
    );
  });

  it('a file that waits for its first conversion holds nothing, and lets go of a document that is replaced', async () => {
    const waits = await changeBy(ADA, (tree) =>
      tree.awaitConversion('/a.md', null, { ...DOCUMENT, id: 'o1', etag: '"o1"' }),
    );
    expect(waits).toMatchObject({ size: 0, blob_id: null, original_blob_id: 'o1', version: 1 });
    const again = async (tree: FileTree) =>
      released(tree, tree.awaitConversion('/a.md', waits, DOCUMENT));
    expect(await changeBy(BOB, again)).toEqual(['o1', 'o1']);
    const row = await changeBy(null, (tree) => tree.find('/a.md'));
    expect(row).toMatchObject({ ...BOBS, etag: '"o2.converting"', original_size: 7 });
    if (row === null) throw new Error('there is no file');
    const put = (tree: FileTree) => released(tree, tree.setContent('/a.md', row, CONVERTED));
    expect(await changeBy(null, put)).toEqual(['o2', 'o2']);
    // There was no earlier version to keep, and the server does not count as a writer.
    expect(await changeBy(null, (tree) => tree.find('/a.md'))).toMatchObject({
      ...BOBS,
      version: 1,
    });
    expect(await bench.database.query('SELECT * FROM file_versions')).toEqual([]);
    expect(await bench.database.query('SELECT * FROM conversion_jobs')).toEqual([]);
  });

  it('a file that is written where one was deleted goes on with the versions of that one', async () => {
    const { id } = await converted();
    await changeBy(BOB, (tree) => tree.remove('/a.md'));
    const again = await changeBy(BOB, (tree) => tree.setContent('/a.md', null, CONTENT));
    expect(again).toMatchObject({ id, version: 2, ...BOBS, created_at: Date.now() });
    const last = await bench.database.query('SELECT number, ended_by FROM file_versions');
    expect(last).toEqual([{ number: 1, ended_by: 'deleted' }]);
    expect(await changeBy(null, (tree) => tree.history.lastNumber(id))).toBe(1);
  });

  it('versions are dropped from the oldest on, until those left fit', async () => {
    for (let n = 0; n < 5; n += 1) {
      await put('/a');
      await bench.pass(1);
    }
    const { id } = await changeBy(null, (tree) => tree.find('/a')).then((row) => row ?? { id: '' });
    const numbers = async () =>
      (
        await bench.database.query<{ number: number }>(
          'SELECT number FROM file_versions ORDER BY number',
        )
      ).map(({ number }) => number);
    const within = (quota: number | null) =>
      changeBy(null, (tree) => tree.keepVersionsWithin(quota));
    expect(await within(null)).toMatchObject({ versions: 0 });
    expect(await within(5)).toMatchObject({ versions: 0 });
    expect(await within(4)).toMatchObject({ versions: 1 });
    expect(await numbers()).toEqual([2, 3, 4]);
    await changeBy(null, (tree) => tree.history.keepLast(id, 5, 3));
    expect(await numbers()).toEqual([2, 3, 4]);
    await changeBy(null, (tree) => tree.history.keepLast(id, 5, 2));
    expect(await numbers()).toEqual([3, 4]);
    expect(await within(0)).toMatchObject({ versions: 2 });
  });
});

it.each([
  ['/nothing', 'holds "a/", "Report.md".'],
  ['/reprt.md', 'Did you mean "/Report.md"?'],
  ['/a/c/x', '"/a/c" is empty'],
  ['/a/nothing/x', '"/a" holds "c/", "1", "2", "3", "4", and more.'],
  ['/a/1/x', '"/a/1" is a file, so that nothing is below it.'],
])('the error of the missing path %s says: %s', async (path, hint) => {
  await put('/Report.md', ...['5', '4', '3', '2', '1', 'c/x'].map((name) => `/a/${name}`));
  await change((tree) => tree.remove('/a/c/x'));
  const error = await change((tree) => tree.missing(WORKSPACE, path));
  expect(error.message).toContain(`There is no file or directory "${path}" in the workspace "w"`);
  expect(error.message).toContain(hint);
});
