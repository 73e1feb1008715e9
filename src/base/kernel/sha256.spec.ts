import { expect, it } from '@jest/globals';
import { hashSha256 } from './sha256.js';

it('a text and its bytes in UTF-8 have the same SHA-256', () => {
  const hash = '33e6d73fee82904c8d7afb78de1154d1e8dc2a0edb08120e63df5b9385c2d9cc';
  expect([hashSha256('ä'), hashSha256(Buffer.from('ä'))]).toEqual([hash, hash]);
});
