import { describe, expect, it } from '@jest/globals';
import { plainLine, plainText, shownText } from './plain-text.js';

describe('text of strangers', () => {
  it.each([
    ['\u001b[2J\u001b[31mred\u001b[0m', '\\u001b[2Jred'],
    ['\u001b]0;a title\u0007shown', '\\u001b]0;a title\\u0007shown'],
    ['100 %\rdone', '100 %\\u000ddone'],
    ['back\u0008wards', 'back\\u0008wards'],
    ['turned \u202e around', 'turned \\u202e around'],
    ['two\u200b names\u{e0041}', 'two\\u200b names\\udb40\\udc41'],
    ['lines\r\nand\ttabs', 'lines\nand\ttabs'],
    ['a family \u{1F468}\u200d\u{1F469}', 'a family \u{1F468}\u200d\u{1F469}'],
  ])('the text %j cannot control a terminal', (text, plain) => expect(plainText(text)).toBe(plain));

  it('a name keeps the colours in it as visible text', () =>
    expect(shownText('\u001b[31mred')).toBe('\\u001b[31mred'));

  it('plainLine puts a text of several lines on one line', () =>
    expect(plainLine('a\n  b\tc')).toBe('a b c'));
});
