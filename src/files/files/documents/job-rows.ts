import type { SqlValue, Transaction } from '../../../platform/database/database.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import type { FileContent, StoredContent } from '../content/file-content.js';
import type { WorkspaceRef } from '../workspaces/workspace.js';

/** A stored document with its original name. */
export interface NamedDocument extends StoredContent {
  name: string;
  /** Charset given with the document; null to detect it. */
  charset: string | null;
}

/** Returns whether the content is a document that is yet to be converted. */
export function isDocument(what: FileContent | NamedDocument): what is NamedDocument {
  return !('convertedFrom' in what);
}

/** Conversion jobs of one workspace, within a transaction that has exclusive access to it. */
export class JobRows {
  constructor(
    private readonly transaction: Transaction,
    private readonly workspace: WorkspaceRef,
    /** Time in ms since the epoch. */
    private readonly now: number,
  ) {}

  /** Adds a job for a file that has none. */
  async add(fileId: string, document: NamedDocument): Promise<void> {
    await this.transaction.query(
      `INSERT INTO conversion_jobs (file_id, project_id, workspace_id, name, blob_id, size, etag, charset, attempts, due_at, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 0, ?)`,
      [
        fileId,
        this.workspace.projectId,
        this.workspace.id,
        document.name,
        document.id,
        document.size,
        document.etag,
        document.charset,
        this.now,
      ],
    );
  }

  /** Removes a job. Returns whether the file was still waiting for this document. */
  async take(job: ConversionJobEntity): Promise<boolean> {
    const rows = await this.transaction.query(
      'DELETE FROM conversion_jobs WHERE file_id = ? AND blob_id = ? AND project_id = ? RETURNING file_id',
      [job.file_id, job.blob_id, this.workspace.projectId],
    );
    return rows.length > 0;
  }

  /** Cancels the job of a file, and returns the blobs of its document. */
  cancel(fileId: string): Promise<string[]> {
    return this.cancelThose('?', [fileId]);
  }

  /** Cancels the jobs of all files selected by the SQL `ids`, and returns the blobs of their documents. */
  async cancelThose(ids: string, values: readonly SqlValue[]): Promise<string[]> {
    const rows = await this.transaction.query<{ blob_id: string }>(
      `DELETE FROM conversion_jobs WHERE workspace_id = ? AND project_id = ? AND file_id IN (${ids}) RETURNING blob_id`,
      [this.workspace.id, this.workspace.projectId, ...values],
    );
    return rows.map((row) => row.blob_id);
  }
}
