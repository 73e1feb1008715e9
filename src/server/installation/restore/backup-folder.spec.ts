import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { BlobMissingError, type BlobStore } from '../../../platform/storage/blob-store.js';
import { contentId } from '../../../platform/storage/blob-id.js';
import { toEtag } from '../../../files/files/content/etag.js';
import { ContentsCopy, type NamedBlob } from '../backup/backup-contents.js';
import { hashFile, writeFlushed, writeWhole } from '../backup/backup-file.js';
import { contentPath, FORMAT, type Manifest, MANIFEST, NAMES } from '../backup/manifest.js';
import type { Progress } from '../backup/progress.js';
import { BackupFolder } from './backup-folder.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'metarun-backup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Contents by blob id. */
let contents: Map<string, string | Error>;
const blobs = {
  open: async (id: string) => {
    const content = contents.get(id);
    if (content === undefined) throw new BlobMissingError(id);
    if (content instanceof Error) throw content;
    return Readable.from([Buffer.from(content.slice(0, 2)), Buffer.from(content.slice(2))]);
  },
} as BlobStore;

/** Stores a content and returns its database entry. `present` is the content that is really stored. */
function named(path: string, content: string, present = content): NamedBlob {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const blob_id = contentId(sha256);
  contents.set(blob_id, present);
  return { blob_id, workspace_id: 'w', path, size: content.length, etag: toEtag(sha256) };
}

/** Copies contents and returns the copy with the number of reported bytes. */
async function copied(all: readonly NamedBlob[]): Promise<{ copy: ContentsCopy; bytes: number }> {
  let bytes = 0;
  const copy = new ContentsCopy(blobs, folder, (more) => (bytes += more));
  await copy.copy(all);
  return { copy, bytes };
}

/** Writes the parts of a backup other than its contents. */
async function finish(copy: ContentsCopy): Promise<void> {
  const lines = copy.lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  const files = {
    [NAMES.blobs]: await writeFlushed(join(folder, NAMES.blobs), [Buffer.from(lines)]),
  };
  const manifest: Manifest = {
    format: FORMAT,
    metarun: '1.0.0',
    created_at: '2030-01-01T00:00:00Z',
    installation: 'i',
    database: { kind: 'sqlite', migrations: [], rows: {} },
    secret_key: null,
    contents: { included: true, blobs: copy.lines.length, unreadable: 0 },
    files,
  };
  await writeWhole(join(folder, MANIFEST), Buffer.from(JSON.stringify(manifest)));
}

describe('the contents of a backup', () => {
  beforeEach(() => {
    contents = new Map();
  });

  it('equal contents are copied once, and each blob is found by its line', async () => {
    const all = [
      named('/a', 'one'),
      named('/b', 'one'),
      ...['two', 'three', 'four', 'five'].map((text) => named(`/${text}`, text)),
    ];
    const { copy, bytes } = await copied(all);
    expect([copy.bad, bytes]).toEqual([[], 3 + 3 + 3 + 5 + 4 + 4]);
    await finish(copy);
    const backup = await BackupFolder.open(folder);
    expect(new Set(backup.blobs.map(({ id }) => id))).toEqual(
      new Set(all.map((one) => one.blob_id)),
    );
    const progress: Progress[] = [];
    await backup.check((one) => progress.push(one));
    expect(progress.at(-1)).toEqual({
      step: 'check',
      blobs: 5,
      ofBlobs: 5,
      bytes: 19,
      ofBytes: 19,
    });
    const { sha256 } = backup.blobs[0] ?? { sha256: '' };
    expect(statSync(join(folder, contentPath(sha256))).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
  });

  it('a content that is not as it was stored is named, and one that cannot be read is left out', async () => {
    const lost = named('/lost', 'lost');
    contents.delete(lost.blob_id);
    const broken = named('/broken', 'broken');
    contents.set(broken.blob_id, new Error('no route'));
    const other = named('/other', 'as it was', 'as it is!');
    const short = named('/short', 'as it was', 'as');
    const { copy } = await copied([lost, broken, other, short]);
    const found = copy.bad.map(({ kind, path, detail }) => `${path} ${kind}: ${detail}`);
    expect(found.toSorted()).toEqual([
      '/broken unreadable: no route',
      '/lost missing: it is not there',
      '/other damaged: it is not what was stored',
      '/short damaged: it is not what was stored',
    ]);
    expect(new Set(copy.lines.map(({ bytes }) => bytes))).toEqual(new Set([2, 9]));
  });

  it('a backup of which something is missing or another than it was is refused, by its names', async () => {
    const { copy } = await copied([named('/a', 'one'), named('/b', 'two')]);
    await finish(copy);
    const backup = await BackupFolder.open(folder);
    const [first, second] = backup.blobs.map(({ sha256 }) => contentPath(sha256)).toSorted();
    writeFileSync(join(folder, second ?? ''), 'owt');
    const refusal = async () =>
      backup.check(() => undefined).catch((error: Error) => error.message);
    expect(await refusal()).toContain(`damaged: ${second} missing`);
    rmSync(join(folder, first ?? ''));
    expect(await refusal()).toContain(`damaged: ${first}, ${second} missing`);
    const lines = join(folder, NAMES.blobs);
    const { bytes } = await hashFile(lines);
    writeFileSync(lines, 'x'.repeat(bytes));
    await expect(BackupFolder.open(folder)).rejects.toMatchObject({ code: 'damaged_backup' });
  });
});
