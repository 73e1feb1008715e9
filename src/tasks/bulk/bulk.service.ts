import { Inject, Injectable } from '@nestjs/common';
import { invalidField, MetarunError, unknownId } from '../../base/kernel/errors.js';
import { isUuid, newId } from '../../base/kernel/ids.js';
import { Database, type SqlValue, type Transaction } from '../../platform/database/database.js';
import { type Actor, actorValues } from '../../workflow/engine/state/actor.js';
import { Transitions } from '../../workflow/engine/state/transitions.js';
import type { TaskCursor } from '../tasks/list/task-cursor.js';
import type { TaskFilter } from '../tasks/list/task-filter.js';
import { TasksService } from '../tasks/tasks.service.js';
import { bulkEvent } from './bulk-event.js';
import type { BulkItemEntity } from './bulk-item.entity.js';
import type { BulkOperationEntity } from './bulk-operation.entity.js';
import {
  type Bulk,
  toBulk,
  MAX_REFUSED,
  MAX_RUNNING,
  MAX_TASKS,
  type NewBulk,
  type Refusal,
  TOLERANCE,
} from './bulk.js';
import { BULK_ERRORS } from './errors.js';
import { bulkDue } from './messages.js';

/** Number of tasks that are read at a time. */
const PAGE = 1_000;
const ROWS_PER_INSERT = 500;

/** Bulk operations for clients: starting, reading and stopping. */
@Injectable()
export class BulkOperations {
  constructor(
    private readonly database: Database,
    private readonly transitions: Transitions,
    @Inject(TasksService) private readonly tasks: Pick<TasksService, 'list'>,
  ) {}

  /** Returns the number of tasks that a filter matches, counted up to one more than an operation may have. */
  async count(projectId: string, filter: TaskFilter): Promise<number> {
    return (await this.matching(projectId, filter)).length;
  }

  /** Stores an operation with the tasks that match now. Any server then carries it out in the background. */
  async start(projectId: string, given: NewBulk, by: Actor): Promise<Bulk> {
    const ids =
      'ids' in given.tasks
        ? [...new Set(given.tasks.ids.map((id) => id.toLowerCase()))]
        : await this.expected(projectId, given.tasks);
    // Retries and reruns keep the order of the tasks. Cancels begin with the latest task, which started last.
    if (given.action !== 'cancel') ids.reverse();
    const row = await this.database.write(async (transaction) => {
      await transaction.lock(`bulk ${projectId}`);
      await this.admit(transaction, projectId);
      const made = await this.insert(transaction, projectId, given, ids.length, by);
      await insertItems(transaction, made, ids);
      this.transitions.append(transaction, projectId, [bulkEvent(made)]);
      this.transitions.publish(transaction, bulkDue, { bulkId: made.id });
      return made;
    });
    return toBulk(row);
  }

  /** Returns the operations that are older than `cursor`, newest first. */
  async list(
    projectId: string,
    { limit, cursor }: { limit: number; cursor?: string | undefined },
  ): Promise<Bulk[]> {
    const before = cursor === undefined ? '' : 'AND id < ?';
    const rows = await this.database.query<BulkOperationEntity>(
      `SELECT * FROM bulk_operations WHERE project_id = ? ${before} ORDER BY id DESC LIMIT ?`,
      [projectId, ...(cursor === undefined ? [] : [cursor.toLowerCase()]), limit],
    );
    return rows.map(toBulk);
  }

  async get(projectId: string, id: string): Promise<Bulk> {
    const [row] = isUuid(id)
      ? await this.database.query<BulkOperationEntity>(
          'SELECT * FROM bulk_operations WHERE id = ? AND project_id = ?',
          [id.toLowerCase(), projectId],
        )
      : [];
    if (row === undefined) throw unknownId('bulk operation', id, 'bulk');
    return toBulk(row);
  }

  /** Returns the first {@link MAX_REFUSED} refused tasks, in the order of the operation. */
  async refusals({ id, projectId }: Bulk): Promise<Refusal[]> {
    const rows = await this.database.query<BulkItemEntity>(
      `SELECT * FROM bulk_items WHERE bulk_id = ? AND project_id = ?
         AND outcome IS NOT NULL AND outcome <> 'done' ORDER BY number LIMIT ${MAX_REFUSED}`,
      [id, projectId],
    );
    return rows.map(({ task_id: taskId, outcome, detail }) => ({
      taskId,
      code: outcome ?? '',
      detail: detail ?? '',
    }));
  }

