import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { Slices } from '../../base/kernel/slices.js';
import { selectRarest, computeRarity } from './bm25.js';
import { hasAny, type Relevance, computeRelevance, type WeighedWord } from './relevance.js';
import { listAlternatives, type Phrase, type SearchQuery } from './search-query.js';
import { type HitRange, MOST_COUNTED, OF_FILES, SectionRanking } from './section-ranking.js';
import { parseHeadingTitles } from './section-text.js';
import { type WantedWord, WordForms } from './wanted-words.js';

/** A section of a file as it is shown. */
export interface SectionRow {
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
  position: number;
  text: string;
  places: string | null;
}

/** A section with its relevance. */
export interface RankedSection extends Relevance {
  row: SectionRow;
  /** Titles of the headings above it, outermost first. */
  headings: string[];
}

/** The requested part of a list. */
export interface SectionRange extends HitRange {
  offset: number;
}

/** Number of sections that the database finds best and that are compared with each other. */
const COMPARED = 60;
const COMPARED_WIDELY = 100;
/** Maximum number of sections ranked for other forms of the words, unless the words alone find too few. */
const MOST_WIDELY = 5_000;
/** Minimum coverage of the words' meaning by a section. */
const MIN_COVERAGE = 0.1;
/** Factor for each further section of the same file. */
const SAME_FILE = 0.85;

/**
 * Finds sections: first those with all of the words; if these are too few, those with some of them, or with other
 * forms. The database finds and counts, and one function ranks the best results.
 */
@Injectable()
export class RankedSections {
  constructor(
    private readonly database: Database,
    private readonly ranking: SectionRanking,
    private readonly forms: WordForms,
  ) {}

  /** Returns the requested part of the list, best first. */
  async find(
    workspace: Workspace,
    query: SearchQuery,
    { limit, offset, path }: SectionRange,
  ): Promise<RankedSection[]> {
    const end = offset + limit;
    const wanted = await this.forms.wanted(workspace, query);
    const none = query.none.flatMap(listAlternatives);
    const asked = wanted.map(asItself);
    const counts = asked.length === 1 ? NO_COUNTS : await this.count(workspace, asked);
    const words = weighed(asked, counts);
    const hits = await this.ranking.best(
      workspace,
      { groups: words.map(listPhrases), none, words },
      { limit: Math.max(end, COMPARED), path },
    );
    const ids = hits.map(({ id }) => id);
    const exact = await this.ranked(workspace, ids.slice(0, COMPARED), words);
    if (ids.length >= end) {
      const later = ids.slice(Math.max(COMPARED, offset), end);
      const rest = later.length === 0 ? [] : await this.inOrder(workspace, later, words);
      return [...exact.slice(offset, end), ...rest];
    }
    const known = new Set(ids);
    const further = { known, counts, limit: end - ids.length, path };
    const wide = await this.wide(workspace, wanted, none, further);
    const others = await this.inOrder(workspace, ids.slice(COMPARED), words);
    return [...exact, ...others, ...wide].slice(offset, end);
  }

  /**
   * Returns sections by id, in the given order, if the words of a query permit them: they contain each required word
   * and no excluded one.
   */
  async those(
    workspace: Workspace,
    query: SearchQuery,
    ids: readonly number[],
  ): Promise<RankedSection[]> {
    const words = weighed((await this.forms.wanted(workspace, query)).map(asItself), NO_COUNTS);
    const none = query.none.flatMap(listAlternatives);
    const found = await this.inOrder(workspace, ids, words);
    return found.filter(({ row, headings, words: has }) => {
      const lacks = words.some(
        ({ word, isRequired }) =>
          isRequired && has.some((one) => one.word === word && one.by === null),
      );
      return !lacks && !hasAny({ ...row, headings }, none);
    });
  }

  /** Returns the sections of a file at some positions, by position. */
  async at(
    workspace: Workspace,
    path: string,
    positions: readonly number[],
  ): Promise<Map<number, RankedSection>> {
    if (positions.length === 0) return new Map();
    const ids = await this.database.query<Pick<SectionRow, 'id'>>(
      `SELECT s.id FROM files f CROSS JOIN file_sections s
        WHERE ${OF_FILES} AND f.path = ? AND s.position IN (${positions.map(() => '?').join(', ')})`,
      [workspace.id, workspace.projectId, path, ...positions],
    );
    const sections = await this.read(
      workspace,
      ids.map(({ id }) => id),
      [],
    );
    return new Map(sections.map((section) => [section.row.position, section]));
  }

