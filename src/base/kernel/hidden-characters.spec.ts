import { expect, it } from '@jest/globals';
import { escapeHidden, NAME_PATTERN } from './hidden-characters.js';

it.each(['a', 'Q3 Report!', '\u05d3\u05d5\u05d7', ' x ', '\u{1F468}\u200d\u{1F469}'])(
  '%j can be a name',
  (name) => expect(name).toMatch(NAME_PATTERN),
);

it.each([
  '',
  ' ',
  '\u00a0',
  'a\nb',
  'a\u001b[2J',
  'a\u0085b',
  'a\u202eb',
  'a\u200f',
  'a\ud800',
  '\u061ca',
  'a\u2028b',
])('%j can be no name', (name) => expect(name).not.toMatch(NAME_PATTERN));

it('a name of a million characters is refused in a moment', () => {
  const began = performance.now();
  expect(NAME_PATTERN.test(`${'a '.repeat(500_000)}\u202e`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
});

it('hidden characters are written as what they are', () => {
  expect(escapeHidden('a\u001b[2J\u202e')).toBe('a\\u001b[2J\\u202e');
});
