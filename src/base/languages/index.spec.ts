import { describe, expect, it } from '@jest/globals';
import {
  isScriptLanguage,
  LANGUAGE_TITLES,
  LANGUAGES,
  languageOfFile,
  perLanguage,
  SCRIPT_LANGUAGES,
} from './index.js';

describe('the languages of scripts', () => {
  it('the languages of scripts are known by their ids', () => {
    expect(SCRIPT_LANGUAGES).toEqual(['python', 'typescript']);
    expect(SCRIPT_LANGUAGES.every(isScriptLanguage)).toBe(true);
    for (const other of ['ruby', 'Python', 'toString', '', null, 3])
      expect(isScriptLanguage(other)).toBe(false);
  });

  it('the language of a file is recognized by its name', () => {
    const names = ['a.py', 'a.ts', 'a.mts', 'b/a.cts', 'a.d.ts', 'a.pyc', 'a.js', 'py'];
    expect(names.map(languageOfFile)).toEqual([
      'python',
      'typescript',
      'typescript',
      'typescript',
      null,
      null,
      null,
      null,
    ]);
  });

  it('no two languages share script files or names of tests', () => {
    const files = SCRIPT_LANGUAGES.map((language) => LANGUAGES[language].scriptFile);
    expect(files.map(languageOfFile)).toEqual(SCRIPT_LANGUAGES);
    for (const name of ['test_sum.py', 'sum.test.ts', 'sum.test.mjs'])
      expect(SCRIPT_LANGUAGES.filter((each) => LANGUAGES[each].tests.test(name))).toHaveLength(1);
  });

  it('a record made by perLanguage has one value for each language', () => {
    expect(perLanguage((language) => language.length)).toEqual({ python: 6, typescript: 10 });
    expect(LANGUAGE_TITLES).toBe('Python and TypeScript');
  });
});
