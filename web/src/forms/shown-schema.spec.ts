import { expect, it } from '@jest/globals';
import { SHAPES } from '../../../test/support/params-shapes.js';
import { isAnyValue, isShowable, shownSchema, withItems } from './shown-schema.js';

it.each([
  [
    { type: 'array', prefixItems: [{ type: 'string' }, {}], maxItems: 2 },
    { type: 'array', items: [{ type: 'string' }, {}], maxItems: 2, additionalItems: false },
  ],
  [
    { prefixItems: [true], items: { type: 'number' } },
    { items: [true], additionalItems: { type: 'number' } },
  ],
  [
    { type: 'array', items: {} },
    { type: 'array', items: {} },
  ],
])('the schema %j is rewritten with items as %j', (schema, expected) => {
  expect(withItems(schema)).toEqual(expected);
});

it('every tuple of a script is shown as fields', () => {
  const tuples = SHAPES.filter(({ schema }) => JSON.stringify(schema).includes('prefixItems'));
  expect(tuples.length).toBeGreaterThan(1);
  for (const { schema } of tuples) expect(isAnyValue(schema)).toBe(false);
});

it('the choices of a schema get titles, except for a choice of any value', () => {
  expect(
    shownSchema({ anyOf: [{ $ref: '#/$defs/Point' }, { type: 'null' }, { title: 'T' }, {}] }),
  ).toEqual({
    anyOf: [
      { $ref: '#/$defs/Point', title: 'Point' },
      { type: 'null', title: 'null' },
      { title: 'T' },
      { $comment: 'any value' },
    ],
  });
});

it.each([
  [{ type: 'object', properties: {} }, true],
  [{ properties: { a: {} } }, true],
  [{ type: 'object' }, false],
  [{ type: 'string' }, false],
  [{ type: 'object', properties: {}, patternProperties: {} }, false],
  [null, false],
  [true, false],
])('a form shows the params of %j: %s', (schema, expected) => {
  expect(isShowable(schema)).toBe(expected);
});

it.each([
  [{}, true],
  [true, true],
  [{ type: 'object' }, true],
  [{ type: 'array' }, true],
  [{ type: ['string', 'number'] }, true],
  [{ type: ['string', 'null'] }, false],
  [{ type: 'object', additionalProperties: { type: 'number' } }, false],
  [{ type: 'object', additionalProperties: {} }, true],
  [{ type: 'string' }, false],
  [{ enum: [1] }, false],
  [{ anyOf: [] }, false],
  [{ type: 'array', items: {} }, false],
])('a value of the schema %j is entered as JSON: %s', (schema, expected) => {
  expect(isAnyValue(schema)).toBe(expected);
});
