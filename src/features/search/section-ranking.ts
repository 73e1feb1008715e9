import { type Database, type SqlValue } from '../../platform/database/database.js';
import { ROOT } from '../files/tree/file-path.js';
import { belowDirectory } from '../files/tree/subtree.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import type { SearchQuery } from './search-query.js';
import { ftsQuery, rankQuery, tsquery } from './terms.js';
import { Slices } from '../../base/kernel/slices.js';

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
/**
 * Sections that SQLite ranks of those that match, and looks at within a directory: of a word that more have, the latest of them.
 * It takes some 50 ms of the server, and 150 ms within a directory.
 */
const MAX_RANKED = 10_000;
const MAX_LOOKED_AT = 30_000;
/** The ids of sections, both ends included. */
interface IdRange {
  low: number;
  high: number;
}
const ALL: IdRange = { low: 0, high: Number.MAX_SAFE_INTEGER };
/** Sections that one statement ranks: it counts all that match first, which takes several times as long. */
const RANKED_TOGETHER = 5_000;
/** Sections of one statement that looks up their files. */
const CHUNK = 2_000;
/** Less is better. */
const SQLITE_RANK = 'bm25(file_terms, 4.0, 1.0)';

/**
 * The best sections of a workspace. Mostly it asks the index for its best, and then whether these are still sections of
 * files: to look up the file of each that matches takes several times as long as to rank them. Where too few of these are,
 * it goes on with the next ones, and within a directory it ranks those alone that are in it.
 */
export class SectionRanking {
  constructor(private readonly database: Database) {}

  /** Best first. */
  async best(workspace: Workspace, query: SearchQuery, range: HitRange): Promise<Hit[]> {
    if (this.database.kind === 'sqlite') return this.sqliteBest(workspace, query, range);
    const end = range.offset + range.limit;
    if (isWhole(range)) {
      const candidates = await this.postgresBest(workspace, query, end + OUTDATED);
      const found = candidates.filter(({ file_id }) => file_id !== null);
      if (found.length >= end || candidates.length < end + OUTDATED)
        return found.slice(range.offset, end);
    }
    return this.postgresWithin(workspace, query, range);
  }

  /** SQLite works in this thread: it is asked for a few at a time. */
  private async sqliteBest(
    workspace: Workspace,
    query: SearchQuery,
    range: HitRange,
  ): Promise<Hit[]> {
    const end = range.offset + range.limit;
    const hits: Hit[] = [];
    const ids = isWhole(range) ? ALL : await this.idsOf(workspace, range.path);
    const slices = new Slices();
    // Of all sections nearly all are those of the workspace, and of the ids of a file those of the file.
    const isDirectory = !isWhole(range) && ids === ALL;
    const most = isDirectory ? MAX_LOOKED_AT : MAX_RANKED;
    for await (const ranked of this.sqliteRanked(workspace, query, ids, most)) {
      if (!isDirectory) hits.push(...ranked);
      else
        for (let from = 0; from < ranked.length; from += CHUNK) {
          await slices.rest();
          const some = ranked.slice(from, from + CHUNK);
          hits.push(...(await this.thoseOf(workspace, some, range.path)));
        }
    }
    await slices.rest();
    const sorted = hits.toSorted((one, other) => other.score - one.score || one.id - other.id);
    if (isDirectory) return sorted.slice(range.offset, end);
    const found: Hit[] = [];
    for (let from = 0; from < sorted.length && found.length < end; from += end + OUTDATED) {
      await slices.rest();
      const some = sorted.slice(from, from + end + OUTDATED);
      found.push(...(await this.thoseOf(workspace, some, range.path)));
    }
    return found.slice(range.offset, end);
  }

  /** Yields the sections that match, the latest first, `most` of them. */
  private async *sqliteRanked(
    workspace: Workspace,
    query: SearchQuery,
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

  /** Returns the range of the ids that the sections of a file have; of a directory, all ids. */
  private async idsOf(workspace: Workspace, path: string | undefined): Promise<IdRange> {
    const [row] = await this.database.query<{ low: number | null; high: number | null }>(
      `SELECT MIN(s.id) AS low, MAX(s.id) AS high FROM files f JOIN file_sections s ON ${OF_FILES}
        WHERE f.path = ?`,
      [workspace.id, workspace.projectId, path ?? ROOT],
    );
    const { low = null, high = null } = row ?? {};
    return low === null || high === null ? ALL : { low, high };
  }

  /** Returns those that are still sections of files of the workspace, and below a path where one is given. */
  private async thoseOf(
    workspace: Workspace,
    hits: readonly Hit[],
    path: string | undefined,
  ): Promise<Hit[]> {
    const within = this.within(path);
    const rows = await this.database.query<{ id: number }>(
      `SELECT s.id FROM file_sections s JOIN files f ON ${OF_FILES} ${within.sql}
        WHERE s.id IN (${hits.map(() => '?').join(', ')})`,
      [workspace.id, workspace.projectId, ...within.values, ...hits.map(({ id }) => id)],
    );
    const there = new Set(rows.map(({ id }) => id));
    return hits.filter(({ id }) => there.has(id));
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

function isWhole({ path }: HitRange): boolean {
  return path === undefined || path === ROOT;
}
