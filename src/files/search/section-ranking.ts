import { Injectable } from '@nestjs/common';
import { Database, type SqlValue } from '../../platform/database/database.js';
import { ROOT } from '../files/tree/file-path.js';
import { belowDirectory } from '../files/tree/subtree.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import type { Phrase } from './search-query.js';
import { ftsQuery, type TextCondition, tsquery, tsqueryOfAny } from './terms.js';
import type { WeighedWord } from './relevance.js';
import { Slices } from '../../base/kernel/slices.js';

/** A section that matches. Higher is better. */
export interface Hit {
  id: number;
  score: number;
}

export interface HitRange {
  limit: number;
  /** Normalised: results only from this directory or file. */
  path: string | undefined;
}

/** The file is null if the section no longer belongs to one. */
interface Candidate extends Hit {
  file_id: string | null;
}

/** Number of outdated sections, before the next sweep, that a search may meet without taking longer. */
const OUTDATED = 100;

/** SQL conditions that file `f` belongs to the workspace, and section `s` to its current content. */
export const OF_FILES = `f.id = s.file_id AND f.type = 'file'
  AND f.blob_id || ' ' || f.mime_type = s.content AND f.workspace_id = ? AND f.project_id = ?`;

/** Minimum weight of a word. */
const LEAST_RARITY = 0.01;
/**
 * Maximum number of matching sections that are ranked, or examined within a directory: for a more frequent word, the
 * latest ones. It takes about 50 ms of a server with SQLite, and 150 ms within a directory.
 */
const MAX_RANKED = 10_000;
const MAX_LOOKED_AT = 30_000;
/** A range of section ids, both ends included. */
interface IdRange {
  low: number;
  high: number;
}
const ALL: IdRange = { low: 0, high: Number.MAX_SAFE_INTEGER };
/** Number of sections ranked by one statement: it counts all matches first, which takes several times as long. */
const RANKED_TOGETHER = 5_000;
/** Number of sections per statement that looks up their files. */
const CHUNK = 2_000;
/** Lower is better. */
const SQLITE_RANK = 'bm25(file_terms, 3.0, 1.0)';
/** Number up to which the sections of a word and of a workspace are counted: a more frequent word carries no weight. */
export const MOST_COUNTED = 10_000;

/** A condition, with the words by which matching sections are ranked. */
export interface RankedCondition extends TextCondition {
  words: readonly WeighedWord[];
}

/**
 * Ranks the best sections of a workspace. Usually it asks the index for its best results and then checks whether these
 * still belong to files: looking up the file of each match takes several times as long as ranking. If too few remain,
 * it continues with the next ones; within a directory it ranks only the sections in it.
 */
@Injectable()
export class SectionRanking {
  constructor(private readonly database: Database) {}

  /** Returns sections, best first. */
  async best(workspace: Workspace, query: RankedCondition, range: HitRange): Promise<Hit[]> {
    if (this.database.kind === 'sqlite') return this.sqliteBest(workspace, query, range);
    const end = range.limit;
    if (isWhole(range.path)) {
      const candidates = await this.postgresBest(workspace, query, end + OUTDATED);
      const found = candidates.filter(({ file_id }) => file_id !== null);
      if (found.length >= end || candidates.length < end + OUTDATED) return found.slice(0, end);
    }
    return this.postgresWithin(workspace, query, range);
  }

