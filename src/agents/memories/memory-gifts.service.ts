import { Injectable } from '@nestjs/common';
import type { SqlValue, Transaction } from '../../platform/database/database.js';
import { isoTime } from '../../base/kernel/clock.js';
import type { JsonObject } from '../../base/kernel/json.js';
import type { CapabilityContext } from '../../sandbox/runtime/capabilities.js';
import type { DecideEnd } from '../../workflow/steps/step-store.js';
import { estimateTokens } from '../models/gateway/estimate.js';
import type { SearchQuery } from '../../files/search/search-query.js';
import { COLUMNS } from './memory-index.js';
import { isGiven, isGivenAt, MemorySearch } from './memory-search.service.js';
import type { MemoryPlace, MemoryRow } from './memory.js';

/** A memory search of a run. */
export interface Wanted {
  places: readonly MemoryPlace[];
  query: SearchQuery;
  /** Text with the words to search for. */
  text: string;
  limit: number;
  /** Approximate limit on the total tokens. Default: no limit. */
  maxTokens?: number;
}

/** Provides runs with memories, and records which run was given which. */
@Injectable()
export class MemoryGifts {
  constructor(private readonly searches: MemorySearch) {}

  /**
   * Finds memories for a step, and returns the function that ends the step in the transaction of its record. The
   * record contains only memories that may still be given at that time, so that a purge finds every copy of a text.
   */
  async find(context: CapabilityContext, stepId: string, wanted: Wanted): Promise<DecideEnd> {
    const ids = await this.ids(context, wanted);
    return async (transaction) => {
      const rows = await this.give(transaction, context, stepId, ids, wanted.maxTokens);
      return { status: 'success', result: JSON.stringify(rows.map(givenMemory)) };
    };
  }

  private async ids(
    context: CapabilityContext,
    { places, query, text, limit }: Wanted,
  ): Promise<readonly string[]> {
    if (places.length === 0) return [];
    const where = isGivenAt(places, Date.now());
    const looked = { text: context.redact(text), places };
    const found = await this.searches.search(context.projectId, query, where, limit, looked);
    return found.map(({ row }) => row.id);
  }

  /** Returns the memories that may be given, in the order of the ids, and records that the step was given them. */
  private async give(
    transaction: Transaction,
    { projectId, taskId }: CapabilityContext,
    stepId: string,
    ids: readonly string[],
    maxTokens = Number.POSITIVE_INFINITY,
  ): Promise<MemoryRow[]> {
    if (ids.length === 0) return [];
    await transaction.lock(`memories ${projectId}`);
    const now = Date.now();
    const places = (many: readonly unknown[]): string => many.map(() => '?').join(', ');
    const given = isGiven(now);
    const found = await transaction.query<MemoryRow>(
      `SELECT ${COLUMNS} FROM memories m
       WHERE m.id IN (${places(ids)}) AND m.project_id = ? AND ${given.sql}`,
      [...ids, projectId, ...given.values],
    );
    const rows = within(
      found.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)),
      maxTokens,
    );
    if (rows.length === 0) return [];
    const values = rows.flatMap(({ id }): SqlValue[] => [id, taskId, stepId, projectId, now]);
    await transaction.query(
      `INSERT INTO memory_uses (memory_id, task_id, step_id, project_id, created_at)
       VALUES ${rows.map(() => '(?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
      values,
    );
    await transaction.query(
      `UPDATE memories SET uses = uses + 1, last_used_at = ? WHERE id IN (${places(rows)}) AND project_id = ?`,
      [now, ...rows.map(({ id }) => id), projectId],
    );
    return rows;
  }
}

/** Returns the first memories within a limit on their total tokens. */
function within(rows: readonly MemoryRow[], maxTokens: number): MemoryRow[] {
  let left = maxTokens;
  return rows.filter((row) => {
    left -= estimateTokens(JSON.stringify(givenMemory(row)));
    return left >= 0;
  });
}

/** Returns a memory in the form for runs. */
function givenMemory(row: MemoryRow): JsonObject {
  return {
    id: row.id,
    text: row.text,
    kind: row.kind,
    scope: row.scope,
    trust: row.trust,
    ...(Boolean(row.stale) && { stale: true }),
    origin: row.created_via,
    created_at: isoTime(row.created_at),
  };
}
