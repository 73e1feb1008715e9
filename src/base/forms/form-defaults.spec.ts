import { expect, it } from '@jest/globals';
import { formDefaults } from './form-defaults.js';

it.each([
  [true, undefined],
  [{ type: 'string' }, undefined],
  [{ type: 'string', default: '' }, ''],
  [{ type: 'object', properties: {} }, {}],
  [
    {
      type: 'object',
      required: ['needed'],
      properties: {
        a: { default: null },
        b: { type: 'integer' },
        needed: { type: 'object', properties: { c: { type: 'string' } } },
        optional: { type: 'object', properties: { c: { type: 'string' } } },
        partial: { type: 'object', properties: { c: { default: 1 }, d: {} } },
      },
    },
    { a: null, needed: {}, partial: { c: 1 } },
  ],
])('the form %j yields its defaults', (form, expected) => {
  expect(formDefaults(form)).toEqual(expected);
});
