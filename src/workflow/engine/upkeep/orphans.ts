import type { Logger } from 'pino';
import type { SqlValue } from '../../../platform/database/database.js';
import { cancelOrphans } from '../operations/cancel.js';
import type { Transitions } from '../state/transitions.js';

/** Tasks that are cancelled in one transaction. */
const BATCH = 50;

/** A task that has not ended and whose parent's step waits for it no longer. */
const ORPHANED = `parent_step_id IS NOT NULL AND finished_at IS NULL AND cancel_requested_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM task_steps step WHERE step.id = tasks.parent_step_id AND step.status = 'waiting')`;

/**
 * Cancels the children of tasks that have ended, whichever way, and so on down the tree. Each level is written after
 * the one above it, some at a time: a server that dies in between leaves the rest to the sweep of the next.
 */
export class Orphans {
  constructor(
    private readonly transitions: Transitions,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  async cancelOf(parentId: string): Promise<void> {
    try {
      await this.cancelWhere('parent_id = ? AND', 'id', [parentId]);
    } catch (error) {
      this.logger.warn(
        { err: error, task: parentId },
        'failed to cancel children; the next sweep does',
      );
    }
  }

  /** Those of all tasks. */
  async sweep(): Promise<void> {
    await this.cancelWhere('', 'parent_step_id', []);
  }

  /** `order` is that of the index which leads to the tasks: by another SQLite looks at every task there is. */
  private async cancelWhere(
    condition: string,
    order: 'id' | 'parent_step_id',
    values: readonly SqlValue[],
  ): Promise<void> {
    for (let more = true; more;) {
      const found = await this.transitions.database.query<{ id: string; project_id: string }>(
        `SELECT id, project_id FROM tasks WHERE ${condition} ${ORPHANED} ORDER BY ${order} LIMIT ${BATCH}`,
        values,
      );
      more = found.length === BATCH;
      const byProject = Map.groupBy(found, (row) => row.project_id);
      for (const [projectId, rows] of byProject)
        await cancelOrphans(
          this.transitions,
          projectId,
          rows.map(({ id }) => id),
        );
    }
  }
}
