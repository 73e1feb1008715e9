import { expect, it } from '@jest/globals';
import type { JsonObject } from '../../base/kernel/json.js';
import { flatForm } from './flat-form.js';

const form = (field: unknown, more: object = {}) =>
  ({ type: 'object', properties: { a: field }, ...more }) as JsonObject;
const titled = [{ const: 'x', title: 'X' }];

it.each<[string, unknown, unknown]>([
  [
    'a text',
    { type: 'string', format: 'email', pattern: 'x' },
    { type: 'string', format: 'email' },
  ],
  [
    'a number',
    { type: 'integer', minimum: 1, maximum: 2 },
    { type: 'integer', minimum: 1, maximum: 2 },
  ],
  [
    'a flag',
    { type: 'boolean', default: true, title: 'T' },
    { type: 'boolean', default: true, title: 'T' },
  ],
  ['a choice', { enum: ['x', 'y'] }, { type: 'string', enum: ['x', 'y'] }],
  [
    'a choice with titles',
    { oneOf: titled, description: 'd' },
    { type: 'string', oneOf: titled, description: 'd' },
  ],
  [
    'several choices',
    { type: 'array', items: { enum: ['x'] }, minItems: 1, uniqueItems: true },
    { type: 'array', items: { type: 'string', enum: ['x'] }, minItems: 1 },
  ],
  [
    'several choices with titles',
    { type: 'array', items: { anyOf: titled } },
    { type: 'array', items: { anyOf: titled } },
  ],
])('a form with %s is shown', (_, field, shown) => {
  expect(flatForm(form(field))).toEqual({ type: 'object', properties: { a: shown } });
});

it.each<[string, unknown]>([
  ['an object', { type: 'object' }],
  ['no type', {}],
  ['a flag for a schema', true],
  ['a choice of numbers', { enum: [1] }],
  ['another format', { type: 'string', format: 'ipv4' }],
  ['a choice without titles', { oneOf: [{ const: 'x' }] }],
  ['a choice of numbers with titles', { type: 'integer', oneOf: titled }],
  ['a list of texts', { type: 'array', items: { type: 'string' } }],
  ['a list of anything', { type: 'array' }],
])('a form with %s is not shown', (_, field) => {
  expect(flatForm(form(field))).toBeNull();
});

it('the rest of a form decides as well, and one without fields asks for a comment', () => {
  const text = { type: 'string' };
  expect(
    flatForm(form(text, { required: ['a'], additionalProperties: false, title: 'T' })),
  ).toEqual({
    type: 'object',
    properties: { a: text },
    required: ['a'],
  });
  expect(flatForm(form(text, { if: {} }))).toBeNull();
  expect(flatForm({ type: 'array' })).toBeNull();
  expect(flatForm({ type: 'object', properties: [] })).toBeNull();
  expect(flatForm(false)).toBeNull();
  for (const none of [null, true] as const)
    expect(flatForm(none)).toMatchObject({ properties: { comment: { type: 'string' } } });
});
