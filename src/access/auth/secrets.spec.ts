import { expect, it } from '@jest/globals';
import { hashSecret, newSecret, readBearer, sameHash } from './secrets.js';

it('a new secret has its prefix and 256 random bits, and never repeats', () => {
  expect(newSecret('mrk_')).toMatch(/^mrk_[A-Za-z0-9_-]{43}$/);
  expect(newSecret('mrt_')).not.toBe(newSecret('mrt_'));
});

it('two hashes match only when they are equal', () => {
  expect(sameHash(hashSecret('a'), hashSecret('a'))).toBe(true);
  expect(sameHash(hashSecret('a'), hashSecret('b'))).toBe(false);
  expect(sameHash(hashSecret('a'), '')).toBe(false);
});

it('the bearer header is parsed strictly, except for the case of its scheme', () => {
  expect(readBearer('Bearer mrk_ab-_9')).toEqual({ prefix: 'mrk_', secret: 'mrk_ab-_9' });
  expect(readBearer('bearer  mrt_x')).toEqual({ prefix: 'mrt_', secret: 'mrt_x' });
  for (const header of [
    'mrk_ab',
    'mrk_without_a_scheme_0000000000000000000000',
    'Basic mrk_ab',
    'Basic YTpi',
    'Bearer',
    'Bearer nonsense',
    'Bearer mrk_',
    'Bearer mrk_ab mrk_cd',
    "Bearer mrk_' OR 1=1 --",
    'Bearer MRK_ab',
    'Bearer mrk_a b',
    'Bearer mrx_ab',
  ])
    expect(readBearer(header)).toBeNull();
});
