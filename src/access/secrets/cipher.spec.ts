import { describe, expect, it } from '@jest/globals';
import { cipherKey, seal, unseal } from './cipher.js';

const key = cipherKey(Buffer.alloc(32, 1));

describe('a sealed text', () => {
  it.each(['', 'a', 'häl\nlo 😀', 'x'.repeat(65_536)])('a sealed text opens again: %#', (text) => {
    const sealed = seal(key, 'p/n', text);
    expect(unseal(key, 'p/n', sealed)).toBe(text);
    if (text.length > 2) expect(sealed).not.toContain(text);
  });

  it('the same text is sealed differently each time', () => {
    expect(seal(key, 'p/n', 'same')).not.toBe(seal(key, 'p/n', 'same'));
  });

  it.each([
    ['another key', (sealed: string) => unseal(cipherKey(Buffer.alloc(32, 2)), 'p/n', sealed)],
    ['another place', (sealed: string) => unseal(key, 'q/n', sealed)],
    [
      'a bit flipped',
      (sealed: string) =>
        unseal(key, 'p/n', `${sealed.slice(0, -1)}${sealed.endsWith('A') ? 'B' : 'A'}`),
    ],
    ['its end cut off', (sealed: string) => unseal(key, 'p/n', sealed.slice(0, 20))],
    ['no version', (sealed: string) => unseal(key, 'p/n', sealed.slice(3))],
  ])('a sealed text does not open with %s', (_what, open) => {
    expect(open(seal(key, 'p/n', 'a secret'))).toBeNull();
  });

  it('every cipher key has its own id of 16 hex digits', () => {
    expect(key.id).toMatch(/^[0-9a-f]{16}$/);
    expect(key.id).not.toBe(cipherKey(Buffer.alloc(32, 2)).id);
  });
});
