import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { type BlobColumns, listBlobIds } from '../blobs/blob-references.js';
import { FileHistory } from '../versions/file-history.js';
import type { Dropped } from '../versions/version-expiry.service.js';
import { WorkspaceChanges } from './workspace-changes.service.js';

const TABLES = [
  { table: 'conversion_jobs', key: 'file_id', original: 'NULL' },
  { table: 'file_versions', key: 'id', original: 'original_blob_id' },
  { table: 'files', key: 'id', original: 'original_blob_id' },
] as const;

/**
 * Deletes the rows and contents of deleted workspaces, in small writes, between which the caller pauses. The
 * workspace's own row goes last, so that a crash leaves no orphaned rows.
 */
@Injectable()
export class DeletedWorkspaces {
  constructor(
    private readonly database: Database,
    private readonly changes: WorkspaceChanges,
  ) {}

  /** Deletes at most `limit` rows of one workspace of the project; 0 rows = nothing is left. */
  async deleteSome(projectId: string, limit: number): Promise<Dropped> {
    const [workspace] = await this.database.query<{ id: string }>(
      'SELECT id FROM workspaces WHERE project_id = ? AND deleted_at IS NOT NULL ORDER BY id LIMIT 1',
      [projectId],
    );
    if (!workspace) return { ms: 0, rows: 0 };
    const { unnamed, ...dropped } = await this.database.write(async (transaction) => {
      const began = performance.now();
      // Servers on one PostgreSQL take turns, so that each sees what the one before has left.
      if (this.database.kind === 'postgres')
        await transaction.query(
          'SELECT id FROM workspaces WHERE id = ? AND project_id = ? FOR UPDATE',
          [workspace.id, projectId],
        );
      const rows = await deleteRows(transaction, projectId, workspace.id, limit);
      const history = new FileHistory(
        this.database,
        transaction,
        { id: workspace.id, projectId },
        Date.now(),
      );
      if (rows.length === 0)
        await transaction.query('DELETE FROM workspaces WHERE id = ? AND project_id = ?', [
          workspace.id,
          projectId,
        ]);
      return {
        unnamed: await history.unnamed(rows.flatMap(listBlobIds)),
        ms: performance.now() - began,
        rows: Math.max(1, rows.length),
      };
    });
    await this.changes.discard(unnamed);
    return dropped;
  }
}

/** Deletes some of the rows and returns their blobs; empty without rows. */
async function deleteRows(
  transaction: Transaction,
  projectId: string,
  workspaceId: string,
  limit: number,
): Promise<BlobColumns[]> {
  for (const { table, key, original } of TABLES) {
    const rows = await transaction.query<BlobColumns>(
      `DELETE FROM ${table} WHERE ${key} IN (
          SELECT ${key} FROM ${table} WHERE workspace_id = ? AND project_id = ? LIMIT ?)
        RETURNING blob_id, ${original} AS original_blob_id`,
      [workspaceId, projectId, limit],
    );
    if (rows.length > 0) return rows;
  }
  return [];
}
