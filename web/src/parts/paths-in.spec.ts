import { expect, it } from '@jest/globals';
import { maybePaths, pathsIn } from './paths-in.js';

const KNOWN = new Set(['/a.md', '/out/b c.txt', '/out/x.csv', '/out/v1.']);
const links = (text: string): string[] =>
  pathsIn(text, KNOWN)
    .filter(({ isPath }) => isPath)
    .map(({ text: path }) => path);

it('the paths of known files are found in a line, and no text is lost', () => {
  for (const [text, expected] of [
    ['wrote /a.md and /out/x.csv.', ['/a.md', '/out/x.csv']],
    ['"/a.md", (/a.md)', ['/a.md', '/a.md']],
    ['/out/b c.txt', ['/out/b c.txt']],
    ['saved /out/v1.', ['/out/v1.']],
    ['https://example.com/a.md', []],
    ['x/a.md ./a.md /b.md', []],
    ['', []],
  ] as const) {
    expect(links(text)).toEqual(expected);
    expect(
      pathsIn(text, KNOWN)
        .map(({ text: part }) => part)
        .join(''),
    ).toBe(text);
  }
});

it('the texts of a value that may be paths are collected, up to 20', () => {
  const value = { a: '/x.md', b: ['/x.md', '/y/z', 'no', '/', '/a\nb', '/folder/'], c: null };
  expect(maybePaths(value)).toEqual(['/x.md', '/y/z']);
  expect(maybePaths(Array.from({ length: 99 }, (_, index) => `/${index}`))).toHaveLength(20);
});
