import { Injectable } from '@nestjs/common';
import type { Condition, SqlValue, Transaction } from '../../platform/database/database.js';
import { isJsonObject, type Json } from '../../base/kernel/json.js';
import { MemoryIndex } from './memory-index.js';
import { MemoryStore } from './memory-store.js';
import type { MemoryRow } from './memory.js';

export interface Revoked {
  revoked: number;
  purged: number;
  /** Task ids, at most {@link MAX_TASKS}. */
  tasks: string[];
}

export type Target = Pick<
  MemoryRow,
  'number' | 'id' | 'project_id' | 'scope' | 'scope_id' | 'kind' | 'trust' | 'hash' | 'status'
>;

/** Number of memories revoked in one transaction. */
const AT_ONCE = 200;
const MAX_TASKS = 1_000;

/** Revokes and erases memories. */
@Injectable()
export class Revocation {
  constructor(
    private readonly store: MemoryStore,
    private readonly index: MemoryIndex,
  ) {}

  /**
   * Revokes the matching memories: tasks are no longer given them, and the same words are not kept again. `purge` also
   * erases texts and quotes, including those of memories revoked earlier.
   */
  async revoke(projectId: string, where: Condition, purge: boolean): Promise<Revoked> {
    const result: Revoked = { revoked: 0, purged: 0, tasks: [] };
    const tasks = new Set<string>();
    const open = purge ? `(m.status <> 'revoked' OR m.text IS NOT NULL)` : `m.status <> 'revoked'`;
    for (;;) {
      const rows = await this.store.database.write(async (transaction) => {
        await transaction.lock(`memories ${projectId}`);
        const found = await transaction.query<Target>(
          `SELECT m.number, m.id, m.project_id, m.scope, m.scope_id, m.kind, m.trust, m.hash, m.status
           FROM memories m WHERE m.project_id = ? AND ${open} AND ${where.sql} ORDER BY m.number LIMIT ?`,
          [projectId, ...where.values, AT_ONCE],
        );
        if (found.length > 0) await this.take(transaction, projectId, found, purge, tasks);
        return found;
      });
      result.revoked += rows.filter(({ status }) => status !== 'revoked').length;
      if (purge) result.purged += rows.length;
      if (rows.length < AT_ONCE) break;
    }
    return { ...result, tasks: [...tasks].slice(0, MAX_TASKS) };
  }

  /**
   * Revokes the given memories. The caller holds the lock of the project's memories. `tasks` receives the tasks that
   * were given them.
   */
  async take(
    transaction: Transaction,
    projectId: string,
    rows: readonly Target[],
    purge: boolean,
    tasks = new Set<string>(),
  ): Promise<void> {
    const now = Date.now();
    const ids = rows.map(({ id }) => id);
    const places = ids.map(() => '?').join(', ');
    const [given, values]: [string, SqlValue[]] = [
      `memory_id IN (${places}) AND project_id = ?`,
      [...ids, projectId],
    ];
    await transaction.query(
      `UPDATE memories SET status = 'revoked', updated_at = ?${purge ? ', text = NULL' : ''}
       WHERE id IN (${places}) AND project_id = ?`,
      [now, ...values],
    );
    await this.index.remove(transaction, rows);
    await this.store.vectors.drop(
      transaction,
      projectId,
      rows.map(({ number }) => number),
    );
    for (const { hash, status, ...row } of rows) {
      await transaction.query(
        `INSERT INTO memory_tombstones (project_id, hash, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
        [projectId, hash, now],
      );
      if (status !== 'revoked') this.store.report(transaction, row, 'revoked');
    }
    const uses = await transaction.query<{ memory_id: string; task_id: string; step_id: string }>(
      `SELECT memory_id, task_id, step_id FROM memory_uses WHERE ${given}`,
      values,
    );
    for (const { task_id } of uses) if (tasks.size < MAX_TASKS) tasks.add(task_id);
    if (!purge) return;
    await transaction.query(`UPDATE memory_sources SET quote = NULL WHERE ${given}`, values);
    for (const [step, of] of Map.groupBy(uses, ({ step_id }) => step_id))
      await erase(transaction, projectId, step, new Set(of.map(({ memory_id }) => memory_id)));
  }
}

/** Erases the text of memories from the records of steps that were given them. */
async function erase(
  transaction: Transaction,
  projectId: string,
  stepId: string,
  memories: ReadonlySet<string>,
): Promise<void> {
  const [step] = await transaction.query<{ result: string | null }>(
    'SELECT result FROM task_steps WHERE id = ? AND project_id = ?',
    [stepId, projectId],
  );
  const given: Json = step?.result == null ? null : (JSON.parse(step.result) as Json);
  if (!Array.isArray(given)) return;
  const left = given.map((one) =>
    isJsonObject(one) && typeof one['id'] === 'string' && memories.has(one['id'])
      ? { ...one, text: '' }
      : one,
  );
  await transaction.query('UPDATE task_steps SET result = ? WHERE id = ? AND project_id = ?', [
    JSON.stringify(left),
    stepId,
    projectId,
  ]);
}
