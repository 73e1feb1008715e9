import { describe, expect, it } from '@jest/globals';
import { IDENTIFIER_PATTERN, identifierFor } from './identifier.js';

describe('identifierFor', () => {
  it.each([
    ['Q3 Report!', 1, 'q3-report'],
    ['Q3 Report!', 2, 'q3-report-2'],
    ['  Übersicht & Pläne ', 1, 'ubersicht-plane'],
    ['計画', 1, 'meta-task'],
    ['計画', 3, 'meta-task-3'],
    ['../../etc/passwd', 1, 'etc-passwd'],
    ['---', 1, 'meta-task'],
    ['ﬁne', 1, 'fine'],
  ])('the name %j with the number %i becomes the identifier %j', (name, number, identifier) => {
    expect(identifierFor(name, number)).toBe(identifier);
  });

  it('identifierFor returns a valid identifier for any name, however long or strange', () => {
    const names = ['a'.repeat(500), `${'a'.repeat(79)} b`, '\0\n\t', '🎉🎉', '-.-', '%2e%2e%2f'];
    for (const name of names)
      for (const number of [1, 12_345])
        expect(identifierFor(name, number)).toMatch(IDENTIFIER_PATTERN);
  });
});

describe('IDENTIFIER_PATTERN', () => {
  it.each(['', '.a', '-a', 'a/b', 'a b', 'a\n', 'ä', 'a'.repeat(101)])(
    'IDENTIFIER_PATTERN rejects the text %j',
    (text) => {
      expect(IDENTIFIER_PATTERN.test(text)).toBe(false);
    },
  );
  it.each(['a', 'A.b_c-1', '9', 'a'.repeat(100)])(
    'IDENTIFIER_PATTERN accepts the text %j',
    (text) => {
      expect(IDENTIFIER_PATTERN.test(text)).toBe(true);
    },
  );
});
