import { expect, it } from '@jest/globals';
import {
  convertedName,
  getFileName,
  otherName,
  getParentPath,
  splitPath,
  within,
} from './file-names.js';

it('a path is split into its folders and name', () => {
  expect([getParentPath('/a/b.md'), getFileName('/a/b.md'), getParentPath('/b')]).toEqual([
    '/a',
    'b.md',
    '/',
  ]);
  expect([within('/', 'x'), within('/a', 'x')]).toEqual(['/x', '/a/x']);
  expect(splitPath('/a/b')).toEqual([
    { name: 'a', path: '/a' },
    { name: 'b', path: '/a/b' },
  ]);
  expect(splitPath('/')).toEqual([]);
});

it('a numbered file name keeps its extension', () => {
  expect(otherName('a.tar.gz', 2)).toBe('a (2).tar.gz');
  expect(otherName('.env', 3)).toBe('.env (3)');
  expect(otherName('README', 2)).toBe('README (2)');
});

it('a converted document gets the extension of Markdown unless it already ends with it', () => {
  expect(convertedName('a.docx')).toBe('a.docx.md');
  expect(convertedName('A.MD')).toBe('A.MD');
});
