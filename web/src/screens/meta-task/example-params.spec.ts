import { expect, it } from '@jest/globals';
import { buildExampleParams } from './example-params.js';

it.each([
  [null, {}],
  [{ type: 'string' }, {}],
  [
    {
      type: 'object',
      required: ['month', 'count', 'point'],
      $defs: { Point: { type: 'object', required: ['x'], properties: { x: { type: 'number' } } } },
      properties: {
        month: { type: 'string', examples: ['2026-01'] },
        count: { type: 'integer' },
        customer: { enum: ['all', 'acme'], default: 'all' },
        left: { type: 'string' },
        point: { anyOf: [{ $ref: '#/$defs/Point' }, { type: 'null' }] },
      },
    },
    { month: '2026-01', count: 1, customer: 'all', point: { x: 1.5 } },
  ],
  [{ properties: { a: { $ref: '#/properties/a' } }, required: ['a'] }, { a: null }],
  [{ properties: { a: { $ref: '#/$defs/100%' } }, required: ['a'] }, { a: null }],
  [
    {
      properties: { a: { $ref: '#/$defs/x~1y%20z' } },
      required: ['a'],
      $defs: { 'x/y z': { const: 1 } },
    },
    { a: 1 },
  ],
])('the schema %j has the example params %j', (schema, expected) => {
  expect(buildExampleParams(schema)).toEqual(expected);
});
