import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { MetarunError } from '../../base/kernel/errors.js';
import { Database } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import { Deletion } from './deletion.js';
import { RetentionService } from './retention.service.js';

/** Number of drafts that are deleted together; {@link ROWS_AT_ONCE} is the maximum number of their rows in a write. */
const DRAFTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 500;
/** Number of attempts to start while another server deletes. The pause between them is {@link PAUSE_MS}. */
const TRIES = 50;
const PAUSE_MS = 100;

interface Row {
  id: string;
  parent_id: string | null;
}

/** Deletes drafts before their retention ends. */
@Injectable()
export class DraftDeletion {
  constructor(
    private readonly database: Database,
    private readonly retention: RetentionService,
  ) {}

  /**
   * Deletes the finished drafts of a project with their children: the drafts of the actor with the key `by`, or all if
   * it is null. Returns the number of drafts, without children.
   */
  async delete(projectId: string, by: string | null): Promise<number> {
    const deletion = new Deletion(this.database, this.retention, projectId);
    const seen = new Set<string>();
    let deleted = 0;
    for (;;) {
      const drafts = await this.ended(projectId, by);
      // Drafts that were seen before are locked by another write.
      if (drafts.every(({ id }) => seen.has(id))) return deleted;
      for (const { id } of drafts) seen.add(id);
      await this.discard(
        deletion,
        drafts.map(({ id }) => id),
      );
      deleted += drafts.filter(({ parent_id: parent }) => parent === null).length;
    }
  }

  private async discard(deletion: Deletion, ids: readonly string[]): Promise<void> {
    for (let left = TRIES; left > 0;) {
      const written = await deletion.tasks(ids, ROWS_AT_ONCE, 'discarded');
      if (written?.done) return;
      if (written !== null) continue;
      left -= 1;
      await delay(PAUSE_MS);
    }
    throw new MetarunError(
      'conflict',
      'Old tasks are being deleted at the moment, which takes its turn: try again in some seconds.',
    );
  }

  /** Returns finished drafts, children first: once the root is deleted, the author of its children is unknown. */
  private ended(projectId: string, by: string | null): Promise<Row[]> {
    return this.database.query<Row>(
      `SELECT draft.id, draft.parent_id FROM ${indexed(this.database, 'tasks draft', 'tasks_drafts')}
       LEFT JOIN tasks root ON root.id = draft.root_id
       WHERE draft.project_id = ? AND draft.draft = 1 AND draft.finished_at IS NOT NULL
         AND (root.id IS NULL OR root.finished_at IS NOT NULL)
         ${by === null ? '' : 'AND COALESCE(root.created_by, draft.created_by) = ?'}
       ORDER BY draft.depth DESC, draft.id LIMIT ${DRAFTS_AT_ONCE}`,
      by === null ? [projectId] : [projectId, by],
    );
  }
}
