import type { Logger } from 'pino';
import type { Database, SqlValue } from '../database/database.js';
import type { EventBus } from '../events/event-bus.js';
import type { EventLog } from '../events/event-log.js';
import { cancelOrphans } from './operations/cancel.js';
import { announceCompletion } from './operations/complete-step.js';

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
    private readonly database: Database,
    private readonly events: EventLog,
    private readonly bus: EventBus,
    private readonly logger: Logger,
  ) {}

  /** Never rejects. */
  async cancelOf(parentId: string): Promise<void> {
    try {
      await this.cancelWhere('parent_id = ? AND', 'id', [parentId]);
    } catch (error) {
      this.logger.warn(
        { err: error, task: parentId },
        'children could not be cancelled; the sweep will',
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
      const found = await this.database.query<{ id: string; project_id: string }>(
        `SELECT id, project_id FROM tasks WHERE ${condition} ${ORPHANED} ORDER BY ${order} LIMIT ${BATCH}`,
        values,
      );
      more = found.length === BATCH;
      const byProject = Map.groupBy(found, (row) => row.project_id);
      for (const [projectId, rows] of byProject)
        await this.cancel(
          projectId,
          rows.map(({ id }) => id),
        );
    }
  }

  private async cancel(projectId: string, ids: readonly string[]): Promise<void> {
    const rows = await cancelOrphans(this.database, this.events, projectId, ids);
    this.bus.publish('events', { projectId });
    for (const row of rows) {
      if (row.status === 'running') {
        this.bus.publish('cancel', { taskId: row.id });
        continue;
      }
      this.bus.publish('ended', { taskId: row.id });
      this.bus.publish('freed', { slotKey: row.slot_key });
      if (row.aftermath?.completion) announceCompletion(this.bus, row.aftermath.completion);
      if (row.aftermath?.orphans) this.bus.publish('orphans', { parentId: row.id });
    }
  }
}
