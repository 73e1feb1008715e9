import { describe, expect, it } from '@jest/globals';

interface Word {
  word: string;
  pattern: string;
  use: string;
  scope: string;
  allowed: string[];
}
type Hits = readonly unknown[];
interface WordCheck {
  findHits: (words: Word[], files: [path: string, text: string][]) => Hits;
  listErrors: (words: Word[], hits: Hits) => string[];
  shrunk: (words: Word[], hits: Hits) => Word[];
  findFolder: (file: string) => string;
  selectLines: (file: string, text: string, scope: string) => { line: string; number: number }[];
}

const script: string = '../../scripts/check-words.mjs';
const { listErrors, findHits, findFolder, selectLines, shrunk } = (await import(
  script
)) as WordCheck;

const WORD = {
  word: 'widget',
  pattern: String.raw`\bwidgets?\b`,
  use: 'task',
  scope: 'all',
  allowed: ['src/workflow/engine'],
};
const hitsIn = (...files: [path: string, text: string][]): Hits => findHits([WORD], files);

describe('the check of words', () => {
  it('a forbidden word is reported with its file, its line and the term to use', () => {
    const hits = hitsIn(
      ['src/workflow/engine/a.ts', '// a widget'],
      ['src/tasks/tasks/b.ts', '\nconst widgets = 1;'],
    );
    expect(listErrors([WORD], hits)).toEqual(['src/tasks/tasks/b.ts:2  "widgets": use task']);
  });

  it('an allowed folder without hits is rejected', () => {
    expect(listErrors([WORD], hitsIn(['src/workflow/engine/a.ts', 'task']))).toEqual([
      'scripts/words.json: "widget" has no hits left in src/workflow/engine: take it off "allowed"',
    ]);
  });

  it('only folders without hits are removed from the list', () => {
    const words = [{ ...WORD, allowed: ['docs', 'src/workflow/engine'] }];
    const [shorter] = shrunk(words, hitsIn(['docs/a.md', 'widget'], ['test/e2e/b.ts', 'widget']));
    expect(shorter?.allowed).toEqual(['docs']);
  });

  it.each([
    ['README.md', '.'],
    ['docs/api.md', 'docs'],
    ['docs/decisions/0001-a.md', 'docs/decisions'],
    ['src/workflow/engine/operations/claim.ts', 'src/workflow/engine'],
    ['templates/hello-python/workflow.py', 'templates'],
  ])('the file %s counts for the folder %s', (file, folder) => {
    expect(findFolder(file)).toBe(folder);
  });

  it.each([
    ['a.ts', '/** one */\nconst two = 1;\n  // three\n', [1, 3]],
    ['a.py', 'one = 1\n"""two\nthree\n"""\nfour = 4  # five\n', [2, 3, 4]],
    ['a.md', 'one\ntwo', [1, 2]],
  ])('the comments and docstrings of %s are read as prose', (file, text, numbers) => {
    expect(selectLines(file, text, 'prose').map(({ number }) => number)).toEqual(numbers);
  });

  it('the names of tests are read only in test files', () => {
    expect(selectLines('src/a.ts', 'test()', 'tests')).toEqual([]);
    expect(selectLines('src/a.spec.ts', 'test()', 'tests')).toHaveLength(1);
  });
});
