import { type Database } from '../../platform/database/database.js';
import { decodeCursor, encodeCursor } from '../files/tree/list-cursor.js';
import { type Place, placeAt } from '../files/reading/places.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { invalidField } from '../../base/kernel/errors.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { type IndexerService } from './indexer.service.js';
import { placesOf } from './place-columns.js';
import { parseQuery, type SearchQuery } from './search-query.js';
import { type Hit, OF_FILES, type SectionRanking } from './section-ranking.js';
import { snippetOf } from './snippet.js';

/** A section that has what was looked for. Lines count from 1. */
export interface SearchResult {
  path: string;
  name: string;
  mimeType: string;
  etag: string;
  /** ms since the epoch. */
  updatedAt: number;
  /** Titles of the headings that it stands below, outermost first. */
  heading: string[];
  /** The anchor of the innermost of them; null where there is none. */
  anchor: string | null;
  /** Where what was found first in the snippet stands; the section's first line where only a heading has it. */
  line: number;
  firstLine: number;
  lastLine: number;
  /** The page, slide or sheet of `line` in the document that the file was converted from; null where none is known. */
  place: Place | null;
  snippet: string;
  /** Begin and end in the snippet, counted in Unicode characters. */
  highlights: [number, number][];
  /** More is better; only results of one answer compare. */
  score: number;
}

export interface SearchPage {
  limit: number;
  /** From {@link SearchResults.next}. */
  cursor?: string | undefined;
  /** Normalised: a directory, or one file. */
  path?: string | undefined;
}

export interface SearchResults {
  results: SearchResult[];
  /** Cursor of the next page; null on the last one, and after {@link MAX_DEPTH} results. */
  next: string | null;
}

interface SectionRow {
  id: number;
  path: string;
  name: string;
  mime_type: string;
  etag: string;
  updated_at: number;
  heading: string;
  anchor: string | null;
  first_line: number;
  last_line: number;
  text: string;
  places: string | null;
}

/** Results that can be paged through for one query. */
export const MAX_DEPTH = 1_000;

/** Searches at a time; SQLite does them on the event loop. */
const SLOTS = { sqlite: 1, postgres: 4 };

/** Finds sections of text files by words. */
export class SearchService {
  private readonly slots: FairSlots;

  constructor(
    private readonly database: Database,
    private readonly indexer: IndexerService,
    private readonly ranking: SectionRanking,
  ) {
    this.slots = new FairSlots(SLOTS[database.kind]);
  }

  /** Best first. Throws a 422 for a query without a word; `pointer` says where it came from. */
  search(
    workspace: Workspace,
    text: string,
    page: SearchPage,
    pointer = '?q',
  ): Promise<SearchResults> {
    const find = (): Promise<SearchResults> => this.find(workspace, text, page, pointer);
    return this.database.kind === 'sqlite'
      ? this.slots.runThenRest(workspace.projectId, find)
      : this.slots.run(workspace.projectId, find);
  }

  private async find(
    workspace: Workspace,
    text: string,
    page: SearchPage,
    pointer: string,
  ): Promise<SearchResults> {
    const query = parseQuery(text, pointer);
    const offset = page.cursor === undefined ? 0 : offsetOf(page.cursor);
    await this.indexer.catchUp(workspace);
    const limit = Math.min(page.limit, MAX_DEPTH - offset);
    const hits = await this.ranking.best(workspace, query, {
      limit: limit + 1,
      offset,
      path: page.path,
    });
    const shown = hits.slice(0, limit);
    const rows = new Map((await this.rows(workspace, shown)).map((row) => [row.id, row]));
    const more = hits.length > limit && offset + limit < MAX_DEPTH;
    return {
      results: shown.flatMap(({ id, score }) => {
        const row = rows.get(id);
        return row === undefined ? [] : toResult(row, score, query);
      }),
      next: more ? encodeCursor([String(offset + limit)]) : null,
    };
  }

  private rows(workspace: Workspace, hits: readonly Hit[]): Promise<SectionRow[]> {
    if (hits.length === 0) return Promise.resolve([]);
    // SQLite joins in this order; in the other it would go through all files of the workspace.
    return this.database.query<SectionRow>(
      `SELECT s.id, f.path, f.name, f.mime_type, f.etag, f.updated_at, s.heading, s.anchor,
          s.first_line, s.last_line, s.text, s.places
        FROM file_sections s CROSS JOIN files f
        WHERE ${OF_FILES} AND s.id IN (${hits.map(() => '?').join(', ')})`,
      [workspace.id, workspace.projectId, ...hits.map(({ id }) => id)],
    );
  }
}

function toResult(row: SectionRow, score: number, { all }: SearchQuery): SearchResult {
  const { text, highlights, linesBefore } = snippetOf(row.text, all);
  const line = row.first_line + linesBefore;
  return {
    path: row.path,
    name: row.name,
    mimeType: row.mime_type,
    etag: row.etag,
    updatedAt: row.updated_at,
    heading: titles(row.heading),
    anchor: row.anchor,
    line,
    firstLine: row.first_line,
    lastLine: row.last_line,
    place: placeAt(placesOf(row.places), line),
    snippet: text,
    highlights,
    score: Number(score.toPrecision(6)),
  };
}

function titles(json: string): string[] {
  const parsed: unknown = JSON.parse(json);
  return Array.isArray(parsed) ? parsed.map(String) : [];
}

function offsetOf(cursor: string): number {
  const [text = ''] = decodeCursor(cursor, 1);
  const offset = Number(text);
  if (!/^\d{1,4}$/.test(text) || offset >= MAX_DEPTH)
    throw invalidField('?cursor', 'must be taken from the Link header of the page before');
  return offset;
}
