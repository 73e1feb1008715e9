import { expect, it } from '@jest/globals';
import type { JsonObject } from './json.js';
import { mergePatch } from './merge-patch.js';

/** Examples of RFC 7396, appendix A, with objects at the top level. */
it.each<[JsonObject, JsonObject, JsonObject]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('the document %j patched with %j becomes %j', (target, patch, result) => {
  expect(mergePatch(target, patch)).toEqual(result);
});

it('a merge patch treats a member named __proto__ like any other', () => {
  const patch = JSON.parse('{"__proto__": {"a": 1}}') as JsonObject;
  const merged = mergePatch({}, patch);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1}}');
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
});
