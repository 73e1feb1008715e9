import { describe, expect, it } from '@jest/globals';
import { inferParamsSchema } from '../../../runtimes/typescript/params/infer.js';
import type { Json } from '../../../src/base/kernel/json.js';
import { SHAPES } from '../../support/params-shapes.js';

const NAME = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

/** Returns the schema of params with one member `x` of this type. */
function inferSchema(type: string, types = ''): ReturnType<typeof inferParamsSchema> {
  return inferParamsSchema(`import type { Imported } from './types';
${types}
interface Params { x: ${type} }
export default function run(params: Params) {}
`);
}

describe('the params of run', () => {
  it.each([
    ['an interface', 'interface P { name: string }\nexport default function run(params: P) {}'],
    ['an inline type', 'export default async (params: { name: string }) => {};'],
    ['an alias', 'type P = { name: string };\nexport function run(params: P) {}'],
    ['a constant', 'type P = { name: string };\nexport const run = async (params: P) => 1;'],
    [
      'an exported name',
      'interface P { name: string }\nfunction main(params: P) {}\nexport { main as run };',
    ],
    [
      'a default of a name',
      'interface P { name: string }\nconst main = (params: P) => 1;\nexport default main;',
    ],
    [
      'a type in pieces',
      'interface A { name: string }\ninterface P extends A {}\nexport function run(p: P) {}',
    ],
    [
      'an intersection',
      'interface A { name: string }\nexport function run(p: A & Omit<A, "name">) {}',
    ],
    ['null as well', 'interface P { name: string }\nexport function run(p: P | null) {}'],
    [
      'a default value',
      'interface P { name: string }\nexport function run(p: P = { name: "" }) {}',
    ],
    ['a `this`', 'interface P { name: string }\nexport function run(this: void, p: P) {}'],
    [
      'a choice of members',
      'interface P { name: string; id: string }\nexport function run(p: Pick<P, "name">) {}',
    ],
  ])('TypeScript infers the params schema: %s', (_, source) => {
    expect(inferParamsSchema(source)).toEqual(NAME);
  });

  it.each([
    ['no annotation', 'export default function run(params) {}'],
    ['no parameter', 'export default function run() {}'],
    ['any', 'export default function run(params: any) {}'],
    ['unknown', 'export default function run(params: unknown) {}'],
    ['any record', 'export default function run(params: Record<string, unknown>) {}'],
    [
      'an imported type',
      'import type { P } from "./p";\nexport default function run(params: P) {}',
    ],
    [
      'an imported Record',
      'import type { Record } from "./p";\nexport function run(p: Record<string, string>) {}',
    ],
    ['an unknown name', 'export default function run(params: P) {}'],
    ['no object', 'export default function run(params: string) {}'],
    [
      'a generic type',
      'interface P<T> { x: T }\nexport default function run(params: P<string>) {}',
    ],
    ['a generic run', 'interface T { x: 1 }\nexport default function run<T>(params: T) {}'],
    [
      'an imported base',
      'import type { B } from "./b";\ninterface P extends B { x: 1 }\nexport function run(p: P) {}',
    ],
    [
      'a computed member',
      'declare const k: unique symbol;\ninterface P { [k]: 1 }\nexport function run(p: P) {}',
    ],
    [
      'a default export that is called',
      'interface P { x: 1 }\nexport default wrap((p: P) => 1);\nfunction wrap(f) { return f; }\nexport function run(p: P) {}',
    ],
  ])('TypeScript infers no params schema: %s', (_, source) => {
    expect(inferParamsSchema(source)).toBeNull();
  });

  it.each([
    'export default async function run(params, reporter) {}',
    'export default function run(params: any) {}',
    'export const run = (params: Record<string, unknown>) => 1;',
    'export function run<T>(params: T) {}',
    'export default () => 1;',
  ])('a doc comment describes any params where no type says what they are: %s', (run) => {
    const description = 'Adds up.\n\nAll of it.';
    const comment = '/**\n * Adds up.\n *\n * All of it.\n * @param params what\n */\n';
    expect(inferParamsSchema(`import type { A } from './a';\n${comment}${run}`)).toMatchObject({
      type: 'object',
      description,
    });
  });
});

