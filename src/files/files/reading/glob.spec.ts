import { describe, expect, it } from '@jest/globals';
import { GlobError, parseGlob } from './glob.js';
import { AT_ONCE_MS } from '../../../../test/support/deadlines.js';

const PATHS = [
  'a.md',
  'b.txt',
  'x/a.md',
  'x/y/c.md',
  'x/y/[d].md',
  'x/ä😀.md',
  'x.md/z',
  '.hidden',
];

function matching(pattern: string): string[] {
  const glob = parseGlob(pattern);
  return PATHS.filter((path) => glob.matches(path));
}

describe('a glob pattern', () => {
  it.each([
    ['*.md', ['a.md']],
    ['/*.md', ['a.md']],
    ['**/*.md', ['a.md', 'x/a.md', 'x/y/c.md', 'x/y/[d].md', 'x/ä😀.md']],
    ['x/**', ['x/a.md', 'x/y/c.md', 'x/y/[d].md', 'x/ä😀.md']],
    ['**', PATHS],
    ['*', ['a.md', 'b.txt', '.hidden']],
    ['x/*/*.md', ['x/y/c.md', 'x/y/[d].md']],
    ['?.md', ['a.md']],
    ['x/ä?.md', ['x/ä😀.md']],
    ['**/[a-b].*', ['a.md', 'b.txt', 'x/a.md']],
    ['**/[!a].md', ['x/y/c.md']],
    ['**/\\[d\\].md', ['x/y/[d].md']],
    ['**/[[]d[]].md', ['x/y/[d].md']],
    ['{a,x/y/c}.{md,txt}', ['a.md', 'x/y/c.md']],
    ['{x/**,b.*}', ['b.txt', 'x/a.md', 'x/y/c.md', 'x/y/[d].md', 'x/ä😀.md']],
    ['x[!y]a.md', []],
    ['x[!-y]a.md', []],
    ['[!-z].md', ['a.md']],
    ['[!--z].md', []],
    ['x[.-0]a.md', []],
    ['x[+--.-z]a.md', []],
    ['[+-0]hidden', ['.hidden']],
    ['[+-a].md', ['a.md']],
    ['a+md', []],
    ['A.md', []],
    ['x/y/c.md', ['x/y/c.md']],
  ])('the pattern %s matches exactly the expected paths', (pattern, expected) => {
    expect(matching(pattern)).toEqual(expected);
  });

  it('a pattern without wildcards names the only path that can match', () => {
    const only = ['x/y/c.md', 'a\\[1\\]\\*', 'x//./y/', 'a*', '{a}', '[a]', 'a?', 'ü'].map(
      (text) => parseGlob(text).only,
    );
    expect(only).toEqual(['x/y/c.md', 'a[1]*', 'x/y', null, null, null, null, 'ü']);
  });

  it('a pattern reports the directory that every match lies in', () => {
    expect(
      ['docs/2026/*.md', '**/x', 'a/b', 'x*/y', 'a'].map((text) => parseGlob(text).base),
    ).toEqual(['docs/2026', '', 'a', '', '']);
  });

  it.each([
    '',
    '/',
    '[',
    '[a',
    '{a',
    '{a,b',
    'a}',
    '[z-a]',
    'a\\',
    '../x',
    '[a/b]',
    'x'.repeat(501),
  ])('an invalid pattern is refused: %s', (pattern) => {
    expect(() => parseGlob(pattern)).toThrow(GlobError);
  });

  it('the matching time stays linear in the length of the path', () => {
    const glob = parseGlob(`${'*a'.repeat(100)}b`);
    const start = performance.now();
    expect(glob.matches('a'.repeat(2_000))).toBe(false);
    expect(performance.now() - start).toBeLessThan(AT_ONCE_MS);
  });
});
