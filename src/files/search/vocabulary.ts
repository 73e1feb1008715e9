import { Injectable } from '@nestjs/common';
import { Database, type SqlValue, type Transaction } from '../../platform/database/database.js';
import type { Workspace } from '../files/workspaces/workspace.js';
import { fold } from './analyzer.js';
import {
  listEndings,
  isCompounding,
  isLanguage,
  type Language,
  type WordsOfLanguages,
} from './languages.js';
import { loadStemmer } from './stems.js';
import { ftsTerms } from './terms.js';

/** The workspace of words. */
interface Owner {
  workspace_id: string;
  project_id: string;
}

/** A row of the vocabulary. */
interface WordRow {
  word: string;
  language: string;
}

/** A word of a workspace, in any language. */
export interface WordKey extends Owner {
  word: string;
}

/** Number of words per statement that writes them, with six values each, and per check for unused ones. */
const TOGETHER = 100;
/** Maximum number of forms of a word, and of longer words that contain it. */
const MAX_FORMS = 16;
const MAX_LONGER = 20;
/** Maximum number of words with the same beginning or end that are compared letter by letter. */
const MAX_COMPARED = 2_000;
/** Minimum length of a part of a longer word, and of its rest. */
const MIN_PART = 4;
const MIN_REST = 3;
const VOWEL = /[aeiouyæø]/;
/** Sorts after each word with a given beginning. */
const LAST = '\u{10ffff}';

/** The words of each workspace with their stems, by which a search finds other forms of its words. */
@Injectable()
export class Vocabulary {
  /** True if sections were removed since the last check for unused words. */
  private mayHaveUnused = false;

  constructor(private readonly database: Database) {}

  /** Adds the lower-case words of a file. */
  async add(
    transaction: Transaction,
    { workspace_id, project_id }: Owner,
    language: Language,
    words: readonly string[],
  ): Promise<void> {
    const all = new Map(words.map((word) => [fold(word), word]));
    all.delete('');
    // Makes removals of words wait for the sections that use them.
    if (all.size > 0 && this.database.kind === 'postgres')
      await transaction.query('LOCK TABLE file_words IN ROW EXCLUSIVE MODE');
    const stored = await this.findStoredWords(transaction, { workspace_id, project_id }, language, [
      ...all.keys(),
    ]);
    // In one order, so that two servers do not deadlock.
    const added = [...all]
      .filter(([word]) => !stored.has(word))
      .toSorted(([one], [other]) => (one < other ? -1 : 1));
    if (added.length === 0) return;
    const stem = await loadStemmer(language);
    for (let from = 0; from < added.length; from += TOGETHER) {
      const some = added.slice(from, from + TOGETHER);
      await transaction.query(
        `INSERT INTO file_words (workspace_id, project_id, word, language, stem, reversed)
          VALUES ${some.map(() => '(?, ?, ?, ?, ?, ?)').join(', ')} ON CONFLICT DO NOTHING`,
        some.flatMap(([word, written]) => [
          workspace_id,
          project_id,
          word,
          language,
          stem(written),
          reversed(word),
        ]),
      );
    }
  }

  /**
   * Returns which of the words are stored, by one statement: preparing one for each number of words takes longer than
   * running it.
   */
  private async findStoredWords(
    reader: Pick<Transaction, 'query'>,
    { workspace_id, project_id }: Owner,
    language: Language,
    words: readonly string[],
  ): Promise<Set<string>> {
    if (words.length === 0) return new Set();
    const key = [workspace_id, project_id, language];
    const [sql, values] =
      this.database.kind === 'postgres'
        ? // The next key for each word, in the order of the primary key: without statistics of the table, PostgreSQL holds
          // each index to be as good, and would read all words of the workspace for each one.
          [
            `SELECT word FROM json_array_elements_text(CAST(? AS json)) AS wanted (word) WHERE (?, ?, word, ?) = (
              SELECT workspace_id, project_id, stored.word, language FROM file_words AS stored
                WHERE (workspace_id, project_id, stored.word, language) >= (?, ?, wanted.word, ?)
                ORDER BY workspace_id, project_id, stored.word, language LIMIT 1)`,
            [...key, ...key],
          ]
        : [
            `SELECT word FROM file_words WHERE word IN (SELECT value FROM json_each(?))
              AND workspace_id = ? AND project_id = ? AND language = ?`,
            key,
          ];
    const rows = await reader.query<Pick<WordRow, 'word'>>(sql, [JSON.stringify(words), ...values]);
    return new Set(rows.map(({ word }) => word));
  }

