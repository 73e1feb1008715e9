/** Types, and the JSON Schema that both runtimes derive from them. */
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

/** Returns a script whose params have one member `x` of this type. */
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
      issues: await schemas.check(whole, 'a', { waits: false }),
    }).toEqual({ python: whole, typescript: whole, issues: [] });
  });
});

describe('types that only Python has', () => {
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
});
