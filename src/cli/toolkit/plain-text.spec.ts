import { describe, expect, it } from '@jest/globals';
import { plainLine, plainText } from './plain-text.js';

describe('text of strangers', () => {
  it.each([
    ['\u001b[2J\u001b[31mred\u001b[0m', 'red'],
    ['\u001b]0;a title\u0007shown', 'shown'],
    ['100 %\rdone', '100 %�done'],
    ['bell\u0007', 'bell�'],
    ['back\u0008wards', 'back�wards'],
    ['turned \u202e around', 'turned � around'],
    ['lines\r\nand\ttabs', 'lines\nand\ttabs'],
  ])('the text %j cannot control a terminal', (text, plain) => expect(plainText(text)).toBe(plain));

  it('plainLine puts a text of several lines on one line', () =>
    expect(plainLine('a\n  b\tc')).toBe('a b c'));
});
