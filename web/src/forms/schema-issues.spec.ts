import { expect, it } from '@jest/globals';
import { fits, schemaIssues } from './schema-issues.js';

const POINT = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'integer', minimum: 1 } },
  required: ['x'],
  additionalProperties: false,
};
const SCHEMA = {
  type: 'object',
  required: ['month', 'a/b'],
  additionalProperties: false,
  $defs: { Point: POINT },
  properties: {
    month: { type: 'string', pattern: '^\\d{4}-\\d{2}$' },
    'a/b': { type: 'string', minLength: 2 },
    customer: { enum: ['acme', 'globex'] },
    count: { type: 'integer', minimum: 1, maximum: 5 },
    point: { anyOf: [{ $ref: '#/$defs/Point' }, { type: 'null' }] },
    pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], minItems: 2 },
    mail: { type: 'string', format: 'email' },
  },
};
const GOOD = { month: '2026-01', 'a/b': 'ab' };

it.each([
  [
    {},
    [
      ['/month', 'is required'],
      ['/a~1b', 'is required'],
    ],
  ],
  [{ ...GOOD, month: '2026-1' }, [['/month', 'must match ^\\d{4}-\\d{2}$']]],
  [{ ...GOOD, 'a/b': 'a' }, [['/a~1b', 'must have at least 2 characters']]],
  [{ ...GOOD, customer: 'x' }, [['/customer', 'must be one of "acme", "globex"']]],
  [{ ...GOOD, count: 9 }, [['/count', 'must be 5 or less']]],
  [{ ...GOOD, count: 'x' }, [['/count', 'must be an integer']]],
  [{ ...GOOD, count: 1.5 }, [['/count', 'must be an integer']]],
  [{ ...GOOD, mail: 'x' }, [['/mail', 'must be an email address']]],
  [{ ...GOOD, month: undefined, count: undefined }, [['/month', 'is required']]],
  [{ ...GOOD, other: 1 }, [['/other', 'is not a known property']]],
  [{ ...GOOD, pair: ['a', 'b'] }, [['/pair/1', 'must be a number']]],
  [{ ...GOOD, point: { x: 1, y: 0 } }, [['/point/y', 'must be 1 or more']]],
  [{ ...GOOD, point: 7 }, [['/point', 'does not match any of the choices']]],
  [{ ...GOOD, point: null, customer: 'acme', count: 5 }, []],
])('the params %j have the issues %j', (params, expected) => {
  expect(schemaIssues(SCHEMA, params).map(({ pointer, message }) => [pointer, message])).toEqual(
    expected,
  );
});

it('a schema that cannot be used reports no issues and leaves the check to the server', () => {
  expect(schemaIssues({ $ref: '#/none' }, {})).toEqual([]);
  expect(schemaIssues({ pattern: '(' }, 'a')).toEqual([]);
});

it('a part of a schema resolves the definitions of the whole schema', () => {
  expect(fits({ $ref: '#/$defs/Point' }, { x: 1 }, SCHEMA)).toBe(true);
  expect(fits({ $ref: '#/$defs/Point' }, { y: 1 }, SCHEMA)).toBe(false);
  expect(fits({ prefixItems: [{ type: 'string' }] }, [1], SCHEMA)).toBe(false);
  expect(fits(true, 1, SCHEMA)).toBe(true);
});
