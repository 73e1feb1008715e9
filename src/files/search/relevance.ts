import { written } from './aliases.js';
import { isMarkdown } from '../files/reading/outline.js';
import { scoreOfFinds } from './bm25.js';
import { findMatches, type Match } from './matches.js';
import type { Phrase } from './search-query.js';
import { visibleText } from './visible-text.js';
import type { FoundBy, WantedWord } from './wanted-words.js';

/** Number of terms of a section of common length. A constant, so that both databases give one order. */
const COMMON_LENGTH = 120;
/** Weight of a find in a heading, compared with one in the text. */
const HEADING_WEIGHT = 3;
const WEIGHT_OF: Readonly<Record<FoundBy, number>> = {
  word: 1,
  form: 0.85,
  spelling: 0.6,
  part: 0.5,
};
/**
 * Fraction of their rarity that two words add if they follow each other as requested, and their largest distance in
 * letters.
 */
const NEAR_WEIGHT = 0.3;
const NEAR = 20;

/** The parts of a section by which it is ranked. */
export interface RankedText {
  mime_type: string;
  text: string;
  headings: readonly string[];
}

/** A word of the query in a section; null if the section has it in no form. */
export interface WordFound {
  word: string;
  by: FoundBy | null;
  /** The form that was found, without case and accents; of a number, without grouping. */
  form: string | null;
}

export interface Relevance {
  /** Higher is better. */
  score: number;
  /** Without stop words. */
  words: WordFound[];
  /** Found fraction of the words' weight, 0 to 1. */
  coverage: number;
  /** Finds in the text, in order. */
  matches: Match[];
}

/** A word with its weight: rarer words weigh more. */
export interface WeighedWord extends WantedWord {
  rarity: number;
}

/** Returns the relevance of a section. It is computed here, so that both databases give one order. */
export function computeRelevance(section: RankedText, words: readonly WeighedWord[]): Relevance {
  const shown = isMarkdown(section.mime_type) ? visibleText : (text: string): string => text;
  const visible = shown(section.text);
  const inText = findMatches(visible, words);
  const inHeading = findMatches(shown(section.headings.join('\n')), words);
  const length = inText.length / COMMON_LENGTH;
  const counts = words.map(() => 0);
  const best = words.map(() => -1);
  const count = (matches: readonly Match[], weight: number): void => {
    for (const { word, form } of matches) {
      const by = words[word]?.forms[form]?.by;
      if (by === undefined) continue;
      counts[word] = (counts[word] ?? 0) + weight * WEIGHT_OF[by];
      const known = words[word]?.forms[best[word] ?? -1]?.by;
      if (known === undefined || WEIGHT_OF[by] > WEIGHT_OF[known]) best[word] = form;
    }
  };
  count(inText.matches, 1);
  count(inHeading.matches, HEADING_WEIGHT);
  let [score, found, all] = [0, 0, 0];
  words.forEach(({ rarity }, index) => {
    const finds = counts[index] ?? 0;
    all += rarity;
    if (finds > 0) found += rarity;
    score += scoreOfFinds(rarity, finds, length);
  });
  for (const index of nearWords(inText.matches))
    score += NEAR_WEIGHT * Math.min(words[index]?.rarity ?? 0, words[index + 1]?.rarity ?? 0);
  return {
    score,
    coverage: all === 0 ? 1 : found / all,
    matches: inText.matches,
    words: words.flatMap(({ word, forms, isStop }, index) => {
      const found = forms[best[index] ?? -1];
      const form = found === undefined ? null : written(found.phrase.terms.join(' '));
      return isStop ? [] : { word, by: found?.by ?? null, form };
    }),
  };
}

/** Returns whether a section has any of the phrases. */
export function hasAny(section: RankedText, phrases: readonly Phrase[]): boolean {
  if (phrases.length === 0) return false;
  const words = phrases.map((phrase) => ({
    word: '',
    forms: [{ phrase, by: 'word' as const }],
    isStop: false,
    isRequired: true,
    rarity: 1,
  }));
  return computeRelevance(section, words).words.some(({ by }) => by !== null);
}

/** Returns the words that directly precede, in the text, the words that follow them in the query. */
function nearWords(matches: readonly Match[]): Set<number> {
  const near = new Set<number>();
  const ends = new Map<number, number>();
  for (const { word, start, end } of matches) {
    const before = ends.get(word - 1);
    if (before !== undefined && start >= before && start - before <= NEAR) near.add(word - 1);
    ends.set(word, end);
  }
  return near;
}