  /** Returns the languages of the workspace's texts. */
  async languages({ id, projectId }: Workspace): Promise<Language[]> {
    // From one language to the next in the index: reading all words of a language to find the next takes long.
    const next = `SELECT MIN(language) FROM file_words WHERE workspace_id = ? AND project_id = ?`;
    const rows = await this.database.query<{ language: string | null }>(
      `WITH RECURSIVE found (language) AS (
          SELECT (${next})
          UNION ALL
          SELECT (${next} AND language > found.language) FROM found WHERE found.language IS NOT NULL)
        SELECT language FROM found WHERE language IS NOT NULL`,
      [id, projectId, id, projectId],
    );
    return rows.flatMap(({ language }) =>
      language !== null && isLanguage(language) ? [language] : [],
    );
  }

  /** Returns which of the words, without case and accents, the workspace has. */
  async known({ id, projectId }: Workspace, words: readonly string[]): Promise<Set<string>> {
    if (words.length === 0) return new Set();
    const rows = await this.database.query<WordRow>(
      `SELECT DISTINCT word FROM file_words WHERE workspace_id = ? AND project_id = ?
        AND word IN (${words.map(() => '?').join(', ')})`,
      [id, projectId, ...words],
    );
    return new Set(rows.map(({ word }) => word));
  }

  /** Returns the languages of the workspace's texts, each with those of the words that its texts have in some form. */
  async wordsOfLanguages(
    workspace: Workspace,
    words: readonly string[],
  ): Promise<WordsOfLanguages> {
    const languages = await this.languages(workspace);
    const stems = await this.withStems(workspace, 'DISTINCT language, stem', languages, words);
    const found = new Map(languages.map((language) => [language, new Set<string>()]));
    for (const { language, of } of stems)
      if (isLanguage(language)) for (const word of of) found.get(language)?.add(word);
    return found;
  }

  /** Returns the words of the workspace with the stem of one of the words, by word; those of equal length first. */
  async forms(
    workspace: Workspace,
    languages: readonly Language[],
    words: readonly string[],
  ): Promise<Map<string, string[]>> {
    const rows = await this.withStems(workspace, 'word, language, stem', languages, words);
    const forms = new Map<string, string[]>();
    for (const { word, of } of rows)
      for (const one of of) {
        const known = forms.get(one) ?? [];
        if (!known.includes(word)) known.push(word);
        forms.set(one, known);
      }
    for (const [word, known] of forms) forms.set(word, nearest(word, known).slice(0, MAX_FORMS));
    return forms;
  }

  /** Returns columns of the words that share a stem with one of some words, with the words of that stem. */
  private async withStems(
    { id, projectId }: Workspace,
    columns: string,
    languages: readonly Language[],
    words: readonly string[],
  ): Promise<(WordRow & { of: Iterable<string> })[]> {
    const stems = new Map<string, Set<string>>();
    const parts: string[] = [];
    const values: SqlValue[] = [];
    for (const language of words.length === 0 ? [] : languages) {
      const stem = await loadStemmer(language);
      const own = new Set<string>();
      for (const word of words)
        // A query without accents means the same word.
        for (const one of new Set([stem(word), stem(fold(word))])) {
          own.add(one);
          const of = stems.get(`${language} ${one}`) ?? new Set();
          stems.set(`${language} ${one}`, of.add(word));
        }
      parts.push(
        `SELECT ${columns} FROM file_words WHERE workspace_id = ? AND project_id = ? AND language = ?
          AND stem IN (${[...own].map(() => '?').join(', ')})`,
      );
      values.push(id, projectId, language, ...own);
    }
    if (parts.length === 0) return [];
    const rows = await this.database.query<WordRow & { stem: string }>(
      `${parts.join(' UNION ALL ')} LIMIT ${MAX_COMPARED}`,
      values,
    );
    return rows.map((row) => ({ ...row, of: stems.get(`${row.language} ${row.stem}`) ?? [] }));
  }

