import { Inject, Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { decodeCursor, encodeCursor } from '../files/tree/list-cursor.js';
import { type Place, placeAt } from '../files/reading/places.js';
import { isMarkdown } from '../files/reading/outline.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { invalidField } from '../../base/kernel/errors.js';
import { FairSlots } from '../../base/kernel/fair-slots.js';
import { IndexerService } from './indexer.service.js';
import { passagesOf } from './passage.js';
import { placesOf } from './place-columns.js';
import { fused } from './fused.js';
import { type RankedSection, RankedSections, type SectionRange } from './ranked-sections.js';
import type { WordFound } from './relevance.js';
import { termsOf } from './analyzer.js';
import { visibleText } from './visible-text.js';
import {
  MAX_TERMS,
  parseQuery,
  queryOfWords,
  type SearchQuery,
  sentenceOf,
} from './search-query.js';
import { SectionMeanings } from './section-meanings.js';
import { snippetOf } from './snippet.js';

/**
 * A section has all of the words that say something as they were asked for, all of them but some in other forms, or some of them; or it
 * was found by its meaning alone.
 */
export const MATCH_KINDS = ['exact', 'forms', 'some', 'meaning'] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** The part of meaning in a search: the project does without, sections were looked for by it too, or the model did not answer in time. */
export const MEANING_USES = ['off', 'used', 'unavailable'] as const;
export type MeaningUse = (typeof MEANING_USES)[number];

/** A section with the way in which it was found. */
interface FoundSection extends RankedSection {
  match: MatchKind;
}

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
  /** The query as a model may read it, where it is another one: without secrets. */
  meant?: string | undefined;
}

export interface SearchResults {
  results: SearchResult[];
  /** Cursor of the next page; null on the last one, and after {@link MAX_DEPTH} results. */
  next: string | null;
  meaning: MeaningUse;
}

/** A section in which a quote begins: `line` is where, and `words` are those of the file. */
export interface QuotedPart {
  result: SearchResult;
  words: string;
  /** The lines that it stands in. */
  lines: string;
}

/** Results that can be paged through for one query. */
export const MAX_DEPTH = 1_000;

/** Searches at a time; SQLite does them on the event loop. */
const SLOTS = { sqlite: 1, postgres: 4 };
/** Sections that are found by words and are merged with those that are found by meaning. */
const RANKED_BY_WORDS = 60;

/** Sections of one file in which a quote is looked for at a time, and in all. */
const QUOTED = 30;
const MAX_QUOTED = 300;
/** Passages of one section that are looked at. */
const PASSAGES = 50;

/** Finds sections of text files by words, and by what they mean. */
@Injectable()
export class SearchService {
  private readonly slots: FairSlots;

  constructor(
    private readonly database: Database,
    private readonly indexer: IndexerService,
    private readonly sections: RankedSections,
    /** Null where no section is searched by its meaning. */
    @Inject(SectionMeanings) private readonly meanings: SectionMeanings | null,
  ) {
    this.slots = new FairSlots(SLOTS[database.kind]);
  }

  /** Best first. Throws a 422 for a query without a word; `pointer` says where it came from. */
  async search(
    workspace: Workspace,
    text: string,
    page: SearchPage,
    pointer = '?q',
  ): Promise<SearchResults> {
    const query = parseQuery(text, pointer);
    const offset = page.cursor === undefined ? 0 : offsetOf(page.cursor);
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
   * Yields the passages of a file that are a quote; those that reach into the next section only where no section has all of it.
   * `path` is normalised. Throws `not_found` where there is no such file, and a 422 for a quote without a letter or a digit.
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
    // Neither of the two need have all of the words.
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
      return sections.map((section) => ({ ...section, match: kindOf(section.words) }));
    };
    return this.database.kind === 'sqlite'
      ? this.slots.runThenRest(workspace.projectId, find)
      : this.slots.run(workspace.projectId, find);
  }

  /**
   * Finds by words and by meaning at a time, and merges both by their ranks. No rank depends on how far down the page is: only the best
   * by words are raised by their meaning, so that a later page begins where the one before has ended.
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
      meanings.nearest(workspace, sentenceOf(text), path),
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

/** Yields the passages of a section that are a quote; with the text that follows it, only those that reach into that. */
function* quotedParts(
  section: FoundSection,
  quote: string,
  following?: string,
): Generator<QuotedPart, void> {
  const { text: own, mime_type: type, first_line: first, places } = section.row;
  const text = own + (following ?? '');
  const result = toResult(section);
  let left = PASSAGES;
  for (const { from, to } of passagesOf(text, quote, isMarkdown(type))) {
    if (following !== undefined && (from >= own.length || to <= own.length)) continue;
    const line = first + (text.slice(0, from).split('\n').length - 1);
    const end = text.indexOf('\n', to);
    yield {
      result: { ...result, line, place: placeAt(placesOf(places), line) },
      words: text.slice(from, to),
      lines: text.slice(text.lastIndexOf('\n', from - 1) + 1, end === -1 ? undefined : end),
    };
    left -= 1;
    if (left === 0) return;
  }
}

/** Yields the queries for the sections that may have a quote: its words in their order; then each of them, as where links divide them. */
function* quoteQueries(quote: string): Generator<SearchQuery> {
  const read = visibleText(quote);
  const words = queryOfWords(read);
  if (words.all.length === 0) throw invalidField('quote', 'needs a letter or a digit');
  if (termsOf(read).length <= MAX_TERMS)
    yield parseQuery(`"${read.replaceAll('"', ' ')}"`, 'quote');
  yield words;
}

function toResult({ row, headings, score, matches, words, match }: FoundSection): SearchResult {
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
    match,
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
