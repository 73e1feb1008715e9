import { expect, it } from '@jest/globals';
import type { FileEntry } from '@metarun/client';
import type { LeftOut, LocalTree } from './local-tree.js';
import { planSync } from './planner.js';
import { addEntry, type RemoteTree } from './remote-tree.js';

function createLocal(files: Record<string, number>, left: LeftOut[] = []): LocalTree {
  const entries = Object.entries(files).map(([path, size]) => {
    return [path, { path, file: `/local/${path}`, size, stamp: '', changedAt: 0 }] as const;
  });
  return { files: new Map(entries), folders: new Set(), left };
}

type Given = Partial<FileEntry> & Pick<FileEntry, 'path'>;

function createRemote(...given: Given[]): RemoteTree {
  const tree: RemoteTree = {
    directory: '/kb',
    files: new Map(),
    media: new Map(),
    directories: [],
  };
  for (const { path, ...more } of given)
    addEntry(tree, {
      path,
      name: path.slice(path.lastIndexOf('/') + 1),
      type: 'file',
      size: 3,
      mime_type: 'text/plain',
      etag: '"e"',
      created_at: '',
      updated_at: '',
      converted_from: null,
      original: null,
      synced_as: 'docs',
      conversion: null,
      written_by: null,
      ...more,
    });
  return tree;
}

const MADE: Given = {
  path: '/kb/a/r.docx.md',
  converted_from: 'r.docx',
  original: { size: 7, etag: '"o"' },
};

function shown(local: LocalTree, remote: RemoteTree) {
  const { clear, waves, remove, left } = planSync(local, remote, 'docs');
  return {
    clear: clear.map(({ path }) => path),
    send: waves.flatMap(({ send }) => send.map(({ path }) => path)),
    compare: waves.flatMap(({ compare }) => compare.map(({ remote: { etag } }) => etag)),
    remove: remove.map(({ path }) => path),
    left: left.map(({ path }) => path),
  };
}

it('a file that is new or of another size is sent, and one of equal size is compared', () => {
  const local = createLocal({ new: 1, grown: 9, same: 3, 'a/r.docx': 7 });
  const remote = createRemote({ path: '/kb/grown' }, { path: '/kb/same' }, MADE);
  expect(shown(local, remote)).toEqual({
    clear: [],
    send: ['new', 'grown'],
    compare: ['"e"', '"o"'],
    remove: [],
    left: [],
  });
});

it('only what a sync of this name has put there is removed, with what was in a document', () => {
  const remote = createRemote(
    { path: '/kb/gone' },
    { path: '/kb/of another', synced_as: 'other' },
    { path: '/kb/of a person', synced_as: null },
    MADE,
    { path: '/kb/a/r.docx.media/1.png', converted_from: 'r.docx', synced_as: null },
  );
  expect(shown(createLocal({ x: 1 }), remote).remove).toEqual(['/kb/gone', '/kb/a/r.docx.md']);
  expect(remote.media.get('a/r.docx')).toEqual([{ path: '/kb/a/r.docx.media/1.png', etag: '"e"' }]);
});

it('files that were left out or could not be read are never removed, nor those below them', () => {
  const remote = createRemote(
    { path: '/kb/locked/deep/a' },
    { path: '/kb/link' },
    { path: '/kb/lockedbeside' },
  );
  const left = ['locked', 'link'].map((path) => ({ path, reason: 'it cannot be read' }));
  expect(shown(createLocal({ x: 1 }, left), remote).remove).toEqual(['/kb/lockedbeside']);
});

it('a Markdown file whose place the Markdown of a document has is left out', () => {
  const local = createLocal({ 'a/r.docx': 7, 'a/r.docx.md': 4 });
  expect(shown(local, createRemote(MADE))).toMatchObject({ send: [], left: ['a/r.docx.md'] });
  // In a workspace that does not convert documents, both are plain files.
  const plain = createRemote({ path: '/kb/a/r.docx', size: 7 });
  expect(shown(local, plain)).toMatchObject({ send: ['a/r.docx.md'], left: [] });
});

it('only what stands where something is sent to, above or below it, is removed before that', () => {
  const local = createLocal({ 'a.md/in.md': 1, 'b/c': 1, 'r.docx.md': 1, 'p.html': 1, 'd.md': 3 });
  const { clear, remove } = shown(
    local,
    createRemote(
      { path: '/kb/a.md' },
      { path: '/kb/b/c/deep/x' },
      { path: '/kb/b/cc' },
      { path: '/kb/r.docx.md', converted_from: 'r.docx', original: { size: 7, etag: '"o"' } },
      { path: '/kb/p.html.md/in.md' },
      { path: '/kb/d.md' },
      { path: '/kb/a.md by hand', synced_as: null },
    ),
  );
  expect(clear).toEqual(['/kb/a.md', '/kb/b/c/deep/x', '/kb/r.docx.md', '/kb/p.html.md/in.md']);
  expect(remove).toEqual(['/kb/b/cc']);
});

it('a file waits for the document whose Markdown may take its place, or that of a folder above it', () => {
  const local = createLocal({
    'a.html.md': 3,
    'a.html': 1,
    'p.x.md/in.html': 1,
    'p.x.md/in.html.md': 1,
    'p.x': 1,
    'b.md': 1,
    'b.md.md': 1,
  });
  const { waves } = planSync(local, createRemote({ path: '/kb/a.html.md' }), 'docs');
  expect(waves.map(({ send }) => send.map(({ path }) => path))).toEqual([
    ['a.html', 'p.x', 'b.md', 'b.md.md'],
    ['p.x.md/in.html'],
    ['p.x.md/in.html.md'],
  ]);
  expect(waves[1]?.compare).toHaveLength(1);
});
