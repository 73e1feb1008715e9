import type { Logger } from 'pino';
import type { SqlValue } from '../../../platform/database/database.js';
import { cancelOrphans } from '../operations/cancel.js';
import type { Transitions } from '../state/transitions.js';

/** Maximum number of tasks cancelled in one transaction. */
const BATCH = 50;

/** SQL condition of an unfinished task whose parent's step no longer waits for it. */
const ORPHANED = `parent_step_id IS NOT NULL AND finished_at IS NULL AND cancel_requested_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM task_steps step WHERE step.id = tasks.parent_step_id AND step.status = 'waiting')`;

/**
 * Cancels the children of tasks that have ended, level by level down the tree and in batches: if a server dies in
 * between, the next sweep does the rest.
 */
export class Orphans {
  constructor(
    private readonly transitions: Transitions,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  async cancelChildren(parentId: string): Promise<void> {
    try {
      await this.cancelWhere('parent_id = ? AND', 'id', [parentId]);
    } catch (error) {
      this.logger.warn(
        { err: error, task: parentId },
        'failed to cancel the children of a task; the next sweep will retry',
      );
    }
  }

  /** Cancels the orphans of all tasks. */
  async sweep(): Promise<void> {
    await this.cancelWhere('', 'parent_step_id', []);
  }

  /** `order` is the order of the index that finds the tasks: with another one, SQLite reads every task. */
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