  /** Returns longer words that begin with a word, or end with one of its forms, in languages with compounds. */
  async longer(
    workspace: Workspace,
    languages: readonly Language[],
    word: string,
  ): Promise<string[]> {
    const compounding = languages.filter(isCompounding);
    const folded = fold(word);
    if (compounding.length === 0 || folded.length < MIN_PART) return [];
    const endings = new Map<string, string[]>();
    for (const language of compounding) {
      const stem = await loadStemmer(language);
      const stems = new Set([stem(word), stem(folded)]);
      const all = [...stems].flatMap((one) => listEndings(language).map((end) => one + end));
      endings.set(language, [...new Set([folded, ...all])]);
    }
    const [beginning, ending] = await Promise.all([
      this.between(workspace, 'word', [folded]),
      this.between(workspace, 'reversed', [...new Set([...endings.values()].flat())].map(reversed)),
    ]);
    const long = new Set<string>();
    for (const row of beginning)
      if (endings.has(row.language) && isRest(row.word.slice(folded.length))) long.add(row.word);
    for (const row of ending)
      if (endings.get(row.language)?.some((end) => isRest(before(row.word, end))))
        long.add(row.word);
    return nearest(folded, [...long]).slice(0, MAX_LONGER);
  }

  /** Returns the words that differ from a word by one letter, an extra or missing letter, or two swapped ones. */
  async misspelt(workspace: Workspace, word: string): Promise<string[]> {
    const letters = Array.from(word);
    if (letters.length < MIN_PART) return [];
    // If one letter differs, one half is equal, except if two letters are swapped across the middle.
    const half = Math.floor(letters.length / 2);
    const [first, second] = [letters.slice(0, half).join(''), letters.slice(-half).join('')];
    const [swapped, ...rows] = await Promise.all([
      this.known(workspace, [withSwapped(letters, half - 1)]),
      this.between(workspace, 'word', [first]),
      this.between(workspace, 'reversed', [reversed(second)]),
    ]);
    const near = rows.flat().map((row) => row.word);
    const words = new Set([...swapped, ...near].filter((other) => isOneApart(word, other)));
    return [...words].slice(0, MAX_FORMS);
  }

  /** Notes that sections were removed, so that words may be unused. */
  noteRemoval(): void {
    this.mayHaveUnused = true;
  }

  /** Removes unused words; `pause` is awaited after some checks. */
  async removeUnused(pause: () => Promise<void>): Promise<void> {
    if (!this.mayHaveUnused) return;
    this.mayHaveUnused = false;
    let last: WordKey = { workspace_id: '', project_id: '', word: '' };
    let words: WordKey[];
    try {
      do {
        words = await this.database.query<WordKey>(
          `SELECT DISTINCT workspace_id, project_id, word FROM file_words
            WHERE (workspace_id, project_id, word) > (?, ?, ?)
            ORDER BY workspace_id, project_id, word LIMIT ${TOGETHER}`,
          [last.workspace_id, last.project_id, last.word],
        );
        last = words.at(-1) ?? last;
        if ((await this.findUnusedWords(this.database, words)).length > 0)
          await this.database.write((transaction) => this.deleteUnusedWords(transaction, words));
        await pause();
      } while (words.length === TOGETHER);
    } catch (error) {
      this.mayHaveUnused = true;
      throw error;
    }
  }

