import { expect, it } from '@jest/globals';
import { findOne } from './find-one.js';

const ITEMS = [
  { id: 'aaaa0001', name: 'one', hint: 'mrk_abcd' },
  { id: 'aaaa0002', name: 'two', hint: 'mrk_efgh' },
  { id: 'bbbb0002', name: 'aaaa', hint: 'mrk_ijkl' },
];
const find = (reference: string): string =>
  findOne(ITEMS, reference, {
    what: 'key',
    list: 'metarun keys list',
    id: ({ id }) => id,
    name: ({ name }) => name,
    hint: ({ hint }) => hint,
  }).id;

it.each([
  ['AAAA0001', 'aaaa0001'],
  ['0001', 'aaaa0001'],
  ['bbbb', 'bbbb0002'],
  ['two', 'aaaa0002'],
  ['mrk_efghijklmnop', 'aaaa0002'],
  ['aaaa', 'bbbb0002'],
])('a thing is found by its id, a part of that, its name or its key: %s', (reference, id) => {
  expect(find(reference)).toBe(id);
});

it('a part of several ids is refused with what it could mean, and an unknown one without its rest', () => {
  const both = ['aaaa0002  two', 'bbbb0002  aaaa'].map((message) => ({ message }));
  expect(() => find('0002')).toThrow(
    expect.objectContaining({ code: 'ambiguous', exit: 2, diagnostics: both }),
  );
  expect(() => find('mrk_abxxhidden')).toThrow(
    expect.objectContaining({ code: 'not_found', message: 'There is no key "mrk_abxx…".' }),
  );
});