  /** Stops an operation; what is done stays done. Stopping an operation that has ended changes nothing. */
  async stop(projectId: string, id: string): Promise<Bulk> {
    const { id: known } = await this.get(projectId, id);
    await this.database.write(async (transaction) => {
      const [row] = await transaction.query<BulkOperationEntity>(
        `UPDATE bulk_operations SET state = 'stopped', next_at = NULL, finished_at = ${this.database.now}
         WHERE id = ? AND project_id = ? AND state = 'running' RETURNING *`,
        [known, projectId],
      );
      if (row !== undefined) this.transitions.append(transaction, projectId, [bulkEvent(row)]);
    });
    return this.get(projectId, known);
  }

  private async expected(
    projectId: string,
    { filter, expected }: { filter: TaskFilter; expected: number },
  ): Promise<string[]> {
    const ids = await this.matching(projectId, filter);
    if (ids.length > MAX_TASKS)
      throw invalidField(
        '/filter',
        `matches more than ${MAX_TASKS} tasks: narrow it, by created_after for one`,
      );
    if (Math.abs(ids.length - expected) > Math.floor(expected * TOLERANCE))
      throw new MetarunError(
        BULK_ERRORS.bulk_count_changed,
        `The filter matches ${ids.length} tasks now, not ${expected}: look at the list again, and repeat the request with the new number.`,
        { errors: [{ pointer: '/expected', message: `is not ${ids.length}` }] },
      );
    return ids;
  }

  /** Returns the ids of the tasks that match, latest first, at most one more than an operation may have. */
  private async matching(projectId: string, filter: TaskFilter): Promise<string[]> {
    const ids: string[] = [];
    let cursor: TaskCursor | undefined;
    for (;;) {
      const limit = Math.min(PAGE, MAX_TASKS + 1 - ids.length);
      const page = await this.tasks.list(projectId, filter, { cursor, limit, offset: 0 });
      ids.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (last === undefined || page.length < limit || ids.length > MAX_TASKS) return ids;
      cursor = { at: last.createdAt, id: last.id };
    }
  }

  private async admit(transaction: Transaction, projectId: string): Promise<void> {
    const running = await transaction.query(
      `SELECT id FROM bulk_operations WHERE project_id = ? AND state = 'running' LIMIT ${MAX_RUNNING}`,
      [projectId],
    );
    if (running.length === MAX_RUNNING)
      throw new MetarunError(
        'conflict',
        `${MAX_RUNNING} bulk operations run in this project: wait for one to end, or stop one.`,
      );
  }

  private async insert(
    transaction: Transaction,
    projectId: string,
    { action, version, name }: NewBulk,
    total: number,
    by: Actor,
  ): Promise<BulkOperationEntity> {
    const { now } = this.database;
    const [row] = await transaction.query<BulkOperationEntity>(
      `INSERT INTO bulk_operations (id, project_id, action, version, name, state, total, done, refused,
         attempts, next_at, created_by, created_by_name, created_at)
       VALUES (?, ?, ?, ?, ?, 'running', ?, 0, 0, 0, ${now}, ?, ?, ?) RETURNING *`,
      [newId(), projectId, action, version, name, total, ...actorValues(by), Date.now()],
    );
    if (row === undefined) throw new Error('an insert gave no row');
    return row;
  }
}

async function insertItems(
  transaction: Transaction,
  { id, project_id: projectId }: BulkOperationEntity,
  taskIds: readonly string[],
): Promise<void> {
  for (let from = 0; from < taskIds.length; from += ROWS_PER_INSERT) {
    const rows = taskIds.slice(from, from + ROWS_PER_INSERT);
    const values: SqlValue[] = rows.flatMap((taskId, at) => [id, from + at + 1, projectId, taskId]);
    await transaction.query(
      `INSERT INTO bulk_items (bulk_id, number, project_id, task_id)
       VALUES ${rows.map(() => '(?, ?, ?, ?)').join(', ')}`,
      values,
    );
  }
}
