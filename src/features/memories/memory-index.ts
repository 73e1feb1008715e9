import type { Database, SqlValue, Transaction } from '../../platform/database/database.js';
import { termsOf } from '../search/analyzer.js';
import type { SearchQuery } from '../search/search-query.js';
import { ftsQuery, ftsTerms, rankQuery, tsquery, tsvector } from '../search/terms.js';
import type { MemoryRow } from './memory.js';

/** A condition on a row `m` of `memories`. */
export interface Condition {
  sql: string;
  values: readonly SqlValue[];
}

/** A memory with how well its words match. More is better. */
export type Match = MemoryRow & { score: number };

export const COLUMNS = `m.number, m.id, m.project_id, m.scope, m.scope_id, m.subject_hash, m.kind, m.text, m.hash, m.status,
  m.trust, m.supersedes_id, m.expires_at, m.created_via, m.created_by, m.model, m.uses, m.last_used_at, m.created_at,
  m.updated_at`;

/** The terms of memories, by the same analyzer as those of files. */
export class MemoryIndex {
  constructor(private readonly database: Database) {}

  /** Puts the terms of a text in the place of those that the memory has. */
  async put(
    transaction: Transaction,
    { number, project_id }: Pick<MemoryRow, 'number' | 'project_id'>,
    text: string,
  ): Promise<void> {
    const terms = termsOf(text);
    if (this.database.kind === 'postgres') {
      await transaction.query(
        'UPDATE memories SET terms = CAST(? AS tsvector) WHERE number = ? AND project_id = ?',
        [tsvector([], terms), number, project_id],
      );
      return;
    }
    await transaction.query('DELETE FROM memory_terms WHERE rowid = ?', [number]);
    await transaction.query('INSERT INTO memory_terms (rowid, text) VALUES (?, ?)', [
      number,
      ftsTerms(terms, project_id),
    ]);
  }

  async remove(
    transaction: Transaction,
    rows: readonly Pick<MemoryRow, 'number' | 'project_id'>[],
  ): Promise<void> {
    for (const { number, project_id } of rows)
      await (this.database.kind === 'postgres'
        ? transaction.query(
            'UPDATE memories SET terms = NULL WHERE number = ? AND project_id = ?',
            [number, project_id],
          )
        : transaction.query('DELETE FROM memory_terms WHERE rowid = ?', [number]));
  }

  /** Returns the memories that have any of the words that are looked for, best first. */
  async matches(
    projectId: string,
    query: SearchQuery,
    where: Condition,
    limit: number,
    reader: Pick<Transaction, 'query'> = this.database,
  ): Promise<Match[]> {
    // The best are found before their texts are read.
    const best =
      this.database.kind === 'postgres'
        ? {
            sql: `SELECT m.number, ts_rank(m.terms, CAST(? AS tsquery), 1) AS score FROM memories m
              WHERE m.terms @@ CAST(? AS tsquery)`,
            values: [rankQuery(query), tsquery(query, 'any')],
          }
        : {
            sql: `SELECT m.number, -t.rank AS score
              FROM (SELECT rowid AS number, bm25(memory_terms) AS rank FROM memory_terms WHERE memory_terms MATCH ?) t
              CROSS JOIN memories m ON m.number = t.number WHERE TRUE`,
            values: [ftsQuery(query, projectId, 'any')],
          };
    return reader.query<Match>(
      `SELECT ${COLUMNS}, b.score FROM (${best.sql} AND m.project_id = ? AND ${where.sql}
         ORDER BY score DESC, m.number DESC LIMIT ?) b
       JOIN memories m ON m.number = b.number AND m.project_id = ? ORDER BY b.score DESC, m.number DESC`,
      [...best.values, projectId, ...where.values, limit, projectId],
    );
  }
}
