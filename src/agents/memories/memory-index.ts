import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import {
  type Condition,
  Database,
  type SqlValue,
  type Transaction,
} from '../../platform/database/database.js';
import { collectTerms } from '../../files/search/analyzer.js';
import type { Phrase, SearchQuery } from '../../files/search/search-query.js';
import {
  buildCondition,
  ftsQuery,
  ftsTerms,
  tsquery,
  tsqueryOfAny,
  tsvector,
} from '../../files/search/terms.js';
import { hasLeftoverTermParts, writeAgain } from './term-separators.js';
import { type CountedPhrase, rarest, scoreOfText } from './memory-ranking.js';
import type { MemoryRow } from './memory.js';

/** Fields that determine the rank of a memory, with the score of its words. Higher is better. */
export type Match = Pick<
  MemoryRow,
  'number' | 'text' | 'kind' | 'scope' | 'uses' | 'created_at'
> & { score: number };

/** Maximum number of memories ranked for one search. */
const RANKED = 500;
/**
 * Number of words from which PostgreSQL counts them in one pass over the project's memories. Most memories contain
 * some words of a sentence, and a count by index visits the rows as well: counting eleven words took 2.7 times as long
 * as the pass.
 */
const ONE_PASS = 4;
/**
 * Time for which the count of a common word is cached, in ms. Common words take longest to count and occur in most
 * sentences, and a slightly outdated count changes no order.
 */
const COMMON_MS = 60_000;
/** Maximum number of cached common words. */
const MOST_COMMON = 5_000;

type Counts = Record<string, number | string>;

/** Condition that a source task of memory `m` cites file content that has changed. */
export const CITES_STALE = `EXISTS (SELECT 1 FROM memory_sources cites JOIN citations cited ON cited.task_id = cites.task_id
  AND cited.project_id = cites.project_id WHERE cites.memory_id = m.id AND cited.stale IS NOT NULL)`;
const RANKED_BY = 'm.number, m.text, m.kind, m.scope, m.uses, m.created_at';
export const COLUMNS = `m.number, m.id, m.project_id, m.scope, m.scope_id, m.subject_hash, m.kind, m.text, m.hash, m.status,
  m.trust, m.supersedes_id, m.expires_at, m.created_via, m.created_by, m.model, m.uses, m.last_used_at, m.created_at,
  m.updated_at, ${CITES_STALE} AS stale`;

/** Index of the terms of memories, with the same analyzer as for files. */
@Injectable()
export class MemoryIndex {
  /**
   * Counts of words that many memories have, by project and query. The query '' counts all memories of the project.
   */
  private readonly common = new LRUCache<string, number>({ max: MOST_COMMON, ttl: COMMON_MS });

  constructor(private readonly database: Database) {}

  /** Replaces the terms of a memory by those of a text. */
  async put(
    transaction: Transaction,
    { number, project_id }: Pick<MemoryRow, 'number' | 'project_id'>,
    text: string,
  ): Promise<void> {
    const terms = collectTerms(text);
    if (this.isPostgres) {
      await transaction.query(
        'UPDATE memories SET terms = CAST(? AS tsvector) WHERE number = ? AND project_id = ?',
        [tsvector([], terms), number, project_id],
      );
      return;
    }
    await this.drop(transaction, [number]);
    await transaction.query('INSERT INTO memory_terms (rowid, text) VALUES (?, ?)', [
      number,
      ftsTerms(terms, project_id),
    ]);
  }

  async remove(
    transaction: Transaction,
    rows: readonly Pick<MemoryRow, 'number' | 'project_id'>[],
  ): Promise<void> {
    if (!this.isPostgres)
      return this.drop(
        transaction,
        rows.map(({ number }) => number),
      );
    for (const { number, project_id } of rows)
      await transaction.query(
        'UPDATE memories SET terms = NULL WHERE number = ? AND project_id = ?',
        [number, project_id],
      );
  }

  /** Removes the terms of memories from SQLite's index without a trace. */
  private async drop(transaction: Transaction, numbers: readonly number[]): Promise<void> {
    const those = `rowid IN (${numbers.map(() => '?').join(', ')})`;
    const rows = await transaction.query<{ text: string }>(
      `SELECT text FROM memory_terms WHERE ${those}`,
      numbers,
    );
    if (rows.length === 0) return;
    await transaction.query(`DELETE FROM memory_terms WHERE ${those}`, numbers);
    const terms = new Set(rows.flatMap(({ text }) => text.split(' ')));
    if (await hasLeftoverTermParts(transaction, terms)) await writeAgain(transaction);
  }

  /**
   * Returns memories with any of the words, best first: at least `wanted` if there are as many. If many memories have
   * some of the words, those with the rarer words are ranked.
   */
  async matches(
    projectId: string,
    query: SearchQuery,
    where: Condition,
    wanted: number,
    reader: Pick<Transaction, 'query'> = this.database,
  ): Promise<Match[]> {
    const { all, phrases } = await this.counted(projectId, query, reader);
    const most = Math.max(RANKED, wanted);
    const rare = rarest(phrases, most);
    const read = (some: readonly Phrase[]): Promise<Omit<Match, 'score'>[]> => {
      const any = buildCondition({ ...query, all: some }, 'any');
      const text = this.isPostgres ? tsquery(any) : ftsQuery(any, projectId);
      return this.having<Omit<Match, 'score'>>(RANKED_BY, projectId, text, where, most, reader);
    };
    let rows = await read(rare);
    if (rows.length < wanted && rare.length < phrases.length) rows = await read(phrases);
    return rows
      .map((row): Match => ({ ...row, score: scoreOfText(row.text ?? '', phrases, all) }))
      .toSorted((one, other) => other.score - one.score || other.number - one.number);
  }

