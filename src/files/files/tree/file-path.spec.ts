import { describe, expect, it } from '@jest/globals';
import { MetarunError } from '../../../base/kernel/errors.js';
import {
  listAncestors,
  isInside,
  MAX_DEPTH,
  MAX_NAME_BYTES,
  MAX_PATH_BYTES,
  getBaseName,
  normalisePath,
  getParentPath,
  pathInDirectory,
} from './file-path.js';

function refusal(text: string): MetarunError {
  try {
    normalisePath(text, '?path');
  } catch (error) {
    if (error instanceof MetarunError) return error;
  }
  throw new Error(`${JSON.stringify(text)} was accepted`);
}

describe('normalisePath', () => {
  it.each([
    ['/', '/'],
    ['//', '/'],
    ['.', '/'],
    ['a/b', '/a/b'],
    ['/a//b///c/', '/a/b/c'],
    ['/a/./b', '/a/b'],
    ['/a b/ü.md', '/a b/ü.md'],
    ['/cafe\u0301', '/caf\u00e9'],
    ['/...', '/...'],
    ['/.env', '/.env'],
    ['/%2e%2e/x', '/%2e%2e/x'],
    ['/~root', '/~root'],
    ['C:/x', '/C:/x'],
    ['/日本語/👩‍🚀.txt', '/日本語/👩‍🚀.txt'],
  ])('normalisePath turns the path %j into %j', (text, path) => {
    expect(normalisePath(text, '?path')).toBe(path);
  });

  it.each([
    '',
    '..',
    '/..',
    '/../secret',
    '/a/../b',
    '/a/../../b',
    '../../etc/passwd',
    './..',
    '/./../x',
    '/..//x',
    '/a/..',
    '/..\\x',
    '..\\..\\x',
    '/a\\..\\b',
    'C:\\x',
    'a\\b',
    '\\\\host\\share',
    '/a\0b',
    '/a\0/../b',
    '/a\nb',
    '/a\r\nb',
    '/a\x1b[31m',
    '/a\x7f',
    '/\x80',
    '/a\x85b',
    '/a\ud800',
    '/\udc00a',
  ])('normalisePath refuses the path %j', (text) => {
    expect(refusal(text)).toMatchObject({ code: 'invalid_path', errors: [{ pointer: '?path' }] });
  });

  it('the byte limit of a name applies after Unicode composition', () => {
    const decomposed = 'e\u0301'.repeat(127);
    expect(normalisePath(decomposed, '/path')).toBe(`/${'\u00e9'.repeat(127)}`);
    expect(normalisePath('x'.repeat(MAX_NAME_BYTES), '/path')).toHaveLength(MAX_NAME_BYTES + 1);
    expect(refusal('x'.repeat(MAX_NAME_BYTES + 1)).message).toContain('255 bytes');
    expect(refusal('ü'.repeat(128)).message).toContain('255 bytes');
  });

  it('the depth and the length of a path are limited', () => {
    expect(normalisePath('/d'.repeat(MAX_DEPTH), '/path')).toHaveLength(2 * MAX_DEPTH);
    expect(refusal('/d'.repeat(MAX_DEPTH + 1)).message).toContain('64 levels');
    const fits = `/${'x'.repeat(127)}`.repeat(MAX_PATH_BYTES / 128);
    expect(normalisePath(fits, '/path')).toBe(fits);
    expect(refusal(`${fits}/y`).message).toContain(`${MAX_PATH_BYTES} bytes`);
    expect(refusal('/x'.repeat(1_000_000)).message).toContain(`${MAX_PATH_BYTES} bytes`);
  });
});

describe('pathInDirectory', () => {
  it('pathInDirectory joins a name to a directory', () => {
    expect(pathInDirectory('/', 'a.txt', '/file')).toBe('/a.txt');
    expect(pathInDirectory('/d', 'a.txt', '/file')).toBe('/d/a.txt');
  });

  it.each(['', '.', '..', 'a/b', '/a', '../a', 'a\\b', '..\\a', 'a\0'])(
    'pathInDirectory refuses the name %j',
    (name) => {
      expect(() => pathInDirectory('/d', name, '/file')).toThrow(MetarunError);
    },
  );
});

describe('parts of a normalised path', () => {
  it('a normalised path splits into its parent, name and ancestors', () => {
    expect([
      getParentPath('/a'),
      getParentPath('/a/b'),
      getBaseName('/a/b'),
      getBaseName('/'),
    ]).toEqual(['/', '/a', 'b', '']);
    expect(listAncestors('/a/b/c')).toEqual(['/a', '/a/b']);
    expect(listAncestors('/a')).toEqual([]);
  });

  it('isInside recognises only paths below the directory', () => {
    expect(isInside('/a/b', '/a')).toBe(true);
    expect(isInside('/ab', '/a')).toBe(false);
    expect(isInside('/a', '/a')).toBe(false);
    expect(isInside('/a', '/')).toBe(true);
  });
});
