import { describe, expect, it } from '@jest/globals';
import type { Json } from '../../base/kernel/json.js';
import {
  isClosed,
  memberRule,
  readSchemaMembers,
  readRequiredMembers,
  buildRule,
  getJsonType,
} from './schema-rule.js';

const rule = (schema: Json): unknown[] => {
  const { types, items, choices, isClosed: closed } = buildRule(schema);
  return [types, items, choices, closed];
};

it.each<
  [says: string, schema: Json, types: string[], items: string[], choices: Json[], closed: boolean]
>([
  ['nothing', {}, [], [], [], false],
  ['a type', { type: 'integer' }, ['integer'], [], [], false],
  ['types', { type: ['integer', 'null'] }, ['integer', 'null'], [], [], false],
  ['a list', { type: 'array', items: { type: 'string' } }, ['array'], ['string'], [], false],
  ['a constant', { const: 5 }, ['integer'], [], [5], true],
  [
    'values',
    { enum: ['a', 1.5, 2, null, [], {}, true] },
    ['string', 'number', 'integer', 'null', 'array', 'object', 'boolean'],
    [],
    ['a', 1.5, 2, null, [], {}, true],
    true,
  ],
  [
    'alternatives',
    { anyOf: [{ type: 'string' }, { type: 'null' }] },
    ['string', 'null'],
    [],
    [],
    false,
  ],
  [
    'alternatives of which one takes anything',
    { anyOf: [{ type: 'string' }, {}] },
    [],
    [],
    [],
    false,
  ],
  [
    'values or null',
    { oneOf: [{ enum: ['a', 'b'] }, { type: 'null' }] },
    ['string', 'null'],
    [],
    ['a', 'b', null],
    true,
  ],
  [
    'values or any text',
    { anyOf: [{ const: 'a' }, { type: 'string' }] },
    ['string'],
    [],
    ['a'],
    false,
  ],
  [
    'all of several',
    { allOf: [{ description: 'x' }, { type: 'string' }] },
    ['string'],
    [],
    [],
    false,
  ],
  [
    'a list or null',
    { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'null' }] },
    ['array', 'null'],
    ['integer'],
    [],
    false,
  ],
  [
    'a reference',
    { $ref: '#/$defs/a~1b', $defs: { 'a/b': { type: 'integer' } } },
    ['integer'],
    [],
    [],
    false,
  ],
  ['a reference to nothing', { $ref: '#/$defs/x' }, [], [], [], false],
  ['itself', { $ref: '#' }, [], [], [], false],
])('the rule of a schema that says %s has its types and choices', (_, schema, ...expected) => {
  expect(rule(schema)).toEqual(expected);
});

it('the words beside a reference go over those that it leads to', () => {
  const schema = {
    $defs: { a: { type: 'string', title: 'A', default: 'x' } },
    properties: { b: { $ref: '#/$defs/a', title: 'B' } },
  };
  expect(memberRule(schema, 'b')).toMatchObject({
    types: ['string'],
    title: 'B',
    description: null,
    initial: 'x',
  });
  expect(memberRule(schema, 'toString')).toMatchObject({
    types: [],
    title: null,
    initial: undefined,
  });
  expect(memberRule(null, 'b').types).toEqual([]);
});

describe('an object', () => {
  it('the members of an object, and those that it must have, are known', () => {
    const schema = {
      $ref: '#/$defs/a',
      $defs: { a: { properties: { x: {} }, required: ['x', 5], additionalProperties: false } },
    };
    expect([readSchemaMembers(schema), readRequiredMembers(schema), isClosed(schema)]).toEqual([
      { x: {} },
      ['x'],
      true,
    ]);
    expect([readSchemaMembers({}), readRequiredMembers({}), isClosed({})]).toEqual([{}, [], false]);
  });
});

it.each<[value: Json, type: string]>([
  [1, 'integer'],
  [1.5, 'number'],
  [null, 'null'],
  [[], 'array'],
  [{}, 'object'],
  ['a', 'string'],
  [true, 'boolean'],
])('the type of %j is known', (value, type) => {
  expect(getJsonType(value)).toBe(type);
});
