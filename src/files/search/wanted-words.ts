import { Injectable } from '@nestjs/common';
import type { Workspace } from '../files/workspaces/workspace.js';
import { findAliases, isSigned, written } from './aliases.js';
import { fold, scanRuns } from './analyzer.js';
import { type Language, mayBeStopWord, findStopWords } from './languages.js';
import { listAlternatives, type Phrase, type SearchQuery } from './search-query.js';
import { Vocabulary } from './vocabulary.js';

/** The ways in which a word is found: as it is, in another form, in a longer word or as a part of it, or with a similar spelling. */
export const FOUND_BY = ['word', 'form', 'part', 'spelling'] as const;
export type FoundBy = (typeof FOUND_BY)[number];

/** A form in which a word may be found. */
export interface WordForm {
  phrase: Phrase;
  by: FoundBy;
}

/** A wanted word or phrase. */
export interface WantedWord {
  /** The requested word. */
  word: string;
  /** The first is the word itself. */
  forms: readonly WordForm[];
  /** True for a stop word, such as "what" in a question. */
  isStop: boolean;
  /** True for a phrase in quotes and for a prefix: a section must have it. */
  isRequired: boolean;
}

/** Maximum number of words of a query that are searched in other forms. */
const MAX_WIDENED = 12;
const MIN_LETTERS = 3;
/** Letters between the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'e', 'er'];
const ONE_LETTER = /^\p{scx=Latn}$/u;
const ONE_WORD = /^[\p{L}\p{M}]+$/u;

/** Returns the words of a query; `stop`: stop words in lower case. */
export function wantedWords({ all }: SearchQuery, stop: ReadonlySet<string>): WantedWord[] {
  const isStop = all.map(
    ({ word }) => word !== undefined && (stop.has(plain(word)) || ONE_LETTER.test(word)),
  );
  const says = isStop.includes(false);
  return all.map((phrase, index) => wantedWord(phrase, says && isStop[index] === true));
}

/** Returns a word in lower case, without signs around it. */
function plain(word: string): string {
  return word
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}\p{M}]+$/gu, '');
}

function wantedWord(phrase: Phrase, isStop: boolean): WantedWord {
  const { word, aliases = [] } = phrase;
  const itself = listAlternatives(phrase).map((one): WordForm => ({ phrase: one, by: 'word' }));
  if (word === undefined) {
    const text = aliases[0] ?? phrase.terms.join(' ') + (phrase.prefix ? '*' : '');
    return { word: written(text), forms: itself, isStop, isRequired: true };
  }
  const parts = [...findAliases(word, fold)].filter(({ term }) => !aliases.includes(term));
  const forms = [...itself, ...parts.map(({ term }) => form(term, 'part'))];
  // The name without its signs, unless it is a single letter.
  if (aliases.some(isSigned) && (phrase.terms[0] ?? '').length > 1)
    forms.push({ phrase, by: 'part' });
  return { word, forms, isStop, isRequired: false };
}

function form(term: string, by: FoundBy): WordForm {
  return { phrase: { terms: [term], prefix: false }, by };
}

/** Finds the other forms in which a workspace has words. */
@Injectable()
export class WordForms {
  constructor(private readonly vocabulary: Vocabulary) {}

  /** Returns the words of a query as requested. */
  async wanted(workspace: Workspace, query: SearchQuery): Promise<WantedWord[]> {
    const written = query.all.flatMap(({ word }) => (word === undefined ? [] : [plain(word)]));
    if (query.all.length === 1 || !written.some(mayBeStopWord))
      return wantedWords(query, new Set());
    const known = await this.vocabulary.wordsOfLanguages(workspace, written);
    return wantedWords(query, findStopWords(written, known));
  }

