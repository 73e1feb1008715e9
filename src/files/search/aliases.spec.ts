import { describe, expect, it } from '@jest/globals';
import { findAliases } from './aliases.js';
import { fold } from './analyzer.js';

function aliases(text: string): string[] {
  return [...findAliases(text, fold)].map(({ term }) => term);
}

describe('the other terms that a place of a text is found by', () => {
  it.each([
    ['1,234.50', ['1234ᵈ5']],
    ['1.234,50', ['1234ᵈ5']],
    ['1234.50', ['1234ᵈ5']],
    ['1234,5', ['1234ᵈ5']],
    ['1 234,50', ['1234ᵈ5']],
    ['1’234.50', ['1234ᵈ5']],
    ['1\u00a0234\u00a0567', ['1234567']],
    ['1.234', ['1234', '1ᵈ234']],
    ['12,00', ['12']],
    ['12.000', ['12000', '12']],
    ['0.5', ['0ᵈ5']],
    ['1.234.567', ['1234567']],
    ['12.03.2024', []],
    ['1.2.3', []],
    ['192.168.0.1', []],
    ['1,23,456', []],
    ['a1.5', []],
    ['EUR1,234.50', ['1234ᵈ5']],
    ["CHF1'234.50 and Fr.1'234.50", ['1234ᵈ5', '1234ᵈ5']],
    ['1,234.50EUR for 1,234.50kg or 2.5m²', ['1234ᵈ5', '1234ᵈ5', '2ᵈ5']],
    ['1\u00a0\u2060\u2060\u2060234,50', ['1234ᵈ5']],
    ['1.5x', ['1ᵈ5']],
    ['v1.5 and 1.5beta2', []],
    ['word1.5 and 1.5words', []],
  ])('the number %s is found in each way of writing it', (text, terms) => {
    expect(aliases(text)).toEqual(terms);
  });

  it.each([
    ['C++ and g++', ['cᵖᵖ', 'gᵖᵖ']],
    ['C#, F#.', ['cʰ', 'fʰ']],
    [String.raw`C\# and C\+\+`, ['cʰ', 'cᵖᵖ']],
    ['.NET or /.env', ['ᵗnet', 'ᵗenv']],
    ['ASP.NET a.b ...dots # Title', []],
    ['a++b c#d', []],
    ['E-Mail, know-how', ['email', 'knowhow']],
    ['snake_case-word 2-3 -x', []],
  ])('the names in %s are found with their signs', (text, terms) => {
    expect(aliases(text)).toEqual(terms);
  });
});
