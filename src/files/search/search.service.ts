import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { decodeCursor, encodeCursor } from '../files/tree/list-cursor.js';
import { type Place, placeAt } from '../files/reading/places.js';
import { isMarkdown } from '../files/reading/outline.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { invalidField } from '../../base/kernel/errors.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { IndexerService } from './indexer.service.js';
import { findPassages } from './passage.js';
import { parsePlaces } from './place-columns.js';
import { fused } from './fused.js';
import { type RankedSection, RankedSections, type SectionRange } from './ranked-sections.js';
import type { WordFound } from './relevance.js';
import { collectTerms } from './analyzer.js';
import { visibleText } from './visible-text.js';
import {
  MAX_TERMS,
  parseQuery,
  queryOfWords,
  type SearchQuery,
  toSentence,
} from './search-query.js';
import { SectionMeanings } from './section-meanings.js';
import { buildSnippet } from './snippet.js';

/**
 * The kinds of a match: all words as requested, all words but some in other forms, some of the words, or only by
 * meaning.
 */
export const MATCH_KINDS = ['exact', 'forms', 'some', 'meaning'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/**
 * The role of meaning in a search: the project does not use it, sections were also searched by it, or the model did not
 * answer in time.
 */
export const MEANING_USES = ['off', 'used', 'unavailable'] as const;
export type MeaningUse = (typeof MEANING_USES)[number];

/** A section with the way in which it was found. */
interface FoundSection extends RankedSection {
  match: MatchKind;
}

/** A section that matches a search. Lines count from 1. */
export interface SearchResult {
  path: string;
  name: string;
  mimeType: string;
  etag: string;
  /** In ms since the epoch. */
  updatedAt: number;
  /** Titles of the headings above it, outermost first. */
  heading: string[];
  /** Anchor of the innermost heading; null without one. */
  anchor: string | null;
  /** Line of the first find in the snippet; the section's first line if only a heading matches. */
  line: number;
  firstLine: number;
  lastLine: number;
  /** Page, slide or sheet of `line` in the document of which the file is the conversion; null if unknown. */
  place: Place | null;
  snippet: string;
  /** Start and end in the snippet, in Unicode characters. */
  highlights: [number, number][];
  /** Kind of the match. */
  match: MatchKind;
  /** Words of the query without stop words, with the find of each. */
  words: WordFound[];
  /** Higher is better; comparable only among results of one answer with the same {@link match}. */
  score: number;
}

export interface SearchPage {
  limit: number;
  /** From {@link SearchResults.next}. */
  cursor?: string | undefined;
  /** Normalised path of a directory or a file. */
  path?: string | undefined;
  /** The query as a model may read it, if it differs: without secrets. */
  meant?: string | undefined;
}

export interface SearchResults {
  results: SearchResult[];
  /** Cursor of the next page; null on the last one, and after {@link MAX_DEPTH} results. */
  next: string | null;
  meaning: MeaningUse;
}

/** The section in which a quote begins: `line` is its line, and `words` are those of the file. */
export interface QuotedPart {
  result: SearchResult;
  words: string;
  /** Lines of the quote. */
  lines: string;
}

/** Maximum number of results per query over all pages. */
export const MAX_DEPTH = 1_000;

/** Number of simultaneous searches; SQLite runs them on the event loop. */
const SLOTS = { sqlite: 1, postgres: 4 };
/** Number of sections found by words that are merged with those found by meaning. */
const RANKED_BY_WORDS = 60;

/** Number of sections of a file in which a quote is searched at a time, and in total. */
const QUOTED = 30;
const MAX_QUOTED = 300;
/** Maximum number of passages examined per section. */
const PASSAGES = 50;

/** Finds sections of text files by words and by meaning. */
@Injectable()
export class SearchService {
  private readonly slots: FairSlots;

  constructor(
    private readonly database: Database,
    private readonly indexer: IndexerService,
    private readonly sections: RankedSections,
    /** Null if no section is searched by meaning. */
    @Inject(SectionMeanings) private readonly meanings: SectionMeanings | null,
  ) {
    this.slots = new FairSlots(SLOTS[database.kind]);
  }

  /** Returns results, best first. Throws a 422 for a query without a word; `pointer` names the source of the query. */
  async search(
    workspace: Workspace,
    text: string,
    page: SearchPage,
    pointer = '?q',
  ): Promise<SearchResults> {
    const query = parseQuery(text, pointer);
    const offset = page.cursor === undefined ? 0 : parseOffset(page.cursor);
    const limit = Math.min(page.limit, MAX_DEPTH - offset);
    const range = { limit: limit + 1, offset, path: page.path };
    const { meanings } = this;
    const isByMeaning = meanings !== null && (await meanings.isWanted(workspace.projectId));
    const { found, meaning } = isByMeaning
      ? await this.byBoth(meanings, workspace, page.meant ?? text, query, range)
      : { found: await this.byWords(workspace, query, range), meaning: 'off' as const };
    const more = found.length > limit && offset + limit < MAX_DEPTH;
    return {
      results: found.slice(0, limit).map(toResult),
      next: more ? encodeCursor([String(offset + limit)]) : null,
      meaning,
    };
  }

  /**
   * Yields the passages of a file that match a quote; those that extend into the next section only if no section has
   * all of it. `path` is normalised. Throws `not_found`, and a 422 for a quote without a letter or a digit.
   */
  async *quotes(
    workspace: Workspace,
    path: string,
    quote: string,
  ): AsyncGenerator<QuotedPart, void> {
    await this.indexer.bringUp(workspace, path);
    for (const query of quoteQueries(quote)) {
      let isFound = false;
      for (let offset = 0; offset < MAX_QUOTED; offset += QUOTED) {
        const found = await this.byWords(workspace, query, { limit: QUOTED, offset, path });
        const exact = found.filter(({ row, match }) => row.path === path && match === 'exact');
        for (const section of exact)
          for (const part of quotedParts(section, quote)) {
            isFound = true;
            yield part;
          }
        if (exact.length < QUOTED) break;
      }
      if (isFound) return;
    }
    yield* this.quotesOverTwo(workspace, path, quote);
  }

  /** Yields the passages that begin in one section and end in the next. */
  private async *quotesOverTwo(
    workspace: Workspace,
    path: string,
    quote: string,
  ): AsyncGenerator<QuotedPart, void> {
    const { all, none } = queryOfWords(visibleText(quote));
    // Neither of the two sections needs all of the words.
    const query = { all: all.map((phrase) => ({ ...phrase, word: phrase.terms.join(' ') })), none };
    const range = { limit: QUOTED, offset: 0, path };
    const found = (await this.byWords(workspace, query, range)).map(({ row }) => row);
    const own = found.filter((row) => row.path === path).map(({ position }) => position);
    const pairs = new Set(own.flatMap((position) => [position - 1, position]));
    const rows = await this.sections.at(workspace, path, [...pairs, ...own.map((at) => at + 1)]);
    for (const position of pairs) {
      const [one, next] = [rows.get(position), rows.get(position + 1)];
      if (one && next) yield* quotedParts({ ...one, match: 'exact' }, quote, next.row.text);
    }
  }

  private byWords(
    workspace: Workspace,
    query: SearchQuery,
    range: SectionRange,
  ): Promise<FoundSection[]> {
    const find = async (): Promise<FoundSection[]> => {
      await this.indexer.catchUp(workspace);
      const sections = await this.sections.find(workspace, query, range);
      return sections.map((section) => ({ ...section, match: classifyMatch(section.words) }));
    };
    return this.database.kind === 'sqlite'
      ? this.slots.runThenRest(workspace.projectId, find)
      : this.slots.run(workspace.projectId, find);
  }

  /**
   * Finds by words and by meaning, and merges both by rank. Ranks do not depend on the page: only the best by words are
   * raised by meaning, so that a later page continues where the one before ended.
   */
  private async byBoth(
    meanings: SectionMeanings,
    workspace: Workspace,
    text: string,
    query: SearchQuery,
    { limit, offset, path }: SectionRange,
  ): Promise<{ found: FoundSection[]; meaning: MeaningUse }> {
    const end = offset + limit;
    const [words, near] = await Promise.all([
      this.byWords(workspace, query, { limit: Math.max(end, RANKED_BY_WORDS), offset: 0, path }),
      meanings.nearest(workspace, toSentence(text), path),
    ]);
    if (near === null) return { found: words.slice(offset, end), meaning: 'unavailable' };
    const known = new Map(words.map((section) => [section.row.id, section]));
    const others = await this.sections.those(
      workspace,
      query,
      near.filter((id) => !known.has(id)),
    );
    for (const section of others) known.set(section.row.id, { ...section, match: 'meaning' });
    const ids = words.map(({ row }) => row.id);
    const scores = fused([ids.slice(0, RANKED_BY_WORDS), near.filter((id) => known.has(id))]);
    for (const [id, score] of fused([ids])) scores.set(id, Math.max(score, scores.get(id) ?? 0));
    const found = [...scores]
      .toSorted(([one, better], [other, worse]) => worse - better || one - other)
      .slice(offset, end)
      .flatMap(([id, score]) => {
        const section = known.get(id);
        return section === undefined ? [] : [{ ...section, score }];
      });
    return { found, meaning: 'used' };
  }
}

/** Yields the passages of a section that match a quote; with the following text, only those that extend into it. */
function* quotedParts(
  section: FoundSection,
  quote: string,
  following?: string,
): Generator<QuotedPart, void> {
  const { text: own, mime_type: type, first_line: first, places } = section.row;
  const text = own + (following ?? '');
  const result = toResult(section);
  let left = PASSAGES;
  for (const { from, to } of findPassages(text, quote, isMarkdown(type))) {
    if (following !== undefined && (from >= own.length || to <= own.length)) continue;
    const line = first + (text.slice(0, from).split('\n').length - 1);
    const end = text.indexOf('\n', to);
    yield {
      result: { ...result, line, place: placeAt(parsePlaces(places), line) },
      words: text.slice(from, to),
      lines: text.slice(text.lastIndexOf('\n', from - 1) + 1, end === -1 ? undefined : end),
    };
    left -= 1;
    if (left === 0) return;
  }
}

/**
 * Yields queries for sections that may contain a quote: its words in order; then each of them separately, in case links
 * divide them.
 */
function* quoteQueries(quote: string): Generator<SearchQuery> {
  const read = visibleText(quote);
  const words = queryOfWords(read);
  if (words.all.length === 0) throw invalidField('quote', 'needs a letter or a digit');
  if (collectTerms(read).length <= MAX_TERMS)
    yield parseQuery(`"${read.replaceAll('"', ' ')}"`, 'quote');
  yield words;
}

function toResult({ row, headings, score, matches, words, match }: FoundSection): SearchResult {
  const { text, highlights, linesBefore } = buildSnippet(row.text, matches);
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
    place: placeAt(parsePlaces(row.places), line),
    snippet: text,
    highlights,
    match,
    words,
    score: Number(score.toPrecision(6)),
  };
}

function classifyMatch(words: readonly WordFound[]): MatchKind {
  if (words.every(({ by }) => by === 'word')) return 'exact';
  return words.every(({ by }) => by !== null) ? 'forms' : 'some';
}

function parseOffset(cursor: string): number {
  const [text = ''] = decodeCursor(cursor, 1);
  const offset = Number(text);
  if (!/^\d{1,4}$/.test(text) || offset >= MAX_DEPTH)
    throw invalidField('?cursor', 'must be taken from the Link header of the page before');
  return offset;
}