  /** Returns sections with some of the words or other forms of them, best first, without known ones. */
  private async wide(
    workspace: Workspace,
    asked: readonly WantedWord[],
    none: readonly Phrase[],
    { known, counts, limit, path }: Further,
  ): Promise<RankedSection[]> {
    const telling = asked.filter(({ isStop }) => !isStop);
    const widened = await this.forms.widen(workspace, telling);
    const words = weighed(widened, await this.count(workspace, widened, counts));
    const required = words.filter(({ isRequired }) => isRequired);
    const loose = words.filter(({ isRequired, sections }) => !isRequired && sections > 0);
    if (loose.length === 0) return [];
    const find = async (some: readonly CountedWord[]): Promise<number[]> => {
      const condition = {
        groups: [...required.map(listPhrases), some.flatMap(listPhrases)],
        none,
        words: [...required, ...some],
      };
      const range = { limit: known.size + COMPARED_WIDELY, path };
      const hits = await this.ranking.best(workspace, condition, range);
      return hits.map(({ id }) => id).filter((id) => !known.has(id));
    };
    const rare = selectRarest(loose, ({ sections }) => sections, MOST_WIDELY);
    let ids = await find(rare);
    if (ids.length < limit && rare.length < loose.length) ids = await find(loose);
    const ranked = await this.ranked(workspace, ids.slice(0, COMPARED_WIDELY), words);
    return ranked.filter(({ coverage }) => coverage >= MIN_COVERAGE);
  }

  /**
   * Counts the sections with each word, unless the counts of the words themselves are known: counting common words
   * takes longest.
   */
  private async count(
    workspace: Workspace,
    words: readonly WantedWord[],
    known = NO_COUNTS,
  ): Promise<Counts> {
    const open = words.filter(({ word, forms, isStop }) => {
      const before = known.sections.get(word);
      const isSame = before === MOST_COUNTED || forms.every(({ by }) => by === 'word');
      return !isStop && (before === undefined || !isSame);
    });
    if (open.length === 0 && known !== NO_COUNTS) return known;
    const counts = await this.ranking.count(workspace, open.map(listPhrases));
    const added = open.map(({ word }, index): [string, number] => [word, counts.words[index] ?? 0]);
    return { all: counts.all, sections: new Map([...known.sections, ...added]) };
  }

  /** Reads sections and ranks them, the best first; equally good ones by path. */
  private async ranked(
    workspace: Workspace,
    ids: readonly number[],
    words: readonly WeighedWord[],
  ): Promise<RankedSection[]> {
    const sections = await this.read(workspace, ids, words);
    return oneAfterAnother(sections.toSorted(bestFirst)).toSorted(bestFirst);
  }

  /** Reads sections in the order of their ids in a list. */
  private async inOrder(
    workspace: Workspace,
    ids: readonly number[],
    words: readonly WeighedWord[],
  ): Promise<RankedSection[]> {
    const sections = await this.read(workspace, ids, words);
    const byId = new Map(sections.map((section) => [section.row.id, section]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  private async read(
    workspace: Workspace,
    ids: readonly number[],
    words: readonly WeighedWord[],
  ): Promise<RankedSection[]> {
    if (ids.length === 0) return [];
    // SQLite joins in this order; in the other one, it would read all files of the workspace.
    const rows = await this.database.query<SectionRow>(
      `SELECT s.id, f.path, f.name, f.mime_type, f.etag, f.updated_at, s.heading, s.anchor,
          s.first_line, s.last_line, s.position, s.text, s.places
        FROM file_sections s CROSS JOIN files f
        WHERE ${OF_FILES} AND s.id IN (${ids.map(() => '?').join(', ')})`,
      [workspace.id, workspace.projectId, ...ids],
    );
    const slices = new Slices();
    const sections: RankedSection[] = [];
    for (const row of rows) {
      await slices.rest();
      const headings = parseHeadingTitles(row);
      const relevance = computeRelevance({ ...row, headings }, words);
      sections.push({ ...relevance, row, headings });
    }
    return sections;
  }
}

/** The number of sections of the workspace, and of those with each word, by the requested word. */
interface Counts {
  all: number;
  sections: ReadonlyMap<string, number>;
}

/** The search for sections with some of the words, after those with all of them. */
interface Further extends HitRange {
  /** Ids of known sections. */
  known: ReadonlySet<number>;
  counts: Counts;
}

/** For a single word, the number of its sections does not matter. */
const NO_COUNTS: Counts = { all: 0, sections: new Map() };

interface CountedWord extends WeighedWord {
  sections: number;
}

/** Weighs words: a stop word weighs nothing, nor does one without sections. */
function weighed(words: readonly WantedWord[], { all, sections }: Counts): CountedWord[] {
  return words.map((word) => {
    const own = sections.get(word.word) ?? 0;
    const says = !word.isStop && (own > 0 || all === 0);
    return { ...word, sections: own, rarity: says ? computeRarity(own, all) : 0 };
  });
}

function asItself(word: WantedWord): WantedWord {
  return { ...word, forms: word.forms.filter(({ by }) => by === 'word') };
}

function listPhrases({ forms }: WantedWord): Phrase[] {
  return forms.map(({ phrase }) => phrase);
}

/** Lowers further sections of a file, so that a long file does not push out all others. */
function oneAfterAnother(sections: readonly RankedSection[]): RankedSection[] {
  const earlier = new Map<string, number>();
  return sections.map((section) => {
    const { path } = section.row;
    const count = earlier.get(path) ?? 0;
    earlier.set(path, count + 1);
    return { ...section, score: section.score * SAME_FILE ** count };
  });
}

function bestFirst(one: RankedSection, other: RankedSection): number {
  const apart = other.score - one.score;
  if (Math.abs(apart) > 1e-9) return apart;
  if (one.row.path !== other.row.path) return one.row.path < other.row.path ? -1 : 1;
  return one.row.position - other.row.position;
}