  /** Returns the newest memories that have all terms of any group, at most {@link RANKED}. No words are counted. */
  withGroups(
    projectId: string,
    groups: readonly (readonly string[])[],
    where: Condition,
    reader: Pick<Transaction, 'query'> = this.database,
  ): Promise<MemoryRow[]> {
    const term = (one: string): string =>
      this.isPostgres ? `'${one}'` : `"${ftsTerms([one], projectId)}"`;
    const [and, or] = this.isPostgres ? [' & ', ' | '] : [' AND ', ' OR '];
    const text = groups.map((group) => `(${group.map(term).join(and)})`).join(or);
    return this.having<MemoryRow>(COLUMNS, projectId, text, where, RANKED, reader);
  }

  /** Returns columns of the newest memories that match a query in the database's syntax. */
  private having<Row>(
    columns: string,
    projectId: string,
    query: string,
    where: Condition,
    limit: number,
    reader: Pick<Transaction, 'query'>,
  ): Promise<Row[]> {
    // The order is that of an index, so that the search ends at the limit if many rows match: PostgreSQL then uses the
    // project's list, and FTS5 searches by number. The empty text keeps SQLite from reading the whole project by its
    // index and comparing each row with the matches.
    return reader.query<Row>(
      this.isPostgres
        ? `SELECT ${columns} FROM memories m WHERE m.terms @@ CAST(? AS tsquery) AND m.project_id = ? AND ${where.sql}
           ORDER BY m.id DESC LIMIT ?`
        : `SELECT ${columns} FROM (SELECT rowid AS number FROM memory_terms WHERE memory_terms MATCH ?) t
           CROSS JOIN memories m ON m.number = t.number WHERE m.project_id || '' = ? AND ${where.sql}
           ORDER BY t.number DESC LIMIT ?`,
      [query, projectId, ...where.values, limit],
    );
  }

  /** Returns the number of the project's memories, and of those with each phrase. */
  private async counted(
    projectId: string,
    { all }: SearchQuery,
    reader: Pick<Transaction, 'query'>,
  ): Promise<{ all: number; phrases: CountedPhrase[] }> {
    const buildCacheKey = (phrase: Phrase): string => `${projectId} ${tsqueryOfAny([phrase])}`;
    const counts = new Map<string, number>();
    const unknown = all.filter((phrase) => {
      const memories = this.common.get(buildCacheKey(phrase));
      if (memories !== undefined) counts.set(buildCacheKey(phrase), memories);
      return memories === undefined;
    });
    const total = this.common.get(projectId);
    const row = await this.countedNow(projectId, unknown, total === undefined, reader);
    const note = (name: string, column: string): void => {
      const memories = Number(row[column] ?? 0);
      counts.set(name, memories);
      if (memories > RANKED) this.common.set(name, memories);
    };
    unknown.forEach((phrase, index) => note(buildCacheKey(phrase), `n${index}`));
    if (total === undefined) note(projectId, 'all');
    return {
      all: total ?? counts.get(projectId) ?? 0,
      phrases: all.map((phrase) => ({
        ...phrase,
        memories: counts.get(buildCacheKey(phrase)) ?? 0,
      })),
    };
  }

  /** Returns a row with the number of memories with each phrase, as `n0`, `n1` and so on, and `all` if requested. */
  private async countedNow(
    projectId: string,
    phrases: readonly Phrase[],
    all: boolean,
    reader: Pick<Transaction, 'query'>,
  ): Promise<Counts> {
    if (phrases.length === 0 && !all) return {};
    const [counts = {}] =
      this.isPostgres && phrases.length >= ONE_PASS
        ? await reader.query<Counts>(
            `SELECT COUNT(*) FILTER (WHERE status <> 'revoked') AS "all",
               ${phrases.map((_, index) => `COUNT(*) FILTER (WHERE terms @@ CAST(? AS tsquery)) AS "n${index}"`).join(', ')}
             FROM memories WHERE project_id = ?`,
            [...phrases.map((phrase) => tsqueryOfAny([phrase])), projectId],
          )
        : await this.countedEach(projectId, phrases, all, reader);
    return counts;
  }

  private countedEach(
    projectId: string,
    phrases: readonly Phrase[],
    all: boolean,
    reader: Pick<Transaction, 'query'>,
  ): Promise<Counts[]> {
    const one = this.isPostgres
      ? 'SELECT COUNT(*) FROM memories WHERE terms @@ CAST(? AS tsquery) AND project_id = ?'
      : 'SELECT COUNT(*) FROM memory_terms WHERE memory_terms MATCH ?';
    const columns = phrases.map((_, index) => `(${one}) AS "n${index}"`);
    const values = phrases.flatMap((phrase): SqlValue[] =>
      this.isPostgres
        ? [tsqueryOfAny([phrase]), projectId]
        : [ftsQuery({ groups: [[phrase]], none: [] }, projectId)],
    );
    if (all) {
      columns.push(
        `(SELECT COUNT(*) FROM memories WHERE project_id = ? AND status <> 'revoked') AS "all"`,
      );
      values.push(projectId);
    }
    return reader.query<Counts>(`SELECT ${columns.join(', ')}`, values);
  }

  private get isPostgres(): boolean {
    return this.database.kind === 'postgres';
  }
}
