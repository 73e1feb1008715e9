import { describe, expect, it } from '@jest/globals';
import { newId } from '../../base/kernel/ids.js';
import { verifyLinkToken, linkKey, linkToken } from './link-token.js';

const key = linkKey(Buffer.alloc(32, 1));
const id = newId();
const token = linkToken(key, id);

describe('the token of a link', () => {
  it('a link token reveals its id to a holder of the key', () => {
    expect(token).toMatch(/^[A-Za-z0-9_-]{64}$/);
    expect(verifyLinkToken(key, token)).toBe(id);
  });

  it('every id and every key gives a different link token', () => {
    expect(linkToken(key, newId())).not.toBe(token);
    expect(linkToken(linkKey(Buffer.alloc(32, 2)), id)).not.toBe(token);
  });

  it.each([
    ['another key', linkToken(linkKey(Buffer.alloc(32, 2)), id)],
    ['another id', linkToken(key, newId()).slice(0, 21) + token.slice(21)],
    ['its end cut off', token.slice(0, 40)],
    ['more behind it', `${token}A`],
    ['a character changed', `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`],
    ['nothing', ''],
    ['other characters', '/'.repeat(64)],
  ])('a forged or damaged link token is rejected: %s', (_what, wrong) => {
    expect(verifyLinkToken(key, wrong)).toBeNull();
  });
});
