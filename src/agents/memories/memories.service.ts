import { Injectable } from '@nestjs/common';
import { isoTime } from '../../base/kernel/clock.js';
import { MetarunError, unknownId } from '../../base/kernel/errors.js';
import { isUuid } from '../../base/kernel/ids.js';
import type { Condition, SqlValue, Transaction } from '../../platform/database/database.js';
import { isUniqueViolation } from '../../platform/database/unique-violation.js';
import { textRefusal } from './admission.js';
import { COLUMNS, MemoryIndex } from './memory-index.js';
import { assertText, refusalError } from './memory-refusals.js';
import { MemoryStore, type NewMemory } from './memory-store.js';
import { type MemoryKind } from './memory-words.js';
import { hashOfText, type MemoryRow } from './memory.js';

/** A change of a memory; undefined fields are kept. */
export interface MemoryChange {
  text?: string | undefined;
  kind?: MemoryKind | undefined;
  /** ms since the epoch; null = never. */
  expiresAt?: number | null | undefined;
  accept?: boolean;
}

export interface SourceRow {
  task_id: string | null;
  attempt: number | null;
  step_id: string | null;
  pointer: string | null;
  quote: string | null;
  file_path: string | null;
  first_line: number | null;
  last_line: number | null;
  created_at: number;
  /** Null if the task has been deleted. */
  found: string | null;
}

export interface UseRow {
  task_id: string;
  step_id: string;
  created_at: number;
}

/** Maximum number of uses shown with a memory, newest first. */
const SHOWN_USES = 100;
/** Number of memories that an export reads at a time. */
const EXPORTED = 500;

/** Manages the memories of projects. */
@Injectable()
export class MemoriesService {
  constructor(
    private readonly store: MemoryStore,
    private readonly index: MemoryIndex,
  ) {}

  /** Lists memories, newest first, after the one with the id of the cursor. */
  list(
    projectId: string,
    where: Condition,
    page: { after: string | undefined; limit: number },
  ): Promise<MemoryRow[]> {
    return this.store.database.query<MemoryRow>(
      `SELECT ${COLUMNS} FROM memories m WHERE m.project_id = ? AND ${where.sql}
         ${page.after === undefined ? '' : 'AND m.id < ?'} ORDER BY m.project_id DESC, m.id DESC LIMIT ?`,
      [
        projectId,
        ...where.values,
        ...(page.after === undefined ? [] : [page.after.toLowerCase()]),
        page.limit,
      ],
    );
  }

  async get(projectId: string, id: string): Promise<MemoryRow> {
    return this.find(this.store.database, projectId, id);
  }

  /** Returns the sources of a memory, and the tasks that were given it. */
  async origins(projectId: string, id: string): Promise<{ sources: SourceRow[]; uses: UseRow[] }> {
    const sources = await this.store.database.query<SourceRow>(
      `SELECT s.*, t.id AS found FROM memory_sources s
         LEFT JOIN tasks t ON t.id = s.task_id AND t.project_id = s.project_id
       WHERE s.memory_id = ? AND s.project_id = ? ORDER BY s.created_at, s.id`,
      [id, projectId],
    );
    const uses = await this.store.database.query<UseRow>(
      `SELECT task_id, step_id, created_at FROM memory_uses WHERE memory_id = ? AND project_id = ?
       ORDER BY created_at DESC, step_id LIMIT ?`,
      [id, projectId, SHOWN_USES],
    );
    return { sources, uses };
  }

  /**
   * Keeps a memory, or adds the source to one that says the same. Throws `invalid_memory` for a text that may not be
   * kept, and `memory_limit`.
   */
  async add(memory: NewMemory): Promise<{ row: MemoryRow; created: boolean }> {
    assertText('/text', memory.text);
    const kept = await this.store.database.write((transaction) =>
      this.store.keep(transaction, memory),
    );
    if (!('row' in kept)) throw refusalError(kept.outcome);
    return { row: kept.row, created: kept.outcome === 'added' };
  }

