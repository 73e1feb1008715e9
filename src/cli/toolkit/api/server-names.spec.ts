import { expect, it } from '@jest/globals';
import { parseIdentifier, parseId, parseOwnLink, namesBelow } from './server-names.js';

it.each(['..', '../x', 'a/b', '', '.hidden', 'a\nb', 'a\u202eb', 'x'.repeat(101)])(
  'a server cannot give %j as an identifier or an id',
  (text) => {
    expect(() => parseIdentifier(text)).toThrow(expect.objectContaining({ code: 'wrong_answer' }));
    expect(() => parseId(text)).toThrow(expect.objectContaining({ code: 'wrong_answer' }));
  },
);

it.each([
  ['/', '/a/b.txt', ['a', 'b.txt']],
  ['/d', '/d/a', ['a']],
  ['/d', '/e/a', null],
  ['/', '/../a', null],
  ['/', '/a//b', null],
  ['/', '/a\\..\\b', null],
  ['/', '/a\u001b[2J', null],
  ['/', '/turned\u202etxt', null],
  ['/', '/a/.metarun/dev.json', null],
  ['/', '/.METARUN/dev.json', null],
  ['/', '/.metarun\u200b/dev.json', null],
  ['/', '/.meta\u200drun/dev.json', null],
  ['/', '/.git/hooks/post-checkout', null],
  ['/', '/a/.Git/config', null],
  ['/', '/.g\u200cit/config', null],
  ['/', '/.git\u{e0041}/config', null],
  ['/', '/.git. /config', null],
  ['/', '/\uff0egit/config', null],
  ['/', '/.github/a.yml', ['.github', 'a.yml']],
  ['/', '/.gitignore', ['.gitignore']],
  ['/', '/git/\u{1F468}\u200d\u{1F469}.txt', ['git', '\u{1F468}\u200d\u{1F469}.txt']],
])('a file below %j with the path %j goes to %j', (directory, path, names) => {
  expect(namesBelow(directory, path)).toEqual(names);
});

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  '--help',
  'http://other/ui/login#code=x',
  'http://h@other/ui',
  'http://h.other/ui',
  'blob:http://h/x',
  'BLOB:http://h/x',
  ' http://h/ui',
  'filesystem:http://h/temporary/x',
])('a server cannot have the browser open %j', (link) => {
  expect(() => parseOwnLink(link, 'http://h/below')).toThrow(
    expect.objectContaining({ code: 'wrong_answer' }),
  );
});

it('a link to a page of the server itself is opened', () => {
  expect(parseOwnLink('http://h/ui/login#code=x', 'http://h')).toBe('http://h/ui/login#code=x');
});
