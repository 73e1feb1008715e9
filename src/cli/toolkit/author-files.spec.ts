import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { answeredClient } from '../../../test/support/answered-client.js';
import { toEtag } from '../../files/files/content/etag.js';
import { hashFile } from '../../tooling/local/folder-files.js';
import { authorFiles, planFiles } from './author-files.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-author-'));
  mkdirSync(join(folder, 'workspace/in'), { recursive: true });
  for (const name of ['new.md', 'same.md', 'other.md', 'in/page.html'])
    writeFileSync(join(folder, 'workspace', name), name);
});
afterAll(() => rmSync(folder, { recursive: true }));

it('files are compared by content, but a document that became Markdown only by its name', async () => {
  const files = await authorFiles(folder);
  const same = toEtag((await hashFile(join(folder, 'workspace/same.md'))) ?? '');
  const entry = (path: string, more: object = {}): object => ({
    path,
    type: 'file',
    etag: '"x"',
    converted_from: null,
    ...more,
  });
  const there = [
    entry('/same.md', { etag: same }),
    entry('/other.md'),
    entry('/in', { type: 'directory' }),
    entry('/in/page.html.md', { converted_from: 'page.html' }),
  ];
  const { client, answer, sent } = answeredClient();
  answer(there);
  const { added, changed } = await planFiles(files, { client, ws: { ws: 'w' } });
  expect([added, changed].map((some) => some.map(({ path }) => path))).toEqual([
    ['/new.md'],
    ['/other.md'],
  ]);
  expect(sent[0]?.url).toContain('ws=w&recursive=true');
  expect((await planFiles(files, null)).added).toHaveLength(4);
});