  /** Changes an active or pending memory. */
  async change(projectId: string, id: string, change: MemoryChange): Promise<MemoryRow> {
    const { text, kind, expiresAt, accept = false } = change;
    if (text !== undefined) {
      assertText('/text', text);
      if (textRefusal(text) === 'secret') throw refusalError('secret');
    }
    return this.store.database.write(async (transaction) => {
      await transaction.lock(`memories ${projectId}`);
      const row = await this.find(transaction, projectId, id);
      if (row.status === 'revoked' || row.status === 'superseded')
        throw new MetarunError(
          'conflict',
          `The memory is ${row.status} since ${isoTime(row.updated_at)}, and stays as it is: add another.`,
        );
      const sets: string[] = ['updated_at = ?'];
      const values: SqlValue[] = [Date.now()];
      const set = (column: string, value: SqlValue | undefined): void => {
        if (value === undefined) return;
        sets.push(`${column} = ?`);
        values.push(value);
      };
      set('text', text);
      set('hash', text === undefined ? undefined : hashOfText(text));
      set('kind', kind);
      set('expires_at', expiresAt);
      set('status', accept ? 'active' : undefined);
      const changed = await this.updated(transaction, row, sets, values);
      if (text !== undefined) {
        await this.index.put(transaction, changed, text);
        await this.store.vectors.drop(transaction, projectId, [changed.number]);
      }
      if (changed.status === 'active' && (text !== undefined || accept))
        await this.store.vectors.want(transaction, changed);
      if (accept && row.status === 'pending') this.store.report(transaction, changed, 'accepted');
      return changed;
    });
  }

  private async updated(
    transaction: Transaction,
    { id, project_id }: MemoryRow,
    sets: readonly string[],
    values: readonly SqlValue[],
  ): Promise<MemoryRow> {
    try {
      const [changed] = await transaction.query<MemoryRow>(
        `UPDATE memories SET ${sets.join(', ')} WHERE id = ? AND project_id = ? RETURNING *`,
        [...values, id, project_id],
      );
      if (!changed) throw unknownId('memory', id, 'memories');
      return changed;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new MetarunError(
        'duplicate',
        'Another memory of this scope has these words: change or revoke that one.',
      );
    }
  }

  /** Yields all matching memories with their sources, oldest first, in their state at the time of reading. */
  async *all(
    projectId: string,
    where: Condition,
  ): AsyncGenerator<{ row: MemoryRow; sources: SourceRow[] }> {
    for (let after = ''; ;) {
      const last = after;
      const rows = await this.store.database.inTurn(projectId, () =>
        this.store.database.query<MemoryRow>(
          `SELECT ${COLUMNS} FROM memories m WHERE m.project_id = ? AND m.id > ? AND ${where.sql}
           ORDER BY m.project_id, m.id LIMIT ?`,
          [projectId, last, ...where.values, EXPORTED],
        ),
      );
      if (rows.length === 0) return;
      const sources = await this.store.database.query<SourceRow & { memory_id: string }>(
        `SELECT s.*, t.id AS found FROM memory_sources s
           LEFT JOIN tasks t ON t.id = s.task_id AND t.project_id = s.project_id
         WHERE s.project_id = ? AND s.memory_id IN (${rows.map(() => '?').join(', ')})
         ORDER BY s.created_at, s.id`,
        [projectId, ...rows.map(({ id }) => id)],
      );
      const byMemory = Map.groupBy(sources, (source) => source.memory_id);
      for (const row of rows) yield { row, sources: byMemory.get(row.id) ?? [] };
      after = rows.at(-1)?.id ?? '';
    }
  }

  /** Returns the figures of the project. */
  async stats(projectId: string): Promise<{
    statuses: { status: string; count: number; used: number }[];
    counters: ReadonlyMap<string, number>;
  }> {
    const statuses = await this.store.database.query<{
      status: string;
      count: number;
      used: number;
    }>(
      `SELECT status, COUNT(*) AS count, SUM(CASE WHEN uses > 0 THEN 1 ELSE 0 END) AS used
       FROM memories WHERE project_id = ? GROUP BY status`,
      [projectId],
    );
    const counters = await this.store.database.query<{ name: string; count: number }>(
      'SELECT name, count FROM memory_counters WHERE project_id = ?',
      [projectId],
    );
    return {
      statuses: statuses.map(({ status, count, used }) => ({
        status,
        count: Number(count),
        used: Number(used),
      })),
      counters: new Map(counters.map(({ name, count }) => [name, Number(count)])),
    };
  }

  private async find(
    reader: Pick<Transaction, 'query'>,
    projectId: string,
    id: string,
  ): Promise<MemoryRow> {
    if (!isUuid(id)) throw unknownId('memory', id, 'memories');
    const [row] = await reader.query<MemoryRow>(
      `SELECT ${COLUMNS} FROM memories m WHERE m.id = ? AND m.project_id = ?`,
      [id.toLowerCase(), projectId],
    );
    if (!row) throw unknownId('memory', id, 'memories');
    return row;
  }
}
