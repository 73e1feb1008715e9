import { type Database, type SqlValue } from '../../platform/database/database.js';
import { ROOT } from '../files/tree/file-path.js';
import { belowDirectory } from '../files/tree/subtree.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import type { SearchQuery } from './search-query.js';
import { ftsQuery, rankQuery, tsquery } from './terms.js';

/** A section that has what was looked for. More is better. */
export interface Hit {
  id: number;
  score: number;
}

export interface HitRange {
  limit: number;
  offset: number;
  /** Normalised: only below this directory, or in this file. */
  path: string | undefined;
}

/** The file is null where the section is none of a file any more. */
interface Candidate extends Hit {
  file_id: string | null;
}

/** So many sections of earlier contents, which the sweep has not removed yet, do not make a search take longer. */
const OUTDATED = 100;

/** The conditions that file `f` is one of the workspace, and section `s` one of its present content. */
export const OF_FILES = `f.id = s.file_id AND f.type = 'file'
  AND f.blob_id || ' ' || f.mime_type = s.content AND f.workspace_id = ? AND f.project_id = ?`;

/** The score of a section. A find in a heading weighs more; a long section counts for less. The last two weights are D and A. */
const POSTGRES_SCORE = `ts_rank('{0.1, 0.1, 0.1, 0.5}', s.terms, CAST(? AS tsquery), 1)`;
/** Sections that are ranked of those that match: of a word that more have, the latest of them. It takes some 20 ms of the server. */
const MAX_RANKED = 10_000;
/** Less is better. */
const SQLITE_RANK = 'bm25(file_terms, 4.0, 1.0)';

/**
 * The best sections of a workspace. Mostly it asks the index for its best, and then whether these are still sections of
 * files: to look up the file of each that matches takes several times as long as to rank them. Where too few of these are,
 * and within a directory, it ranks those alone that are.
 */
export class SectionRanking {
  constructor(private readonly database: Database) {}

  /** Best first. */
  async best(workspace: Workspace, query: SearchQuery, range: HitRange): Promise<Hit[]> {
    const postgres = this.database.kind === 'postgres';
    if (range.path === undefined || range.path === ROOT) {
      const end = range.offset + range.limit;
      const candidates = await (postgres
        ? this.postgresBest(workspace, query, end + OUTDATED)
        : this.sqliteBest(workspace, query, end + OUTDATED));
      const found = candidates.filter(({ file_id }) => file_id !== null);
      if (found.length >= end || candidates.length < end + OUTDATED)
        return found.slice(range.offset, end);
    }
    return postgres
      ? this.postgresWithin(workspace, query, range)
      : this.sqliteWithin(workspace, query, range);
  }

  private sqliteBest(
    workspace: Workspace,
    query: SearchQuery,
    limit: number,
  ): Promise<Candidate[]> {
    return this.database.query<Candidate>(
      `SELECT t.id, -t.rank AS score, f.id AS file_id
        FROM (SELECT id, rank FROM (
            SELECT rowid AS id, ${SQLITE_RANK} AS rank FROM file_terms
            WHERE file_terms MATCH ? ORDER BY rowid DESC LIMIT ${MAX_RANKED})
          ORDER BY rank, id LIMIT ?) t
        LEFT JOIN file_sections s ON s.id = t.id
        LEFT JOIN files f ON ${OF_FILES}
        ORDER BY t.rank, t.id`,
      [ftsQuery(query, workspace.id), limit, workspace.id, workspace.projectId],
    );
  }

  private sqliteWithin(workspace: Workspace, query: SearchQuery, range: HitRange): Promise<Hit[]> {
    const within = this.within(range.path);
    // The plus sign keeps SQLite from looking for each of the sections by itself.
    return this.database.query<Hit>(
      `SELECT rowid AS id, -${SQLITE_RANK} AS score FROM file_terms
        WHERE file_terms MATCH ? AND +rowid IN (
          SELECT s.id FROM files f CROSS JOIN file_sections s WHERE ${OF_FILES} ${within.sql})
        ORDER BY score DESC, rowid LIMIT ? OFFSET ?`,
      [
        ftsQuery(query, workspace.id),
        workspace.id,
        workspace.projectId,
        ...within.values,
        range.limit,
        range.offset,
      ],
    );
  }

  private postgresBest(
    workspace: Workspace,
    query: SearchQuery,
    limit: number,
  ): Promise<Candidate[]> {
    const scope = [workspace.id, workspace.projectId];
    return this.database.query<Candidate>(
      `WITH best AS MATERIALIZED (
          SELECT s.id, s.file_id, s.content, ${POSTGRES_SCORE} AS score FROM file_sections s
            WHERE s.terms @@ CAST(? AS tsquery) AND s.workspace_id = ? AND s.project_id = ?
            ORDER BY score DESC, s.id LIMIT ?)
        SELECT s.id, s.score, f.id AS file_id FROM best s LEFT JOIN files f ON ${OF_FILES}
          ORDER BY s.score DESC, s.id`,
      [rankQuery(query), tsquery(query), ...scope, limit, ...scope],
    );
  }

  private postgresWithin(
    workspace: Workspace,
    query: SearchQuery,
    range: HitRange,
  ): Promise<Hit[]> {
    const within = this.within(range.path);
    return this.database.query<Hit>(
      `SELECT s.id, ${POSTGRES_SCORE} AS score
        FROM file_sections s JOIN files f ON ${OF_FILES} ${within.sql}
        WHERE s.terms @@ CAST(? AS tsquery)
        ORDER BY score DESC, s.id LIMIT ? OFFSET ?`,
      [
        rankQuery(query),
        workspace.id,
        workspace.projectId,
        ...within.values,
        tsquery(query),
        range.limit,
        range.offset,
      ],
    );
  }

  private within(path: string | undefined): { sql: string; values: SqlValue[] } {
    if (path === undefined || path === ROOT) return { sql: '', values: [] };
    const below = belowDirectory(this.database, path);
    return { sql: `AND (f.path = ? OR (${below.sql}))`, values: [path, ...below.values] };
  }
}