  /** Ranks on SQLite, which works in this thread, a few sections at a time. */
  private async sqliteBest(
    workspace: Workspace,
    query: TextCondition,
    range: HitRange,
  ): Promise<Hit[]> {
    const end = range.limit;
    const hits: Hit[] = [];
    const ids = isWhole(range.path) ? ALL : await this.findIdRange(workspace, range.path);
    const slices = new Slices();
    // Nearly all sections belong to the workspace, and those of a file's range of ids to the file.
    const isDirectory = !isWhole(range.path) && ids === ALL;
    const most = isDirectory ? MAX_LOOKED_AT : MAX_RANKED;
    for await (const ranked of this.sqliteRanked(workspace, query, ids, most)) {
      if (!isDirectory) hits.push(...ranked);
      else
        for (let from = 0; from < ranked.length; from += CHUNK) {
          await slices.rest();
          const some = ranked.slice(from, from + CHUNK);
          hits.push(...(await this.selectPresentHits(workspace, some, range.path)));
        }
    }
    await slices.rest();
    const sorted = hits.toSorted((one, other) => other.score - one.score || one.id - other.id);
    if (isDirectory) return sorted.slice(0, end);
    const found: Hit[] = [];
    for (let from = 0; from < sorted.length && found.length < end; from += end + OUTDATED) {
      await slices.rest();
      const some = sorted.slice(from, from + end + OUTDATED);
      found.push(...(await this.selectPresentHits(workspace, some, range.path)));
    }
    return found.slice(0, end);
  }

  /** Yields the matching sections, the latest first, at most `most`. */
  private async *sqliteRanked(
    workspace: Workspace,
    query: TextCondition,
    { low, high }: IdRange,
    most: number,
  ): AsyncGenerator<Hit[], void> {
    const slices = new Slices();
    let last = high;
    for (let looked = 0; looked < most; looked += RANKED_TOGETHER) {
      await slices.rest();
      const hits = await this.database.query<Hit>(
        `SELECT rowid AS id, -${SQLITE_RANK} AS score FROM file_terms
          WHERE file_terms MATCH ? AND rowid BETWEEN ? AND ? ORDER BY rowid DESC LIMIT ${RANKED_TOGETHER}`,
        [ftsQuery(query, workspace.id), low, last],
      );
      yield hits;
      last = (hits.at(-1)?.id ?? 0) - 1;
      if (hits.length < RANKED_TOGETHER) return;
    }
  }

  /** Returns the range of ids of a file's sections; for a directory, all ids. */
  private async findIdRange(workspace: Workspace, path: string | undefined): Promise<IdRange> {
    const [row] = await this.database.query<{ low: number | null; high: number | null }>(
      `SELECT MIN(s.id) AS low, MAX(s.id) AS high FROM files f JOIN file_sections s ON ${OF_FILES}
        WHERE f.path = ?`,
      [workspace.id, workspace.projectId, path ?? ROOT],
    );
    const { low = null, high = null } = row ?? {};
    return low === null || high === null ? ALL : { low, high };
  }

  /** Returns those sections that still belong to files of the workspace, and below a path if it is given. */
  private async selectPresentHits(
    workspace: Workspace,
    hits: readonly Hit[],
    path: string | undefined,
  ): Promise<Hit[]> {
    const within = pathWithin(this.database, path);
    const rows = await this.database.query<{ id: number }>(
      // In this order, except for a directory: in the other one, SQLite would read all files of the workspace.
      `SELECT s.id FROM file_sections s ${isWhole(path) ? 'CROSS JOIN' : 'JOIN'} files f
        WHERE ${OF_FILES} ${within.sql} AND s.id IN (${hits.map(() => '?').join(', ')})`,
      [workspace.id, workspace.projectId, ...within.values, ...hits.map(({ id }) => id)],
    );
    const there = new Set(rows.map(({ id }) => id));
    return hits.filter(({ id }) => there.has(id));
  }

  private postgresBest(
    workspace: Workspace,
    query: RankedCondition,
    limit: number,
  ): Promise<Candidate[]> {
    const scope = [workspace.id, workspace.projectId];
    const score = postgresScore(query);
    return this.database.query<Candidate>(
      `WITH found AS MATERIALIZED (
          SELECT id FROM file_sections WHERE terms @@ CAST(? AS tsquery) AND workspace_id = ? AND project_id = ?
            ORDER BY id DESC LIMIT ${MAX_RANKED}),
        best AS MATERIALIZED (
          SELECT s.id, s.file_id, s.content, ${score.sql} AS score FROM found JOIN file_sections s ON s.id = found.id
            ORDER BY score DESC, s.id LIMIT ?)
        SELECT s.id, s.score, f.id AS file_id FROM best s LEFT JOIN files f ON ${OF_FILES}
          ORDER BY s.score DESC, s.id`,
      [tsquery(query), ...scope, ...score.values, limit, ...scope],
    );
  }

