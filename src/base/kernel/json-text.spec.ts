import { describe, expect, it } from '@jest/globals';
import { MAX_JSON_DEPTH } from './json.js';
import { findJsonTextIssue, numberIssue, parseExactly } from './json-text.js';

const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('parseExactly', () => {
  it.each([
    'null',
    '0',
    '[-0.5,0e-400,-10,0.0]',
    '"a\\"b\\\\"',
    '"\\ud83c\\udf89 🎉 \\u0041"',
    ' { "a" : [ 1 , "b,]" , { "c" : null , "d" : [ ] } ] } ',
    '{"a":{},"b":[],"c":"\\\\"}',
    '[1e5,1E-300,0.12345678901234567890,9007199254740992,-9007199254740994]',
    '{"b":123456789012345680000,"c":0.1,"d":1e+23,"e":-1.5e-7}',
    nested(MAX_JSON_DEPTH),
  ])('parseExactly returns the same value as JSON.parse for %s', (text) => {
    expect(parseExactly(text)).toEqual({ value: JSON.parse(text) as unknown });
  });

  it.each([
    ['{"a":1e400}', '/a', 'is the number 1e400, which is larger than a double can be'],
    ['[0,[-1e999]]', '/1/0', 'is the number -1e999'],
    ['{"a":[1,1e-400]}', '/a/1', 'is the number 1e-400, which is smaller than a double can be'],
    [`[0.${'0'.repeat(400)}1]`, '/0', 'which is smaller'],
    ['{"a":-0}', '/a', 'is the number -0, which would become 0; give 0, or give it as a string'],
    ['[[-0.00],1]', '/0/0', 'is the number -0.00'],
    ['[-0e5]', '/0', 'is the number -0e5'],
    ['{"a/b":{"~":[1,9007199254740993]}}', '/a~1b/~0/1', 'would become 9007199254740992'],
    ['{"a":{"b":1},"c":12345678901234567890}', '/c', 'would become 12345678901234567000'],
    ['{"a":[{},[],""],"":-9007199254740993 }', '/', 'is the integer -9007199254740993'],
    [`[${'1'.repeat(400)}]`, '/0', '…, which is larger'],
    [`[0.5,1${'0'.repeat(400)}.5]`, '/1', 'which is larger'],
    ['{"a":["x","a\\u0000"]}', '/a/1', 'contains a NUL'],
    ['{"a":"\\ud800"}', '/a', 'contains half of a surrogate pair'],
    ['{"a":"\\ud800x"}', '/a', 'contains half of a surrogate pair'],
    ['{"a":"\\udc00"}', '/a', 'contains half of a surrogate pair'],
    ['{"a":"\\ud83c\\ud83c\\udf89"}', '/a', 'contains half of a surrogate pair'],
    ['{"a/b":["\\u0000"]}', '/a~1b/0', 'contains a NUL'],
    ['{"outer":{"x":1,"\\u0000":1}}', '/outer', 'has a key that contains a NUL'],
    ['{"\\u0000":1}', '', 'has a key that contains a NUL'],
    ['{"a":{"\\udc00":1}}', '/a', 'has a key that contains half of a surrogate pair'],
    [nested(MAX_JSON_DEPTH + 1), '/0'.repeat(MAX_JSON_DEPTH), 'is nested deeper than 64 levels'],
  ])('parseExactly names the place of the problem in %s', (text, pointer, words) => {
    expect(parseExactly(text)).toEqual({
      issue: expect.objectContaining({ pointer, message: expect.stringContaining(words) }),
    });
  });

  it.each([
    '',
    '{',
    '"\\',
    '"\\u',
    '[1,',
    '{"a":1,}',
    "{'a':1}",
    '{"a":NaN}',
    '{"a":1} x',
    '\uFEFF{"a":1}',
    '{"a":"\t"}',
    '   ',
    '{"a\\x":1e400}',
    ']]]],,,',
    '}',
    '{"a":[}',
    '-',
    '1e',
    '\\',
    ',,',
  ])('parseExactly reports that %j is not JSON', (text) => {
    expect(parseExactly(text)).toEqual({ issue: expect.objectContaining({ notJson: true }) });
  });

  it('parseExactly rejects too many values, too many members and too deep nesting before it parses', () => {
    const most = { values: 10, members: 5 };
    // None of these texts is JSON, which only a parser can detect.
    for (const text of [
      '[0,0,0,0,0,0,0,0,0,0',
      '[[[],[],[],[],[',
      '{"a":0,"b":0,"c":0,"d":0,"e":0,"f"',
    ])
      expect(parseExactly(text, most)).toEqual({
        issue: expect.objectContaining({ tooLarge: true }),
      });
    expect(findJsonTextIssue('['.repeat(1_000_000))?.tooLarge).toBe(true);
  });

  it('findJsonTextIssue accepts exactly as many values and members as are allowed', () => {
    const text = '[0,[],{"a":"b","c":{}}]';
    expect(findJsonTextIssue(text, 0, { values: 8, members: 2 })).toBeNull();
    expect(findJsonTextIssue(text, 0, { values: 8, members: 1 })?.tooLarge).toBe(true);
    expect(findJsonTextIssue(text, 0, { values: 6, members: 2 })?.tooLarge).toBe(true);
  });

  it('findJsonTextIssue leaves a minus zero alone that a program has computed', () => {
    expect(findJsonTextIssue('[-0.0,-0]', 0, undefined, true)).toBeNull();
    expect(findJsonTextIssue('[1e-400]', 0, undefined, true)).not.toBeNull();
  });
});

describe('numberIssue', () => {
  it.each([
    '123456789012345680000',
    '1000000000000000000000',
    '-123456789012345690000000',
    '1e23',
    '1.7976931348623157e308',
    `1${'0'.repeat(300)}`,
    '0.1',
    '0',
    '0.0e5',
    '-0.1',
    '5e-324',
  ])('numberIssue accepts %s, which serializes to the same number', (literal) => {
    expect(numberIssue(literal)).toBeNull();
  });

  it.each([
    '123456789012345683968',
    '1000000000000000000001',
    '18446744073709551615',
    '1.8e308',
    '1e-400',
    '-0',
  ])('numberIssue rejects the number %s', (literal) => {
    expect(numberIssue(literal)).not.toBeNull();
  });
});
