import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '../../src/base/kernel/json.js';
import { MAX_SCHEMA_BYTES, MAX_SCHEMA_DEPTH } from '../../src/base/schema/schema-caps.js';
import type { SchemaIssue } from '../../src/base/schema/schema-issue.js';
import { SchemaValidator } from '../../src/base/schema/schema-validator.js';
import { sized } from '../support/size.js';

let schemas: SchemaValidator;
beforeAll(() => {
  schemas = new SchemaValidator();
});
afterAll(() => schemas.close());

const CLIENT = { waits: false };
const check = (schema: Json): Promise<SchemaIssue[]> => schemas.check(schema, 'a', CLIENT);
const validate = (schema: Json, value: Json): Promise<SchemaIssue[]> =>
  schemas.validate(JSON.stringify(schema), value, 'a', CLIENT);

/** Returns a schema of `levels` nested negations. */
function nested(levels: number): JsonObject {
  return levels === 0 ? {} : { not: nested(levels - 1) };
}

describe('check', () => {
  it.each<[string, Json]>([
    ['an empty object', {}],
    ['true', true],
    [
      'draft 2020-12',
      { $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [true] },
    ],
    ['draft 07', { $schema: 'http://json-schema.org/draft-07/schema#', items: [true] }],
    ['a local $ref', { $ref: '#/$defs/a', $defs: { a: { type: 'string' } } }],
    ['an $anchor', { $ref: '#a', $defs: { a: { $anchor: 'a' } } }],
    ['recursion through a property', { properties: { next: { $ref: '#' } } }],
    ['a keyword of another vocabulary', { 'x-order': 1, properties: { Required: {}, id: {} } }],
    ['the meta-schema', { $ref: 'https://json-schema.org/draft/2020-12/schema' }],
  ])('the check accepts %s', async (_name, schema) => {
    expect(await check(schema)).toEqual([]);
  });

  it.each<[string, Json, string, RegExp]>([
    ['no schema at all', 'string', '', /must be a JSON Schema/],
    [
      'a misspelt type',
      { properties: { a: { type: 'strin' } } },
      '/properties/a/type',
      /must be one of "array"/,
    ],
    ['a keyword of the wrong type', { minimum: '1' }, '/minimum', /must be number/],
    ['a misspelt keyword', { maxlength: 3 }, '/maxlength', /did you mean "maxLength"/],
    [
      'an unknown $schema',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      '/$schema',
      /2020-12/,
    ],
    [
      'a $schema of its own inside',
      { not: { $schema: 'http://json-schema.org/draft-07/schema#' } },
      '/not/$schema',
      /whole schema/,
    ],
    [
      'a remote $ref',
      { items: { $ref: 'https://example.com/a.json' } },
      '/items/$ref',
      /never fetched/,
    ],
    ['a file $ref', { $ref: 'file:///etc/passwd' }, '/$ref', /never fetched/],
    ['a dangling $ref', { $ref: '#/$defs/none' }, '/$ref', /refers to nothing/],
    ['endless $ref', { allOf: [{ $ref: '#' }] }, '', /refers to itself without end/],
    ['an unknown format', { format: 'url' }, '/format', /not a known format.*uri/],
    [
      'an unknown format out of sight',
      { $ref: '#/x/y', x: { y: { format: 'url' } } },
      '',
      /unknown format/,
    ],
    ['$async', { $async: true }, '/$async', /not a keyword/],
    ['draft 04 id', { id: 'a' }, '/id', /did you mean "\$id"/],
    [
      '__proto__',
      JSON.parse('{"properties": {"__proto__": {}}}'),
      '/properties/__proto__',
      /not a name/,
    ],
    ['a broken pattern', { pattern: '(' }, '/pattern', /missing closing/],
    ['lookahead', { pattern: '^(?=a)' }, '/pattern', /lookahead/],
    [
      'a backreference',
      { properties: { 'a/b': { pattern: '(a)\\1' } } },
      '/properties/a~1b/pattern',
      /backreference/,
    ],
    [
      'lookahead in a key',
      { patternProperties: { '(?!a)': true } },
      '/patternProperties/(?!a)',
      /lookahead/,
    ],
    ['deep nesting', nested(MAX_SCHEMA_DEPTH), '', /deeper than 32/],
    ['a large text', { description: 'x'.repeat(MAX_SCHEMA_BYTES) }, '', /larger than 256 KiB/],
    [
      'many values',
      { enum: Array.from({ length: 3_000 }, (_, i) => i) },
      '',
      /more than 3000 values/,
    ],
  ])('the check refuses %s', async (_name, schema, pointer, message) => {
    const [issue] = await check(schema);
    expect(issue?.pointer).toBe(pointer);
    expect(issue?.message).toMatch(message);
  });

  it('no schema sees the ids of another', async () => {
    expect(await check({ $id: 'https://example.com/a', $anchor: 'a' })).toEqual([]);
    expect(await check({ $ref: 'https://example.com/a' })).toHaveLength(1);
  });

  it('the check accepts the largest schema within its caps', async () => {
    const names = Array.from({ length: 740 }, (_, i) => `p${i}`);
    const properties = Object.fromEntries(
      names.map((name) => [name, { type: 'string', minLength: 1 }]),
    );
    expect(await check({ properties, required: names })).toEqual([]);
  });
});

