import type { SqlValue, Transaction } from '../../../platform/database/database.js';
import type { ConversionJobEntity } from './conversion-job.entity.js';
import type { FileContent, StoredContent } from '../content/file-content.js';
import type { WorkspaceRef } from '../workspaces/workspace.js';

/** A stored document and the name it came with. */
export interface NamedDocument extends StoredContent {
  name: string;
  /** The charset that was given with it; null: it is found out. */
  charset: string | null;
}

/** True of a document that is yet to be converted to the content of a file. */
export function isDocument(what: FileContent | NamedDocument): what is NamedDocument {
  return !('convertedFrom' in what);
}

/** Documents of one workspace that wait for their conversion, within a transaction that has it to itself. */
export class JobRows {
  constructor(
    private readonly transaction: Transaction,
    private readonly workspace: WorkspaceRef,
    /** ms since the epoch. */
    private readonly now: number,
  ) {}

  /** The file must have none. */
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

  /** Returns whether the file still waited for this document; afterwards it does not. */
  async take(job: ConversionJobEntity): Promise<boolean> {
    const rows = await this.transaction.query(
      'DELETE FROM conversion_jobs WHERE file_id = ? AND blob_id = ? AND project_id = ? RETURNING file_id',
      [job.file_id, job.blob_id, this.workspace.projectId],
    );
    return rows.length > 0;
  }

  /** The file waits for nothing any more; returns the blob of what it waited for. */
  cancel(fileId: string): Promise<string[]> {
    return this.cancelThose('?', [fileId]);
  }

  /** {@link cancel} of all files whose ids `ids`, SQL, selects. */
  async cancelThose(ids: string, values: readonly SqlValue[]): Promise<string[]> {
    const rows = await this.transaction.query<{ blob_id: string }>(
      `DELETE FROM conversion_jobs WHERE workspace_id = ? AND project_id = ? AND file_id IN (${ids}) RETURNING blob_id`,
      [this.workspace.id, this.workspace.projectId, ...values],
    );
    return rows.map((row) => row.blob_id);
  }
}
