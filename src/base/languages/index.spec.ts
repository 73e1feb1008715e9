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
  it('are known by their ids', () => {
    expect(SCRIPT_LANGUAGES).toEqual(['python', 'typescript']);
    expect(SCRIPT_LANGUAGES.every(isScriptLanguage)).toBe(true);
    for (const other of ['ruby', 'Python', 'toString', '', null, 3])
      expect(isScriptLanguage(other)).toBe(false);
  });

  it('are recognized by the names of files', () => {
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

  it('have scripts and tests that no two of them share', () => {
    const files = SCRIPT_LANGUAGES.map((language) => LANGUAGES[language].scriptFile);
    expect(files.map(languageOfFile)).toEqual(SCRIPT_LANGUAGES);
    for (const name of ['test_sum.py', 'sum.test.ts', 'sum.test.mjs'])
      expect(SCRIPT_LANGUAGES.filter((each) => LANGUAGES[each].tests.test(name))).toHaveLength(1);
  });

  it('have one value each in a record that is made for all', () => {
    expect(perLanguage((language) => language.length)).toEqual({ python: 6, typescript: 10 });
    expect(LANGUAGE_TITLES).toBe('Python and TypeScript');
  });
});
