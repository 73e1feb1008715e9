import { describe, expect, it } from '@jest/globals';
import { StoredJson } from './stored-json.js';
import { serialiseInPieces } from './json-pieces.js';

const LARGE = 'x'.repeat(100_000);

describe('the pieces of an answer', () => {
  it.each<[string, unknown, unknown?]>([
    ['a small value', { a: [1, null, 'b'], c: undefined, d: {} }],
    ['a long text', { text: LARGE }],
    ['a long text of escapes', ['\u001b"\\\n'.repeat(50_000)]],
    ['a long text of pairs', `y${'😀'.repeat(70_000)}`],
    ['half of a pair', `${LARGE}\ud83d`],
    [
      'many small members',
      Object.fromEntries(Array.from({ length: 9_000 }, (_, n) => [`k${n}`, n])),
    ],
    ['members without a value', { a: undefined, b: LARGE, c: undefined, d: [undefined, LARGE] }],
    ['lists within lists', [[[LARGE], [], {}], LARGE]],
    ['keys that need escapes', { '"\n': LARGE, ['__proto__']: 1 }],
    [
      'a stored value',
      { small: new StoredJson('{"a": 1}'), large: new StoredJson(`["${LARGE}"]`) },
      { small: { a: 1 }, large: [LARGE] },
    ],
  ])('the pieces of %s are together its JSON, and none is large', (_, value, read = value) => {
    const pieces = [...serialiseInPieces(value)];
    expect(JSON.parse(pieces.join(''))).toEqual(JSON.parse(JSON.stringify(read)));
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(500_000);
  });
});
