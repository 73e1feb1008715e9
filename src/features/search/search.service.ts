import { type Database } from '../../platform/database/database.js';
import { decodeCursor, encodeCursor } from '../files/tree/list-cursor.js';
import { type Place, placeAt } from '../files/reading/places.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { invalidField } from '../../base/kernel/errors.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { type IndexerService } from './indexer.service.js';
import { placesOf } from './place-columns.js';
import type { RankedSection, RankedSections } from './ranked-sections.js';
import type { WordFound } from './relevance.js';
import { parseQuery } from './search-query.js';
import { snippetOf } from './snippet.js';

/** A section has all of the words that say something as they were asked for, all of them but some in other forms, or some of them. */
export const MATCH_KINDS = ['exact', 'forms', 'some'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

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
  /** The way in which the words of the query are found in it. */
  match: MatchKind;
  /** The words of the query that say something, with what of each is found. */
  words: WordFound[];
  /** More is better; only results with the same {@link match} in one answer compare. */
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
    private readonly sections: RankedSections,
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
    const range = { limit: limit + 1, offset, path: page.path };
    const found = await this.sections.find(workspace, query, range);
    const more = found.length > limit && offset + limit < MAX_DEPTH;
    return {
      results: found.slice(0, limit).map(toResult),
      next: more ? encodeCursor([String(offset + limit)]) : null,
    };
  }
}

function toResult({ row, headings, score, matches, words }: RankedSection): SearchResult {
  const { text, highlights, linesBefore } = snippetOf(row.text, matches);
  const line = row.first_line + linesBefore;
  return {
    path: row.path,
    name: row.name,
    mimeType: row.mime_type,
    etag: row.etag,
    updatedAt: row.updated_at,
    heading: headings,
    anchor: row.anchor,
    line,
    firstLine: row.first_line,
    lastLine: row.last_line,
    place: placeAt(placesOf(row.places), line),
    snippet: text,
    highlights,
    match: kindOf(words),
    words,
    score: Number(score.toPrecision(6)),
  };
}

function kindOf(words: readonly WordFound[]): MatchKind {
  if (words.every(({ by }) => by === 'word')) return 'exact';
  return words.every(({ by }) => by !== null) ? 'forms' : 'some';
}

function offsetOf(cursor: string): number {
  const [text = ''] = decodeCursor(cursor, 1);
  const offset = Number(text);
  if (!/^\d{1,4}$/.test(text) || offset >= MAX_DEPTH)
    throw invalidField('?cursor', 'must be taken from the Link header of the page before');
  return offset;
}
