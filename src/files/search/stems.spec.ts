import { describe, expect, it } from '@jest/globals';
import { isLanguage, LANGUAGES } from './languages.js';
import { loadStemmer } from './stems.js';

const ALPHABETS = [
  'abcdefghijklmnopqrstuvwxyzäöüßéèñçøåæşığő',
  'абвгґдеєёжзиіїйклмнопрстуфхцчшщъыьэюя',
  'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ',
  'ابتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'अआइईउऊएऐओऔकखगघचछजझटठडढणतथदधनपफबभमयरलवशषसहािीुूेैोौं',
];

describe('the stems of words', () => {
  it('every language brings any word to a stem', async () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((seed / 2 ** 32) * below);
    };
    const words = ALPHABETS.flatMap((alphabet) =>
      Array.from({ length: 400 }, () =>
        Array.from({ length: 3 + random(12) }, () => alphabet[random(alphabet.length)]).join(''),
      ),
    );
    for (const language of LANGUAGES) {
      const stem = await loadStemmer(language);
      expect([language, words.filter((word) => stem(word) === '')]).toEqual([language, []]);
    }
  });

  it('only the names of known languages are languages', () => {
    expect(['german', 'klingon', 'toString'].filter(isLanguage)).toEqual(['german']);
  });
});
