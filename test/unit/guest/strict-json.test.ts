import { expect, it } from '@jest/globals';
import { toStrictJson } from '../../../runtimes/typescript/guest/strict-json.js';

class Point {
  x = 1;
}
const shared = [1];
const loop: unknown[] = [];
loop.push({ a: loop });
let deepest: unknown = [];
for (let depth = 1; depth < 64; depth += 1) deepest = [deepest];

/** Returns the JSON of a value, or the message with which it is refused. */
function toJsonOrRefusal(value: unknown, maxLength = 10_000, maxValues?: number): string {
  try {
    return toStrictJson(value, 'call', maxLength, maxValues);
  } catch (error) {
    return (error as { message: string }).message;
  }
}

it.each<[what: string, value: unknown, json: string]>([
  ['plain values', [null, true, 1.5, 'ü"', { a: [] }], '[null,true,1.5,"ü\\"",{"a":[]}]'],
  ['undefined', [undefined, { a: undefined, b: 1 }], '[null,{"b":1}]'],
  ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['toJSON', { a: new URL('http://a/') }, '{"a":"http://a/"}'],
  ['no prototype', Object.assign(Object.create(null) as object, { a: 1 }), '{"a":1}'],
  ['the same value twice', [shared, shared], '[[1],[1]]'],
  ['as deep as may be', deepest, `${'['.repeat(64)}${']'.repeat(64)}`],
  ['deeper', [deepest], `call${'/0'.repeat(64)} is nested deeper than 64 levels`],
  ['itself', loop, 'call/0/a contains itself, which JSON cannot hold'],
  [
    'NaN',
    { 'a/b': { 'c~d': [NaN] } },
    'call/a~1b/c~0d/0 is NaN, which JSON cannot hold; return null or a string',
  ],
  [
    'a bigint',
    1n,
    'call is a bigint, which JSON cannot hold; give it as a string, by String(value)',
  ],
  ['a function', [toJsonOrRefusal], 'call/0 is a function, which JSON cannot hold'],
  ['an invalid date', new Date(NaN), 'call is an invalid Date; return null or a string'],
  [
    'a class',
    new Point(),
    'call is of class Point, which JSON cannot hold; return a plain object, an array or a string',
  ],
  ['NUL', '\0', 'call contains a NUL character (U+0000), which cannot be stored'],
  [
    'a key with NUL',
    { '\0': 1 },
    'call has a key that contains a NUL character (U+0000), which cannot be stored',
  ],
  [
    'half a pair',
    ['\ud800'],
    'call/0 contains half of a surrogate pair, which is not a Unicode character',
  ],
])('a value becomes JSON, or is refused with its place: %s', (_, value, json) => {
  expect(toJsonOrRefusal(value)).toBe(json);
});

it('JSON may be as long as the limit, and hold as many values', () => {
  expect([
    toJsonOrRefusal('x'.repeat(8), 10),
    toJsonOrRefusal([1, 2], 5),
    toJsonOrRefusal({ a: 1 }, 7),
  ]).toEqual(['"xxxxxxxx"', '[1,2]', '{"a":1}']);
  const long = 'call is larger than 4 bytes as JSON; a call holds no more';
  expect([
    toJsonOrRefusal('xxx', 4),
    toJsonOrRefusal([1, 2], 4),
    toJsonOrRefusal({ a: 1 }, 4),
  ]).toEqual([long, long, long]);
  expect([
    toJsonOrRefusal([1, 2, 3], 99, 3),
    toJsonOrRefusal({ a: { b: 1 } }, 99, 2),
    toJsonOrRefusal([{}], 99, 2),
  ]).toEqual(['[1,2,3]', '{"a":{"b":1}}', '[{}]']);
  const many = 'call holds more than 2 values in arrays and objects; a call holds no more';
  expect([
    toJsonOrRefusal([1, 2, 3], 99, 2),
    toJsonOrRefusal({ a: { b: 1, c: 1 } }, 99, 2),
    toJsonOrRefusal([[], []], 99, 2),
  ]).toEqual([many, many, many]);
});
