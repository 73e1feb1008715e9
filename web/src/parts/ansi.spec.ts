import { describe, expect, it } from '@jest/globals';
import { markedSpans, parseAnsiSpans, withoutAnsi } from './ansi.js';

const E = '\u001b[';
const short = (text: string): string[] =>
  parseAnsiSpans(text).map(({ text: part, classes }) => `${part}|${classes}`);

describe('a line for a terminal', () => {
  it.each([
    ['plain', ['plain|']],
    [`a${E}31mred${E}0m b`, ['a|', 'red|ansi-red', ' b|']],
    [`${E}1;92mx${E}22my${E}39mz`, ['x|ansi-bold ansi-green', 'y|ansi-green', 'z|']],
    [`${E}41;30mx${E}49my`, ['x|ansi-black ansi-on-red', 'y|ansi-black']],
    [`${E}38;5;196mx${E}48;2;1;2;3my${E}33mz`, ['x|', 'y|', 'z|ansi-yellow']],
    [`a${E}2K${E}1Gb\u001b]0;title\u0007c`, ['a|', 'b|', 'c|']],
    [`${E}mx`, ['x|']],
    ['cut \u001b[3', ['cut \u001b[3|']],
  ])('the terminal line %j has the parts %j', (text, expected) => {
    expect(short(text)).toEqual(expected);
  });

  it('the text of a line is the line without its ANSI sequences', () => {
    expect(withoutAnsi(`a${E}31mred${E}0m`)).toBe('ared');
    const text = `a${E}31mred${E}0m b${E}1mc`;
    expect(
      parseAnsiSpans(text)
        .map((span) => span.text)
        .join(''),
    ).toBe(withoutAnsi(text));
  });
});

describe('what is found in a line', () => {
  it.each([
    ['one two One', 'one', ['[one]', ' two ', '[One]']],
    [`ab${E}31mcd${E}0mef`, 'bcde', ['a', '[b]', '[cd]', '[e]', 'f']],
    ['aaa', 'aa', ['[aa]', 'a']],
    ['abc', '', ['abc']],
    ['abc', 'x', ['abc']],
  ])('a search of the line %j for %j marks %j', (text, q, expected) => {
    const spans = markedSpans(parseAnsiSpans(text), q);
    expect(
      spans.map(({ text: part, classes }) => (classes.endsWith('found') ? `[${part}]` : part)),
    ).toEqual(expected);
  });
});
