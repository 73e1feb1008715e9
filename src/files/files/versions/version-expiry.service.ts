import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { MetarunError } from '../../../base/kernel/errors.js';
import { WorkspaceChanges } from '../workspaces/workspace-changes.service.js';

/** Duration of one write without its wait for the lock, and the number of deleted rows. */
export interface Dropped {
  ms: number;
  rows: number;
}

/** Deletes the versions that a project no longer keeps, in small writes, between which the caller pauses. */
@Injectable()
export class VersionExpiry {
  constructor(
    private readonly database: Database,
    private readonly changes: WorkspaceChanges,
  ) {}

  /**
   * Deletes at most `limit` versions of one workspace that ended longer ago than `age` (ms; null = they are kept); 0
   * rows = there are none. `age` is called again within the transaction, since the setting may have changed.
   */
  async dropSome(
    projectId: string,
    age: (transaction: Transaction) => Promise<number | null>,
    limit: number,
  ): Promise<Dropped> {
    const ageMs = await this.database.write(age);
    if (ageMs === null) return { ms: 0, rows: 0 };
    const oldest = await this.database.query<{ id: string; workspace_id: string }>(
      `SELECT v.id, v.workspace_id FROM file_versions v JOIN workspaces w ON w.id = v.workspace_id
        WHERE v.project_id = ? AND v.ended_at < ? AND w.deleted_at IS NULL
        ORDER BY v.ended_at, v.id LIMIT ?`,
      [projectId, Date.now() - ageMs, limit],
    );
    const [first] = oldest;
    if (!first) return { ms: 0, rows: 0 };
    const ids = oldest.filter((row) => row.workspace_id === first.workspace_id).map(({ id }) => id);
    try {
      return await this.changes.run(
        { id: first.workspace_id, projectId },
        async (tree, _, transaction) => {
          const began = performance.now();
          const now = await age(transaction);
          if (now === null || now > ageMs) return { value: { ms: 0, rows: 0 }, unnamed: [] };
          const unnamed = await tree.history.dropIds(ids);
          return { value: { ms: performance.now() - began, rows: ids.length }, unnamed };
        },
      );
    } catch (error) {
      // The workspace was deleted in the meantime, and its versions with it.
      if (error instanceof MetarunError && error.code === 'not_found')
        return { ms: 0, rows: ids.length };
      throw error;
    }
  }
}
