import { stopwords as arabic } from '@orama/stopwords/arabic';
import { stopwords as armenian } from '@orama/stopwords/armenian';
import { stopwords as bulgarian } from '@orama/stopwords/bulgarian';
import { stopwords as danish } from '@orama/stopwords/danish';
import { stopwords as dutch } from '@orama/stopwords/dutch';
import { stopwords as english } from '@orama/stopwords/english';
import { stopwords as finnish } from '@orama/stopwords/finnish';
import { stopwords as french } from '@orama/stopwords/french';
import { stopwords as german } from '@orama/stopwords/german';
import { stopwords as greek } from '@orama/stopwords/greek';
import { stopwords as hungarian } from '@orama/stopwords/hungarian';
import { stopwords as indian } from '@orama/stopwords/indian';
import { stopwords as indonesian } from '@orama/stopwords/indonesian';
import { stopwords as irish } from '@orama/stopwords/irish';
import { stopwords as italian } from '@orama/stopwords/italian';
import { stopwords as lithuanian } from '@orama/stopwords/lithuanian';
import { stopwords as nepali } from '@orama/stopwords/nepali';
import { stopwords as norwegian } from '@orama/stopwords/norwegian';
import { stopwords as portuguese } from '@orama/stopwords/portuguese';
import { stopwords as romanian } from '@orama/stopwords/romanian';
import { stopwords as russian } from '@orama/stopwords/russian';
import { stopwords as sanskrit } from '@orama/stopwords/sanskrit';
import { stopwords as serbian } from '@orama/stopwords/serbian';
import { stopwords as spanish } from '@orama/stopwords/spanish';
import { stopwords as swedish } from '@orama/stopwords/swedish';
import { stopwords as tamil } from '@orama/stopwords/tamil';
import { stopwords as turkish } from '@orama/stopwords/turkish';
import { stopwords as ukrainian } from '@orama/stopwords/ukrainian';

/** Stop words of each language. */
const STOP_WORDS = {
  arabic,
  armenian,
  bulgarian,
  danish,
  dutch,
  english,
  finnish,
  french,
  german,
  greek,
  hungarian,
  indian,
  indonesian,
  irish,
  italian,
  lithuanian,
  nepali,
  norwegian,
  portuguese,
  romanian,
  russian,
  sanskrit,
  serbian,
  spanish,
  swedish,
  tamil,
  turkish,
  ukrainian,
};

/** A language with a stemmer. */
export type Language = keyof typeof STOP_WORDS;

export const LANGUAGES = Object.keys(STOP_WORDS).filter(isLanguage);
/** Languages with compounds, each with the endings that may follow the stem of the last part, without accents. */
const COMPOUNDING: Readonly<Partial<Record<Language, string>>> = {
  danish: 'a e en ene ens er erne et ets s',
  dutch: 'e en s',
  finnish: 'a an en ia ien illa in ina issa ista ja jen ksi lla lle lta n na ssa sta t',
  german: 'e em en er ern es n s',
  hungarian: 'a ai ak at ban ben e ei ek en et hoz i ja k nak nek ok on ot ra re t',
  norwegian: 'a e en ene er et s',
  swedish: 'a ar arna en ens er erna et ets n na or orna s',
};
/** The language of a text without stop words, by its script. */
const BY_SCRIPT: readonly [RegExp, Language][] = [
  [/\p{Script=Cyrillic}/u, 'russian'],
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'indian'],
  [/\p{Script=Armenian}/u, 'armenian'],
  [/\p{Script=Tamil}/u, 'tamil'],
];
const WORD = /[\p{L}\p{M}]+/gu;
/** Length of the text by which its language is guessed, in UTF-16 units. */
const SAMPLE = 64 * 1024;

/** Largest difference of sums of shares that counts as none. */
const LEAST_APART = 1e-9;

/** Maximum length of a stop word: the lists contain longer words that carry meaning. */
const MAX_STOP = 6;
const MAX_TELLING = 4;

/** Languages by stop word. */
const LANGUAGES_OF = new Map<string, Language[]>();
for (const language of LANGUAGES)
  for (const word of STOP_WORDS[language]) {
    if (word.length > MAX_STOP) continue;
    const others = LANGUAGES_OF.get(word);
    if (others) others.push(language);
    else LANGUAGES_OF.set(word, [language]);
  }

export function isLanguage(name: string): name is Language {
  return Object.hasOwn(STOP_WORDS, name);
}

/** Returns whether the language has compounds, such as "Kündigungsfrist". */
export function isCompounding(language: Language): boolean {
  return COMPOUNDING[language] !== undefined;
}

/** Returns the endings that may follow the last part of a compound. */
export function listEndings(language: Language): string[] {
  return ['', ...(COMPOUNDING[language]?.split(' ') ?? [])];
}

/** Guesses the language of a text by its stop words; without any, by its script. */
export function detectLanguage(text: string): Language {
  const sample = text.slice(0, SAMPLE);
  const [best] = countVotes(sample.toLowerCase().match(WORD) ?? []);
  return best?.[0] ?? BY_SCRIPT.find(([script]) => script.test(sample))?.[1] ?? 'english';
}

/** The words of a query that texts contain in some form, by language. */
export type WordsOfLanguages = ReadonlyMap<Language, ReadonlySet<string>>;

/** Returns whether a word is a stop word in any language. */
export function mayBeStopWord(word: string): boolean {
  return LANGUAGES_OF.has(word);
}

/**
 * Returns the stop words of a query in the language of most of its words, judged by stop words and by the words of its
 * texts. A word of several languages counts less for each. If several languages tie, a word must be a stop word in all
 * of them: "dog" is one in Danish, but beside "licences" it is a word of English.
 */
export function findStopWords(words: readonly string[], known: WordsOfLanguages): Set<string> {
  const votes = new Map<Language, number>();
  for (const word of words) {
    const languages = [...known.keys()].filter(
      (language) => known.get(language)?.has(word) || isStopWord(word, language),
    );
    vote(votes, languages);
  }
  const most = Math.max(0, ...votes.values());
  const languages = [...votes].flatMap(([language, count]) =>
    count > most - LEAST_APART ? [language] : [],
  );
  return new Set(
    words.filter(
      (word) => languages.length > 0 && languages.every((language) => isStopWord(word, language)),
    ),
  );
}

function isStopWord(word: string, language: Language): boolean {
  return LANGUAGES_OF.get(word)?.includes(language) ?? false;
}

/**
 * Returns the votes of the words for the languages in which they are stop words, the most first; words of several
 * languages count less.
 */
function countVotes(words: readonly string[]): [Language, number][] {
  const votes = new Map<Language, number>();
  for (const word of words)
    if (word.length <= MAX_TELLING) vote(votes, LANGUAGES_OF.get(word) ?? []);
  return [...votes].toSorted((one, other) => other[1] - one[1]);
}

/** Adds a word's votes for its languages. */
function vote(votes: Map<Language, number>, languages: readonly Language[]): void {
  for (const language of languages)
    votes.set(language, (votes.get(language) ?? 0) + 1 / languages.length);
}
