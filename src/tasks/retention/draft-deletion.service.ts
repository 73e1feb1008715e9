import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { MetarunError } from '../../base/kernel/errors.js';
import { Database } from '../../platform/database/database.js';
import { indexed } from '../../platform/database/indexed.js';
import { Deletion } from './deletion.js';
import { RetentionService } from './retention.service.js';

/** Drafts that are deleted together, and rows of them in one write. */
const DRAFTS_AT_ONCE = 50;
const ROWS_AT_ONCE = 500;
/** Tries to begin while another server deletes, and the pause between them, ms. */
const TRIES = 50;
const PAUSE_MS = 100;

interface Row {
  id: string;
  parent_id: string | null;
}

/** Deletes drafts before their time. */
@Injectable()
export class DraftDeletion {
  constructor(
    private readonly database: Database,
    private readonly retention: RetentionService,
  ) {}

  /**
   * Deletes the drafts of a project that have ended, with their children: those that `by` has made, a key of an actor, or all.
   * Returns how many, without children.
   */
  async delete(projectId: string, by: string | null): Promise<number> {
    const deletion = new Deletion(this.database, this.retention, projectId);
    const seen = new Set<string>();
    let deleted = 0;
    for (;;) {
      const drafts = await this.ended(projectId, by);
      // Those that are left are held by another write.
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

  /** Children first: without their root it is not known whose they are. */
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
