import { expect, it } from '@jest/globals';
import { splitFrontMatter } from './front-matter.js';
import { pathOfLink } from './link-path.js';

it('a link resolves to a file of the same workspace', () => {
  const from = '/docs/a.md';
  expect(pathOfLink(from, 'b.md')).toEqual({ path: '/docs/b.md', anchor: '' });
  expect(pathOfLink(from, './x%20y.png')).toEqual({ path: '/docs/x y.png', anchor: '' });
  expect(pathOfLink(from, '../c.md#two')).toEqual({ path: '/c.md', anchor: 'two' });
  expect(pathOfLink(from, '/d.md?x=1')).toEqual({ path: '/d.md', anchor: '' });
  expect(pathOfLink(from, '#one')).toEqual({ path: from, anchor: 'one' });
});

it('a link that leads out of the workspace resolves to nothing', () => {
  for (const link of ['', '#', '../../x', '//example.com/x', '%zz', '%2F%2Fexample.com'])
    expect(pathOfLink('/docs/a.md', link)).toBeNull();
});

it('front matter is separated from the text', () => {
  expect(splitFrontMatter('---\na: 1\n---\n# T\n')).toEqual({
    matter: 'a: 1',
    body: '# T\n',
    lines: 3,
  });
  expect(splitFrontMatter('# T\n---\n')).toEqual({ matter: '', body: '# T\n---\n', lines: 0 });
});