  private postgresWithin(
    workspace: Workspace,
    query: RankedCondition,
    range: HitRange,
  ): Promise<Hit[]> {
    const within = pathWithin(this.database, range.path);
    const score = postgresScore(query);
    return this.database.query<Hit>(
      `SELECT s.id, ${score.sql} AS score
        FROM file_sections s JOIN files f ON ${OF_FILES} ${within.sql}
        WHERE s.terms @@ CAST(? AS tsquery)
        ORDER BY score DESC, s.id LIMIT ?`,
      [
        ...score.values,
        workspace.id,
        workspace.projectId,
        ...within.values,
        tsquery(query),
        range.limit,
      ],
    );
  }

  /** Counts the sections of a workspace, and those with one of some phrases, each up to {@link MOST_COUNTED}. */
  async count(
    { id, projectId }: Workspace,
    words: readonly (readonly Phrase[])[],
  ): Promise<{ all: number; words: number[] }> {
    const own = 'workspace_id = ? AND project_id = ?';
    const [one, valuesOf]: [string, (phrases: readonly Phrase[]) => SqlValue[]] =
      this.database.kind === 'postgres'
        ? [
            `file_sections WHERE terms @@ CAST(? AS tsquery) AND ${own}`,
            (phrases) => [tsqueryOfAny(phrases), id, projectId],
          ]
        : [
            'file_terms WHERE file_terms MATCH ?',
            (phrases) => [ftsQuery({ groups: [phrases], none: [] }, id)],
          ];
    const counted = (from: string, name: string): string =>
      `(SELECT COUNT(*) FROM (SELECT 1 AS one FROM ${from} LIMIT ${MOST_COUNTED}) t) AS "${name}"`;
    const columns = words.map((_, index) => counted(one, `n${index}`));
    const [row = {}] = await this.database.query<Record<string, number | string>>(
      `SELECT ${[counted(`file_sections WHERE ${own}`, 'all'), ...columns].join(', ')}`,
      [id, projectId, ...words.flatMap(valuesOf)],
    );
    return { all: Number(row['all']), words: words.map((_, index) => Number(row[`n${index}`])) };
  }
}

/**
 * Returns the score of section `s` as `computeRelevance` computes it, except for neighbouring words: BM25 by the number of
 * finds, which `ts_rank_cd` sums for any of some phrases. The weights of a rank are those of D, C, B and A.
 */
function postgresScore({ words }: RankedCondition): { sql: string; values: SqlValue[] } {
  const telling = words.filter(({ isStop }) => !isStop);
  const row = '(CAST(? AS float8), CAST(? AS tsquery))';
  return {
    sql: `(SELECT SUM(w.rarity * f.finds / (f.finds + 0.3 + 0.0075 * s.length))
      FROM (VALUES ${telling.map(() => row).join(', ')}) w (rarity, query)
        CROSS JOIN LATERAL (SELECT 3 * ts_rank_cd('{0.33333333, 0.33333333, 0.33333333, 1}', s.terms, w.query) AS finds) f)`,
    values: telling.flatMap(({ rarity, forms }) => [
      Math.max(LEAST_RARITY, rarity),
      tsqueryOfAny(forms.map(({ phrase }) => phrase)),
    ]),
  };
}

/** Returns whether a path stands for all files of a workspace. */
export function isWhole(path: string | undefined): boolean {
  return path === undefined || path === ROOT;
}

/** Returns the condition that file `f` has a path or is below it; empty if that means all files. */
export function pathWithin(
  database: Database,
  path: string | undefined,
): { sql: string; values: SqlValue[] } {
  if (path === undefined || isWhole(path)) return { sql: '', values: [] };
  const below = belowDirectory(database, path);
  return { sql: `AND (f.path = ? OR (${below.sql}))`, values: [path, ...below.values] };
}