describe('the members of the params', () => {
  it.each(SHAPES)('a type has its schema: $name', (shape) => {
    const { properties, $defs } = inferSchema(shape.typescript, shape.typescriptTypes) ?? {};
    expect({ properties, $defs }).toEqual({ properties: { x: shape.schema }, $defs: shape.defs });
  });

  it.each<[string, Json]>([
    ['`a-${string}`', { type: 'string' }],
    ['readonly string[]', { type: 'array', items: { type: 'string' } }],
    [
      '[number, string?, ...boolean[]]',
      {
        type: 'array',
        prefixItems: [{ type: 'number' }, { type: 'string' }],
        minItems: 1,
        items: { type: 'boolean' },
      },
    ],
    [
      '[first: string, second?: number]',
      {
        type: 'array',
        prefixItems: [{ type: 'string' }, { type: 'number' }],
        minItems: 1,
        maxItems: 2,
      },
    ],
    [
      "Record<'a' | 'b', string>",
      {
        type: 'object',
        properties: { a: { type: 'string' }, b: { type: 'string' } },
        required: ['a', 'b'],
        additionalProperties: false,
      },
    ],
    [
      '{ a: string; [more: string]: string }',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        additionalProperties: { type: 'string' },
      },
    ],
    [
      'Partial<{ a: string }>',
      { type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false },
    ],
    [
      'Required<{ a?: string }>',
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        additionalProperties: false,
      },
    ],
    [
      "Omit<{ a: string; b: string }, 'b'>",
      {
        type: 'object',
        properties: { a: { type: 'string' } },
        required: ['a'],
        additionalProperties: false,
      },
    ],
    [
      '{ a?: 1; b: 1 | undefined; c: (undefined | 1); d: 1 }',
      {
        type: 'object',
        properties: { a: { const: 1 }, b: { const: 1 }, c: { const: 1 }, d: { const: 1 } },
        required: ['d'],
        additionalProperties: false,
      },
    ],
    ['(typeof LEVELS)[number]', { enum: ['low', 'high'] }],
    [
      "{ a: { b: -1 } }['a']",
      {
        type: 'object',
        properties: { b: { const: -1 } },
        required: ['b'],
        additionalProperties: false,
      },
    ],
    ['bigint', {}],
    ['() => void', {}],
    ['keyof Imported', {}],
    ['string extends string ? 1 : 2', {}],
    ["import('./x').Y", {}],
    ['Imported.Inner', {}],
    ['{}', {}],
  ])('a TypeScript type becomes a JSON Schema: %s', (type, schema) => {
    const levels = "const LEVELS = ['low', 'high'] as const;";
    expect(inferSchema(type, levels)?.['properties']).toEqual({ x: schema });
  });

  it('TypeScript defaults and doc comments appear in the schema', () => {
    const schema = {
      type: 'object',
      description: 'The page to fetch.',
      properties: {
        url: { type: 'string', description: 'Where from.\nA second line.' },
        tries: { type: 'number', default: 3 },
        tags: { type: 'array', items: { type: 'string' }, default: ['a'] },
        mode: { enum: ['fast', 'slow'], default: 'fast' },
        note: { type: ['string', 'null'] },
      },
      required: ['url'],
      additionalProperties: false,
    };
    const source = `
/** The page to fetch. */
export interface Params {
  /**
   * Where from.
   * A second line.
   */
  url: string;
  /** @default 3 */
  tries?: number;
  tags: string[];
  mode: 'fast' | 'slow';
  note: string | null | undefined;
}
/** Not this one. */
export default function run({ url, tags = ['a'], mode = 'fast', note = makeNote() }: Params) {}
declare function makeNote(): string;
`;
    expect(inferParamsSchema(source)).toEqual(schema);
  });

  it('tags of doc comments become keywords of the schema', () => {
    const source = `
interface Params {
  /** The count.
   * @integer
   * @minimum 1
   * @maximum 10
   */
  count: number;
  /** @format email @see other */
  to?: string;
  /** @pattern ^[a-z]+$
   * @minLength 2 */
  code: string;
  /** @minItems 1
   * @uniqueItems */
  ids: string[];
  /** @deprecated
   * @default 'x' */
  old?: string;
  /** @minimum many */
  odd?: number;
}
export default function run(params: Params) {}
`;
    const { properties } = inferParamsSchema(source) ?? {};
    expect(properties).toEqual({
      count: { type: 'integer', description: 'The count.', minimum: 1, maximum: 10 },
      to: { type: 'string', format: 'email' },
      code: { type: 'string', pattern: '^[a-z]+$', minLength: 2 },
      ids: { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      old: { type: 'string', deprecated: true, default: 'x' },
      odd: { type: 'number' },
    });
  });
});
