import { expect, it } from '@jest/globals';
import { isSlug, slugFrom } from './slug.js';

it.each([
  ['Weekly reports', 'weekly-reports'],
  ['  Übersicht & Pläne! ', 'ubersicht-plane'],
  ['a'.repeat(100), 'a'.repeat(63)],
  [`${'a'.repeat(62)} b`, 'a'.repeat(62)],
  ['計画', null],
  ['---', null],
  ['01890000-0000-7000-8000-000000000000', null],
])('the name %j becomes the slug %j', (name, slug) => {
  expect(slugFrom(name)).toBe(slug);
});

it.each(['a', 'a-b', '9', 'a'.repeat(63)])('the text %j is a slug', (text) =>
  expect(isSlug(text)).toBe(true),
);
it.each([
  '',
  'A',
  'UPPER',
  '-a',
  'a-',
  'a_b',
  'a b',
  'a'.repeat(64),
  '01890000-0000-7000-8000-000000000000',
  '../x',
])('the text %j is not a slug', (text) => expect(isSlug(text)).toBe(false));
