import { expect, it } from '@jest/globals';
import { AT_ONCE_MS } from '../../../test/support/deadlines.js';
import { escapeHidden, NAME_PATTERN } from './hidden-characters.js';

it.each([
  'a',
  'Q3 Report!',
  '\u05d3\u05d5\u05d7',
  ' x ',
  '\u{1F468}\u200d\u{1F469}',
  '\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
  '\u2764\ufe0f',
  '\ud55c\uae00',
])('%j can be a name', (name) => expect(name).toMatch(NAME_PATTERN));

const UNSHOWN = [
  '\u00ad',
  '\u180e',
  '\u200b',
  '\u2060',
  '\u2063',
  '\u206a',
  '\u3164',
  '\ufeff',
  '\uffa0',
  '\ufff9',
  '\ufffb',
  '\u{e0000}',
  '\u{e0041}',
  '\u{e007f}',
];

it.each(UNSHOWN)('%j cannot be part of a name, and is written as JSON would', (character) => {
  expect(`a${character}b`).not.toMatch(NAME_PATTERN);
  const shown = escapeHidden(`a${character}b`);
  expect(shown).toMatch(/^a(\\u[0-9a-f]{4}){1,2}b$/);
  expect(JSON.parse(`"${shown}"`)).toBe(`a${character}b`);
});

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
])('%j cannot be a name', (name) => expect(name).not.toMatch(NAME_PATTERN));

it('a name of a million characters is refused in a moment', () => {
  const began = performance.now();
  expect(NAME_PATTERN.test(`${'a '.repeat(500_000)}\u202e`)).toBe(false);
  expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
});

it('hidden characters are written as what they are', () => {
  expect(escapeHidden('a\u001b[2J\u202e')).toBe('a\\u001b[2J\\u202e');
  expect(escapeHidden('\u200b\u{e0041}')).toBe('\\u200b\\udb40\\udc41');
});