  /** Returns the words with the other forms that the workspace has. */
  async widen(workspace: Workspace, words: readonly WantedWord[]): Promise<WantedWord[]> {
    const languages = await this.vocabulary.languages(workspace);
    const loose = words.filter(({ isRequired }) => !isRequired).slice(0, MAX_WIDENED);
    if (languages.length === 0 || loose.length === 0) return [...words];
    const single = loose.map(({ word }) => plain(word)).filter(isOneWord);
    const pieces = new Map(loose.map((one) => [one, splitPieces(one)]));
    const joined = joinNeighbours(single);
    const splits = new Map(single.map((word) => [word, listSplits(fold(word))]));
    const own = [...new Set([...single, ...[...pieces.values()].flat()])];
    const known = await this.vocabulary.known(workspace, [
      ...new Set([...own.map(fold), ...joined.keys(), ...[...splits.values()].flat(2)]),
    ]);
    // Of a compound, the first part is there as it is, and the second in any form.
    for (const [word, all] of splits)
      splits.set(
        word,
        all.filter(([first]) => known.has(first)),
      );
    const forms = await this.vocabulary.forms(workspace, languages, [
      ...new Set([...own, ...[...splits.values()].flat(2)]),
    ]);
    const listForms = (word: string): string[] => [
      ...new Set([...(known.has(fold(word)) ? [fold(word)] : []), ...(forms.get(word) ?? [])]),
    ];
    return Promise.all(
      words.map(async (wanted) => {
        if (!loose.includes(wanted)) return wanted;
        const word = plain(wanted.word);
        const found = new Map<string, FoundBy>();
        const add = (terms: readonly string[], by: FoundBy): void => {
          for (const term of terms) if (!found.has(term)) found.set(term, by);
        };
        if (isOneWord(word)) {
          add(listForms(word), 'form');
          for (const [term, of] of joined)
            if (known.has(term) && of.includes(word)) add([term], 'part');
          const longer = await this.vocabulary.longer(workspace, languages, word);
          if (found.size === 0) {
            const near = await this.misspelt(workspace, languages, word);
            // At the beginning or the end of longer words, one letter may be missing.
            const missing = near.filter((one) => one.includes(fold(word)));
            add(longer.length === 0 ? near : missing, 'spelling');
          }
          add(bestSplit(splits.get(word) ?? [], listForms), 'part');
          add(longer, 'part');
        }
        for (const piece of pieces.get(wanted) ?? []) add(listForms(piece), 'part');
        for (const { phrase } of wanted.forms) found.delete(phrase.terms.join(' '));
        return {
          ...wanted,
          forms: [...wanted.forms, ...Array.from(found, ([term, by]) => form(term, by))],
        };
      }),
    );
  }

  private async misspelt(
    workspace: Workspace,
    languages: readonly Language[],
    word: string,
  ): Promise<string[]> {
    const near = await this.vocabulary.misspelt(workspace, fold(word));
    const forms = await this.vocabulary.forms(workspace, languages, near);
    return [...new Set([...near, ...[...forms.values()].flat()])];
  }
}

function isOneWord(word: string): boolean {
  return ONE_WORD.test(word) && word.length >= MIN_LETTERS;
}

/** Returns the parts of a word with signs in it, such as "l'employé". */
function splitPieces({ word }: WantedWord): string[] {
  const runs = [...scanRuns(word)];
  if (runs.length < 2) return [];
  return runs.map(({ start, end }) => plain(word.slice(start, end))).filter(isOneWord);
}

/** Returns the compounds of neighbouring words, with their two parts. */
function joinNeighbours(words: readonly string[]): Map<string, string[]> {
  const joined = new Map<string, string[]>();
  words.slice(1).forEach((second, index) => {
    const first = words[index] ?? '';
    for (const link of LINKS) joined.set(fold(first) + link + fold(second), [first, second]);
  });
  return joined;
}

/** Returns the pairs of words into which a word may be divided. */
function listSplits(word: string): [string, string][] {
  const splits: [string, string][] = [];
  for (let at = MIN_LETTERS; at <= word.length - MIN_LETTERS; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    for (const link of LINKS) {
      const first = head.slice(0, head.length - link.length);
      if (head.endsWith(link) && first.length >= MIN_LETTERS) splits.push([first, tail]);
    }
  }
  return splits;
}

/** Returns the parts of the best split, whose shorter part is longest, among splits into known words. */
function bestSplit(
  splits: readonly [string, string][],
  formsOf: (word: string) => string[],
): string[] {
  const known = splits
    .map((parts) => ({ parts, forms: parts.map(formsOf) }))
    .filter(({ forms }) => forms.every(({ length }) => length > 0))
    .toSorted((one, other) => shorter(other.parts) - shorter(one.parts));
  return known[0]?.forms.flat() ?? [];
}

function shorter([one, other]: readonly [string, string]): number {
  return Math.min(one.length, other.length);
}
