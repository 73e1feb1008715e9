import { Inject, Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { type Actor, parseActor } from '../../workflow/engine/state/actor.js';
import { Reruns } from '../tasks/submission/reruns.service.js';
import { TasksService } from '../tasks/tasks.service.js';
import type { BulkItemEntity } from './bulk-item.entity.js';
import type { BulkOperationEntity } from './bulk-operation.entity.js';
import { type Bulk, toBulk } from './bulk.js';

/** Thrown if another server has already processed the item. */
class ItemIsDone extends Error {}

/**
 * Carries out the action of a bulk operation on one of its tasks, exactly once: the outcome is recorded in the
 * transaction of the action. Cancelling twice has no effect, so there the outcome may be recorded later.
 */
@Injectable()
export class BulkActions {
  constructor(
    private readonly database: Database,
    @Inject(TasksService) private readonly tasks: Pick<TasksService, 'cancel' | 'retry'>,
    @Inject(Reruns) private readonly reruns: Pick<Reruns, 'rerun'>,
  ) {}

  /** Carries out the action on the task of an item. Throws the MetarunError with which the task is refused. */
  async carryOut(operation: BulkOperationEntity, item: BulkItemEntity): Promise<void> {
    const by = parseActor(operation.created_by, operation.created_by_name);
    if (by === null) throw new Error(`bulk operation ${operation.id} has no actor`);
    try {
      await this.act(toBulk(operation), item, by);
    } catch (error) {
      if (!(error instanceof ItemIsDone)) throw error;
    }
  }

  async note(item: BulkItemEntity, outcome: string, detail: string | null): Promise<void> {
    await this.database.execute(
      `UPDATE bulk_items SET outcome = ?, detail = ?
       WHERE bulk_id = ? AND number = ? AND outcome IS NULL`,
      [outcome, detail, item.bulk_id, item.number],
    );
  }

  private async act({ action, version, projectId }: Bulk, item: BulkItemEntity, by: Actor) {
    const taskId = item.task_id;
    const noted = (transaction: Transaction): Promise<void> => noteDone(transaction, item);
    if (action === 'cancel') {
      await this.tasks.cancel(projectId, taskId, by);
      await this.note(item, 'done', null);
    } else if (action === 'retry')
      await this.tasks.retry(projectId, taskId, { extend: null, by }, noted);
    else {
      const again = { params: null, version, fromStep: null, name: null, runAt: null };
      await this.reruns.rerun(projectId, taskId, again, { by }, noted);
    }
  }
}

async function noteDone(transaction: Transaction, item: BulkItemEntity): Promise<void> {
  const rows = await transaction.query(
    `UPDATE bulk_items SET outcome = 'done'
     WHERE bulk_id = ? AND number = ? AND outcome IS NULL RETURNING number`,
    [item.bulk_id, item.number],
  );
  if (rows.length === 0) throw new ItemIsDone();
}