  private async deleteUnusedWords(
    transaction: Transaction,
    words: readonly WordKey[],
  ): Promise<void> {
    // Waits for transactions that add sections with such words and makes others wait, since neither sees what the other
    // has not committed.
    if (this.database.kind === 'postgres')
      await transaction.query('LOCK TABLE file_words IN SHARE ROW EXCLUSIVE MODE');
    for (const { workspace_id, project_id, word } of await this.findUnusedWords(transaction, words))
      await transaction.query(
        'DELETE FROM file_words WHERE workspace_id = ? AND project_id = ? AND word = ?',
        [workspace_id, project_id, word],
      );
  }

  private async findUnusedWords(
    reader: Pick<Transaction, 'query'>,
    words: readonly WordKey[],
  ): Promise<WordKey[]> {
    if (words.length === 0) return [];
    const isPostgres = this.database.kind === 'postgres';
    const used = isPostgres
      ? 'file_sections WHERE terms @@ CAST(? AS tsquery) AND workspace_id = ? AND project_id = ?'
      : 'file_terms WHERE file_terms MATCH ?';
    const one = `SELECT CAST(? AS integer) AS n WHERE NOT EXISTS (SELECT 1 FROM ${used})`;
    const rows = await reader.query<{ n: number }>(
      words.map(() => one).join(' UNION ALL '),
      words.flatMap(({ workspace_id, project_id, word }, index) =>
        isPostgres
          ? [index, `'${word}'`, workspace_id, project_id]
          : [index, `"${ftsTerms([word], workspace_id)}"`],
      ),
    );
    return rows.flatMap(({ n }) => words[n] ?? []);
  }

  private between(
    { id, projectId }: Workspace,
    column: 'word' | 'reversed',
    beginnings: readonly string[],
  ): Promise<WordRow[]> {
    const one = `SELECT * FROM (SELECT word, language FROM file_words WHERE workspace_id = ? AND project_id = ?
      AND ${column} >= ? AND ${column} < ? ORDER BY ${column} LIMIT ${MAX_COMPARED}) t`;
    return this.database.query<WordRow>(
      beginnings.map(() => one).join(' UNION ALL '),
      beginnings.flatMap((beginning) => [id, projectId, beginning, beginning + LAST]),
    );
  }
}

/** Returns whether the rest of a longer word may be a word: "sch" in "Schwein" is not one. */
function isRest(rest: string): boolean {
  return rest.length >= MIN_REST && VOWEL.test(rest);
}

/** Returns the part of a word before an ending; empty without this ending. */
function before(word: string, ending: string): string {
  return word.endsWith(ending) ? word.slice(0, -ending.length) : '';
}

function reversed(word: string): string {
  return Array.from(word).reverse().join('');
}

function withSwapped(letters: readonly string[], at: number): string {
  const [first = '', second = ''] = letters.slice(at, at + 2);
  return [...letters.slice(0, at), second, first, ...letters.slice(at + 2)].join('');
}

/** Returns words sorted by the difference of their lengths. */
function nearest(word: string, others: readonly string[]): string[] {
  const apart = (other: string): number => Math.abs(other.length - word.length);
  return others.toSorted((a, b) => apart(a) - apart(b) || (a < b ? -1 : 1));
}

/** Returns whether two different words differ by one letter, or by two swapped neighbours. */
export function isOneApart(one: string, other: string): boolean {
  const [a, b] = one.length <= other.length ? [one, other] : [other, one];
  if (b.length - a.length > 2 || one === other) return false;
  const [short, long] = [Array.from(a), Array.from(b)];
  if (long.length - short.length > 1) return false;
  let begin = 0;
  while (begin < short.length && short[begin] === long[begin]) begin += 1;
  let end = 0;
  while (
    end < short.length - begin &&
    short[short.length - 1 - end] === long[long.length - 1 - end]
  )
    end += 1;
  const left = short.length - begin - end;
  if (short.length < long.length) return left === 0;
  return (
    left === 1 ||
    (left === 2 && short[begin] === long[begin + 1] && short[begin + 1] === long[begin])
  );
}
