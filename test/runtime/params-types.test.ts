/** Types, and the JSON Schema that both runtimes make of them. */
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Json, JsonObject } from '../../src/base/kernel/json.js';
import { SchemaValidator } from '../../src/base/schema/schema-validator.js';
import { type Shape, SHAPES } from '../support/params-shapes.js';
import { inferredBy, PYTHON_HEAD } from '../support/params-schemas.js';
import { runtime as typescript } from '../support/typescript-runs.js';
import { makePythonRuntime } from '../support/runtimes.js';

const python = makePythonRuntime();
const schemas = new SchemaValidator();
afterAll(() => Promise.all([python.close(), typescript.close(), schemas.close()]));

const ofPython = (source: string): Promise<JsonObject | null> => inferredBy(python, source);
const ofTypeScript = (source: string): Promise<JsonObject | null> => inferredBy(typescript, source);

/** A script whose params have one member `x` of this type. */
function pythonWith({ python: type, pythonTypes = '' }: Shape): string {
  return `${PYTHON_HEAD}${pythonTypes}
class Params(TypedDict):
    x: ${type}
def run(params: Params, reporter):
    return None
`;
}

function typescriptWith({ typescript: type, typescriptTypes = '' }: Shape): string {
  return `import type { Imported } from './types';
${typescriptTypes}
interface Params { x: ${type} }
export default function run(params: Params) {}
`;
}

describe('the same shape has the same schema in both languages', () => {
  it.each(SHAPES)('a type has the same schema in both languages: $name', async (shape) => {
    const { schema, defs } = shape;
    const whole: Json = {
      type: 'object',
      properties: { x: schema },
      required: ['x'],
      additionalProperties: false,
      ...(defs ? { $defs: defs } : {}),
    };
    expect({
      python: await ofPython(pythonWith(shape)),
      typescript: await ofTypeScript(typescriptWith(shape)),
      issues: await schemas.check(whole, 'a'),
    }).toEqual({ python: whole, typescript: whole, issues: [] });
  });
});

describe('types that only one language has', () => {
  it.each<[string, Json]>([
    ['int', { type: 'integer' }],
    ['Optional[int]', { type: ['integer', 'null'] }],
    ['Set[str]', { type: 'array', items: { type: 'string' }, uniqueItems: true }],
    ['frozenset', { type: 'array', uniqueItems: true }],
    ['datetime.date', { type: 'string', format: 'date' }],
    ['uuid.UUID', { type: 'string', format: 'uuid' }],
    ['Annotated["int", 5, "how many"]', { type: 'integer', description: 'how many' }],
    ['Literal["a", 1, True, None]', { enum: ['a', 1, true, null] }],
    ['Literal[b"a"]', {}],
    ['Dict[int, int]', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['typing.Mapping[str, "int"]', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['int if 1 else str', {}],
    ['bytes', {}],
    ['list[int][0]', {}],
    ['Callable[[int], str]', {}],
    ['NewType("Id", int)', { type: 'integer' }],
  ])('a Python type becomes a JSON Schema: %s', async (type, schema) => {
    const shape = { name: '', python: type, typescript: '', schema };
    expect((await ofPython(pythonWith(shape)))?.['properties']).toEqual({ x: schema });
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
  ])('a TypeScript type becomes a JSON Schema: %s', async (type, schema) => {
    const shape = {
      name: '',
      python: '',
      typescript: type,
      typescriptTypes: "const LEVELS = ['low', 'high'] as const;",
      schema,
    };
    expect((await ofTypeScript(typescriptWith(shape)))?.['properties']).toEqual({ x: schema });
  });
});
