import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { findErrorCode } from '../../../base/kernel/errors.js';
import { GuidedError } from '../../../base/kernel/guided-error.js';
import { isBlobId } from '../../../platform/storage/blob-id.js';
import { readLines, hashFile, type Written } from '../backup/backup-file.js';
import {
  type BlobLine,
  contentPath,
  type Manifest,
  NAMES,
  readManifest,
} from '../backup/manifest.js';
import type { Progress } from '../backup/progress.js';

const SHA256 = /^[0-9a-f]{64}$/;
/** Number of contents read concurrently. */
const AT_ONCE = 4;
/** Maximum number of names in an error. */
const SHOWN = 5;

/** A backup to restore from. */
export class BackupFolder {
  private constructor(
    readonly folder: string,
    readonly manifest: Manifest,
    /** Blobs whose contents are in the backup. */
    readonly blobs: readonly BlobLine[],
  ) {}

  /** Reads the description and the list of blobs, and verifies the checksums of all files except contents. */
  static async open(folder: string): Promise<BackupFolder> {
    const manifest = await readManifest(folder);
    const bad: string[] = [];
    for (const [name, sum] of Object.entries(manifest.files))
      if (!(await isAs(join(folder, name), sum))) bad.push(name);
    if (bad.length > 0) throw damaged(bad);
    const blobs: BlobLine[] = [];
    if (NAMES.blobs in manifest.files)
      for await (const line of readLines(createReadStream(join(folder, NAMES.blobs))))
        blobs.push(blobLine(line));
    return new BackupFolder(folder, manifest, blobs);
  }

  path(name: string): string {
    return join(this.folder, name);
  }

  /** Verifies the checksum of every content. Throws a GuidedError if any is damaged. */
  async check(onProgress: (progress: Progress) => void): Promise<void> {
    const contents = new Map(this.blobs.map(({ sha256, bytes }) => [sha256, bytes]));
    const ofBytes = [...contents.values()].reduce((sum, bytes) => sum + bytes, 0);
    const bad: string[] = [];
    let [blobs, bytes] = [0, 0];
    await runConcurrently([...contents], async ([sha256, size]) => {
      const name = contentPath(sha256);
      if (!(await isAs(this.path(name), { sha256, bytes: size }))) bad.push(name);
      blobs += 1;
      bytes += size;
      onProgress({ step: 'check', blobs, ofBlobs: contents.size, bytes, ofBytes });
    });
    if (bad.length > 0) throw damaged(bad.toSorted());
  }
}

/** Runs `work` for each item, several at a time. */
export async function runConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const worker = async (): Promise<void> => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

async function isAs(path: string, { sha256, bytes }: Written): Promise<boolean> {
  try {
    if ((await stat(path)).size !== bytes) return false;
    return (await hashFile(path)).sha256 === sha256;
  } catch (error) {
    if (findErrorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function blobLine(line: string): BlobLine {
  const { id, sha256, bytes }: Partial<BlobLine> = JSON.parse(line);
  if (id === undefined || !isBlobId(id) || sha256 === undefined || !SHA256.test(sha256))
    throw damaged([NAMES.blobs]);
  return { id, sha256, bytes: Number(bytes) };
}

function damaged(names: readonly string[]): GuidedError {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : '';
  return new GuidedError(
    `The backup is damaged: ${names.slice(0, SHOWN).join(', ')}${more} missing, or not as it was written.`,
    {
      code: 'damaged_backup',
      fix: 'Copy the backup again from where it was kept, or use another one. Nothing was restored.',
      docs: 'operations.md#restore',
    },
  );
}
