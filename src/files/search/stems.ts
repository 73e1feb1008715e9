import { fold } from './analyzer.js';
import type { Language } from './languages.js';

type Stemmer = (word: string) => string;

/** The Snowball stemmers, each of which is loaded for the first text of its language. */
const STEMMERS: Readonly<Record<Language, () => Promise<{ stemmer: Stemmer }>>> = {
  arabic: () => import('@orama/stemmers/arabic'),
  armenian: () => import('@orama/stemmers/armenian'),
  bulgarian: () => import('@orama/stemmers/bulgarian'),
  danish: () => import('@orama/stemmers/danish'),
  dutch: () => import('@orama/stemmers/dutch'),
  english: () => import('@orama/stemmers/english'),
  finnish: () => import('@orama/stemmers/finnish'),
  french: () => import('@orama/stemmers/french'),
  german: () => import('@orama/stemmers/german'),
  greek: () => import('@orama/stemmers/greek'),
  hungarian: () => import('@orama/stemmers/hungarian'),
  indian: () => import('@orama/stemmers/indian'),
  indonesian: () => import('@orama/stemmers/indonesian'),
  irish: () => import('@orama/stemmers/irish'),
  italian: () => import('@orama/stemmers/italian'),
  lithuanian: () => import('@orama/stemmers/lithuanian'),
  nepali: () => import('@orama/stemmers/nepali'),
  norwegian: () => import('@orama/stemmers/norwegian'),
  portuguese: () => import('@orama/stemmers/portuguese'),
  romanian: () => import('@orama/stemmers/romanian'),
  russian: () => import('@orama/stemmers/russian'),
  sanskrit: () => import('@orama/stemmers/sanskrit'),
  serbian: () => import('@orama/stemmers/serbian'),
  spanish: () => import('@orama/stemmers/spanish'),
  swedish: () => import('@orama/stemmers/swedish'),
  tamil: () => import('@orama/stemmers/tamil'),
  turkish: () => import('@orama/stemmers/turkish'),
  ukrainian: () => import('@orama/stemmers/ukrainian'),
};

/** Returns the stemmer of a language: from lower-case words to stems without accents. */
export async function loadStemmer(language: Language): Promise<Stemmer> {
  const { stemmer } = await STEMMERS[language]();
  return (word) => fold(stemWord(stemmer, word)) || fold(word);
}

function stemWord(stemmer: Stemmer, word: string): string {
  try {
    return stemmer(word);
  } catch {
    // The one for Bulgarian throws a TypeError for some words.
    return word;
  }
}