describe('validate', () => {
  it('validation issues state what is wrong and where, in plain words', async () => {
    const schema = {
      type: 'object',
      required: ['name', 'a/b'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        'a/b': {},
        count: { type: 'integer' },
        kind: { enum: ['x', 'y'] },
        id: { anyOf: [{ type: 'string' }, { type: 'null' }] },
        when: { format: 'date-time' },
        code: { pattern: '^[a-z]+$' },
        list: { type: 'array', items: { minimum: 1 }, uniqueItems: true },
      },
    };
    const value = { count: 1.5, kind: 'z', id: 1, when: 'now', code: 'A', list: [0], extra: 1 };
    expect(await validate(schema, value)).toEqual([
      { pointer: '/name', message: 'is required' },
      { pointer: '/a~1b', message: 'is required' },
      {
        pointer: '/extra',
        message: expect.stringMatching(/^is not a known property: known are "name", /),
      },
      { pointer: '/count', message: 'must be integer, not a fraction' },
      { pointer: '/kind', message: 'must be one of "x", "y"' },
      { pointer: '/id', message: 'must be string or null, not number' },
      { pointer: '/when', message: 'must match format "date-time"' },
      { pointer: '/code', message: 'must match pattern "^[a-z]+$"' },
      { pointer: '/list/0', message: 'must be >= 1' },
    ]);
    expect(await validate(schema, { name: 'a', 'a/b': null, count: 2 })).toEqual([]);
  });

  it('an unknown property gets a suggestion of the property that was meant', async () => {
    const schema = { properties: { fileNames: {}, count: {} }, additionalProperties: false };
    expect(await validate(schema, { file_name: 1, colour: 2 })).toEqual([
      { pointer: '/file_name', message: 'is not a known property: did you mean "fileNames"?' },
      { pointer: '/colour', message: 'is not a known property: known are "fileNames", "count"' },
    ]);
    expect(await validate({ additionalProperties: false }, { a: 1 })).toEqual([
      { pointer: '/a', message: 'is not a known property' },
    ]);
  });

  it('an issue names the branch of a choice that the value was meant for', async () => {
    const schema = {
      properties: { next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
      $defs: {
        Node: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
      },
    };
    expect(await validate(schema, { next: 'x' })).toEqual([
      { pointer: '/next', message: 'must be object or null, not string' },
    ]);
    expect(await validate(schema, { next: { id: 'x' } })).toEqual([
      { pointer: '/next/id', message: 'must be integer, not string' },
    ]);
    expect(await validate(schema, { next: {} })).toEqual([
      { pointer: '/next/id', message: 'is required' },
    ]);
  });

  it('a validation reports at most 20 issues', async () => {
    const value = Array.from({ length: 100_000 }, () => 'x');
    expect(await validate({ items: { type: 'number' } }, value)).toHaveLength(20);
  });

  it('inherited members of an object do not count as properties', async () => {
    expect(await validate({ required: ['constructor'] }, {})).toHaveLength(1);
    expect(await validate({ properties: { toString: { type: 'string' } } }, {})).toEqual([]);
  });

  it.each<[string, Json, Json]>([
    ['(a+)+$', { pattern: '(a+)+$' }, `${'a'.repeat(50_000)}b`],
    ['(x+x+)+y', { pattern: '^(x+x+)+y$' }, 'x'.repeat(50_000)],
    [
      'a property pattern',
      { patternProperties: { '^(a|a)*$': false } },
      { [`${'a'.repeat(9_999)}b`]: 1 },
    ],
    ...[
      'email',
      'uri',
      'uri-reference',
      'uri-template',
      'hostname',
      'duration',
      'byte',
      'date-time',
      'json-pointer',
    ].map((format): [string, Json, Json] => [
      format,
      { format },
      `${'a.'.repeat(sized(500_000, 100_000))}\u0001`,
    ]),
  ])(
    'the validation of a long text stays within its CPU time: %s',
    async (_name, schema, value) => {
      const [issue] = await validate(schema, value);
      expect(issue?.message ?? 'valid').not.toMatch(/takes longer/);
    },
  );

  const objects = Array.from({ length: 20_000 }, (_, i) => ({ i }));
  it.each<[string, Json, Json]>([
    ['uniqueItems on a long array', { uniqueItems: true }, objects],
    [
      'innumerable issues',
      { items: { allOf: Array.from({ length: 2_000 }, () => false) } },
      objects,
    ],
    ...sized<[string, Json, Json][]>([['exponential recursion', exponential(30), {}]], []),
  ])('the validator ends %s and continues with the next job', async (_name, schema, value) => {
    const [issue] = await validate(schema, value);
    expect(issue?.message).toMatch(/takes (longer than 1 s of CPU time|too much memory) to check/);
    expect(await validate({ type: 'string' }, 1)).toHaveLength(1);
  });

  it('no project waits for the slow schemas of another', async () => {
    const ended: string[] = [];
    const note = (who: string) => (): unknown => ended.push(who);
    const slow = Array.from({ length: 2 }, () =>
      schemas.validate('{"uniqueItems":true}', objects, 'slow', CLIENT).then(note('slow')),
    );
    for (let count = 0; count < 20; count += 1)
      await schemas.validate('{"type":"string"}', 1, 'other', CLIENT).then(note('other'));
    // Each slow schema uses its whole CPU time, so at least one has not finished yet.
    expect(ended.lastIndexOf('other')).toBeLessThan(21);
    await Promise.all(slow);
    expect(ended.filter((who) => who === 'slow')).toHaveLength(2);
  });

  it('a check of a client is refused where too many wait, and one of a run waits', async () => {
    const clients = Array.from({ length: 2_010 }, () =>
      schemas.validate('{"type":"string"}', 1, 'full', CLIENT),
    );
    const run = schemas.validate('{"type":"string"}', 1, 'full', { waits: true });
    const ends = await Promise.allSettled(clients);
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    expect(refused[0]).toMatchObject({ code: 'unavailable' });
    expect(await run).toHaveLength(1);
  });

  it('a closed validator rejects waiting and later jobs', async () => {
    const closing = new SchemaValidator();
    const slow = Array.from({ length: 4 }, () =>
      closing.validate('{"uniqueItems":true}', objects, 'a', CLIENT),
    );
    const settled = Promise.allSettled(slow);
    await closing.close();
    for (const { status } of await settled) expect(status).toBe('rejected');
    await expect(closing.check({}, 'a', CLIENT)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

/** Returns a schema in which each definition refers twice to the next one: 2^levels evaluations. */
function exponential(levels: number): JsonObject {
  const $defs: JsonObject = { [`d${levels}`]: { type: 'object' } };
  for (let i = 0; i < levels; i++)
    $defs[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };
  return { $ref: '#/$defs/d0', $defs };
}
