import { expect, it } from '@jest/globals';
import { AT_ONCE_MS } from '../../../test/support/deadlines.js';
import { looksLikeMarkdown } from './looks-like-markdown.js';

it.each([
  '# Title\n\nText',
  'Words\n\n- one\n- two\n',
  '| a | b |\n| - | - |\n| 1 | 2 |',
  '```js\nx\n```',
  'See [this](https://example.com).',
  'It is **strong**.',
])('the text %j is Markdown', (text) => expect(looksLikeMarkdown(text)).toBe(true));

it.each(['done', '#1 of 3', '- ', 'a * b * c', '/out/report.md', 'one\n- two', '[1] (2)', ''])(
  'the text %j is not Markdown',
  (text) => expect(looksLikeMarkdown(text)).toBe(false),
);

it('the check for Markdown takes little time for any text', () => {
  const begun = performance.now();
  looksLikeMarkdown(`- a\n${'x\n'.repeat(100_000)}`);
  looksLikeMarkdown('['.repeat(100_000));
  looksLikeMarkdown('|'.repeat(100_000));
  expect(performance.now() - begun).toBeLessThan(AT_ONCE_MS);
});
