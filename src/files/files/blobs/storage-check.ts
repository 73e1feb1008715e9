import { createHash } from 'node:crypto';
import type { Database } from '../../../platform/database/database.js';
import { getErrorMessage } from '../../../base/kernel/errors.js';
import { BlobMissingError, type BlobStore } from '../../../platform/storage/blob-store.js';
import {
  type BlobReference,
  blobReferences,
  countReferences,
  namedBlobs,
  stillNames,
} from './blob-references.js';
import { toEtag } from '../content/etag.js';

export interface StorageProblem {
  /** The content does not exist, differs from the stored content, or cannot be read at present. */
  kind: 'missing' | 'damaged' | 'unreadable';
  project_id: string;
  workspace_id: string;
  path: string;
  /** Id of the earlier version of the file; null for its current content. */
  version: string | null;
  blob_id: string;
  detail: string;
}

export interface StorageReport {
  /** Number of checked references. */
  files: number;
  /** Number of bytes read. */
  bytes: number;
  missing: number;
  damaged: number;
  unreadable: number;
  /** Number of contents without a row that are older than an hour. They are not a problem: the sweep removes them. */
  orphans: number;
  /** First {@link MAX_LISTED} problems. */
  problems: StorageProblem[];
  /** Ids of the first {@link MAX_LISTED} orphans. */
  orphan_ids: string[];
}

export interface StorageProgress {
  files: number;
  /** Number of references when the check began. */
  ofFiles: number;
  bytes: number;
  problems: number;
}

/** Maximum number of entries in each list of the report. */
export const MAX_LISTED = 1_000;
const BATCH = 200;
/** Contents read concurrently, since on S3 a request takes longer than the transfer. */
const AT_ONCE = 4;
/** Age below which a content may still get its row, in ms. */
const ORPHAN_AGE_MS = 60 * 60 * 1000;

/** Size and ETag of a content, or the reason why it could not be read. */
type Finding = { size: number; etag: string } | Pick<StorageProblem, 'kind' | 'detail'>;

/**
 * Reads every referenced content and compares it with the size and checksum in its row, then looks for contents without
 * a row. Changes nothing, and may run alongside servers: their changes during the check are not reported as problems.
 */
export class StorageCheck {
  private readonly report: StorageReport = {
    files: 0,
    bytes: 0,
    missing: 0,
    damaged: 0,
    unreadable: 0,
    orphans: 0,
    problems: [],
    orphan_ids: [],
  };

  constructor(
    private readonly database: Database,
    private readonly blobs: BlobStore,
    private readonly onProgress: (progress: StorageProgress) => void,
  ) {}

  async run(): Promise<StorageReport> {
    const ofFiles = await countReferences(this.database);
    for await (const rows of blobReferences(this.database, BATCH)) {
      for (const group of chunks(byBlob(rows), AT_ONCE)) {
        await Promise.all(group.map((named) => this.checkBlob(named)));
        const { files, bytes, missing, damaged, unreadable } = this.report;
        this.onProgress({ files, ofFiles, bytes, problems: missing + damaged + unreadable });
      }
    }
    await this.findOrphans(Date.now() - ORPHAN_AGE_MS);
    return this.report;
  }

  /** Checks the blob that all `rows` refer to. */
  private async checkBlob(rows: readonly BlobReference[]): Promise<void> {
    const [first] = rows;
    if (first === undefined) return;
    const found = await this.find(first.blob_id);
    for (const row of rows) {
      this.report.files += 1;
      const problem = findProblem(row, found);
      if (problem === null || !(await stillNames(this.database, row))) continue;
      this.report[problem.kind] += 1;
      if (this.report.problems.length < MAX_LISTED) this.report.problems.push(problem);
    }
  }

  private async find(id: string): Promise<Finding> {
    const hash = createHash('sha256');
    let size = 0;
    try {
      for await (const chunk of (await this.blobs.open(id)) as AsyncIterable<Buffer>) {
        hash.update(chunk);
        size += chunk.length;
      }
    } catch (error) {
      if (error instanceof BlobMissingError) return { kind: 'missing', detail: 'it is not there' };
      return { kind: 'unreadable', detail: getErrorMessage(error) };
    } finally {
      this.report.bytes += size;
    }
    return { size, etag: toEtag(hash.digest('hex')) };
  }

  private async findOrphans(before: number): Promise<void> {
    let batch: string[] = [];
    const flush = async (): Promise<void> => {
      const named = await namedBlobs(this.database, batch);
      const orphans = batch.filter((id) => !named.has(id));
      this.report.orphans += orphans.length;
      this.report.orphan_ids.push(
        ...orphans.slice(0, Math.max(0, MAX_LISTED - this.report.orphan_ids.length)),
      );
      batch = [];
    };
    for await (const { id, storedAt } of this.blobs.list()) {
      if (storedAt >= before) continue;
      batch.push(id);
      if (batch.length === BATCH) await flush();
    }
    await flush();
  }
}

function findProblem(row: BlobReference, found: Finding): StorageProblem | null {
  const { project_id, workspace_id, path, blob_id } = row;
  const version = row.table === 'file_versions' ? row.id : null;
  const about = { project_id, workspace_id, path, version, blob_id };
  if ('kind' in found) return { ...found, ...about };
  if (found.size !== row.size)
    return {
      kind: 'damaged',
      ...about,
      detail: `it has ${found.size} bytes instead of ${row.size}`,
    };
  if (found.etag !== row.etag)
    return {
      kind: 'damaged',
      ...about,
      detail: `its checksum is ${found.etag} instead of ${row.etag}`,
    };
  return null;
}

/** Groups consecutive rows that refer to the same blob. */
function byBlob(rows: readonly BlobReference[]): BlobReference[][] {
  const groups: BlobReference[][] = [];
  for (const row of rows) {
    const group = groups.at(-1);
    if (group?.[0]?.blob_id === row.blob_id) group.push(row);
    else groups.push([row]);
  }
  return groups;
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
