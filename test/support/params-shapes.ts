import type { Json, JsonObject } from '../../src/base/kernel/json.js';

/** A type in each language, and its JSON Schema. */
export interface Shape extends Declared {
  name: string;
  python: string;
  typescript: string;
  schema: Json;
}

/** Declarations that the type needs, and its named schemas. */
interface Declared {
  pythonTypes?: string;
  typescriptTypes?: string;
  defs?: JsonObject;
}

const shape = (
  name: string,
  python: string,
  typescript: string,
  schema: Json,
  declared: Declared = {},
): Shape => ({ name, python, typescript, schema, ...declared });
/** Returns a type with the same name in both languages, which these texts declare. */
const named = (
  name: string,
  type: string,
  schema: Json,
  [pythonTypes, typescriptTypes]: [string, string],
): Shape => shape(name, type, type, schema, { pythonTypes, typescriptTypes });
const withDefs = (of: Shape, defs: JsonObject): Shape => ({ ...of, defs });

const TEXT = { type: 'string' };
const NUMBER = { type: 'number' };
const buildArraySchema = (items: Json): JsonObject => ({ type: 'array', items });
const tuple = (one: Json, other: Json): JsonObject => ({
  type: 'array',
  prefixItems: [one, other],
  minItems: 2,
  maxItems: 2,
});
const ref = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` });
const orNull = (schema: Json): JsonObject => ({ anyOf: [schema, { type: 'null' }] });
const object = (properties: JsonObject, required?: string[]): JsonObject => ({
  type: 'object',
  properties,
  ...(required && { required }),
  additionalProperties: false,
});

const POINT = object({ x: NUMBER, y: NUMBER }, ['x']);
const POINT_TYPES = {
  pythonTypes: '@dataclass\nclass Point:\n    x: float\n    y: float = field(default=f())\n',
  typescriptTypes: 'interface Point { x: number; y?: number }',
  defs: { Point: POINT },
};

export const SHAPES: Shape[] = [
  shape('a text', 'str', 'string', TEXT),
  shape('a number', 'float', 'number', NUMBER),
  shape('true or false', 'bool', 'boolean', { type: 'boolean' }),
  shape('null', 'None', 'null', { type: 'null' }),
  shape('anything', 'Any', 'unknown', {}),
  shape('an imported type', 'Imported', 'Imported', {}),
  shape('an unknown type', '"Unknown"', 'Unknown', {}),
  shape('any object', 'dict', 'object', { type: 'object' }),
  shape('any array', 'list', 'unknown[]', { type: 'array' }),
  shape('a point in time', 'datetime.datetime', 'Date', { type: 'string', format: 'date-time' }),
  shape('an array', 'List[str]', 'string[]', buildArraySchema(TEXT)),
  shape(
    'an array of arrays',
    'typing.Sequence[list[float]]',
    'Array<ReadonlyArray<number>>',
    buildArraySchema(buildArraySchema(NUMBER)),
  ),
  shape('a tuple', 'Tuple[str, float]', '[string, number]', tuple(TEXT, NUMBER)),
  shape('a tuple of any length', 'tuple[str, ...]', '[...string[]]', buildArraySchema(TEXT)),
  shape('a dictionary', 'Dict[str, float]', 'Record<string, number>', {
    type: 'object',
    additionalProperties: NUMBER,
  }),
  shape('a dictionary of anything', 'Mapping[str, Any]', '{ [key: string]: unknown }', {
    type: 'object',
  }),
  shape('a text or null', 'Optional[str]', 'string | null', { type: ['string', 'null'] }),
  shape('one of several', 'str | float | List[str]', 'string | number | string[]', {
    anyOf: [{ type: ['string', 'number'] }, buildArraySchema(TEXT)],
  }),
  shape('one of several, one unknown', 'Union[str, Imported]', 'string | Imported', {}),
  shape('a literal', 'Literal["a"]', "'a'", { const: 'a' }),
  shape('literals', 'Literal["a", 1, -2, False]', "'a' | 1 | -2 | false", {
    enum: ['a', 1, -2, false],
  }),
  shape('literals or null', 'Optional[Literal["a", "b"]]', "'a' | 'b' | null", {
    enum: ['a', 'b', null],
  }),
  shape('literals or a type', 'Union[Literal["auto"], float, None]', "'auto' | number | null", {
    anyOf: [{ const: 'auto' }, { type: ['number', 'null'] }],
  }),
  named('an enum', 'Level', { enum: ['low', 'high'] }, [
    'class Level(str, Enum):\n    """Doc."""\n    LOW = "low"\n    HIGH = "high"\n',
    "enum Level { Low = 'low', High = 'high' }",
  ]),
  named('an enum of numbers', 'Level', { enum: [0, 1, 7] }, [
    'class Level(enum.IntEnum):\n    LOW = 0\n    HIGH = 1\n    TOP = 7\n',
    'enum Level { Low, High, Top = 7 }',
  ]),
  named('an enum of what is computed', 'Level', {}, [
    'class Level(Enum):\n    LOW = enum.auto()\n',
    "enum Level { Low = 'low'.length }",
  ]),
  shape(
    'an alias',
    'Optional[Id]',
    'Id | null',
    { type: ['string', 'number', 'null'] },
    { pythonTypes: 'Id = Union[str, float]\n', typescriptTypes: 'type Id = string | number;' },
  ),
  shape('an object', 'Point', 'Point', ref('Point'), POINT_TYPES),
  shape(
    'an object, in several places',
    'Tuple[Point, Optional[Point]]',
    '[Point, Point | null]',
    tuple(ref('Point'), orNull(ref('Point'))),
    POINT_TYPES,
  ),
  withDefs(
    named('an empty object', 'Nothing', ref('Nothing'), [
      'class Nothing(TypedDict): pass\n',
      'interface Nothing {}',
    ]),
    { Nothing: object({}) },
  ),
  withDefs(
    named('an object that contains itself', 'Node', ref('Node'), [
      'class Node(TypedDict):\n    """A node."""\n    next: "Optional[Node]"\n',
      '/** A node. */\ninterface Node { next: Node | null }',
    ]),
    { Node: { ...object({ next: orNull(ref('Node')) }, ['next']), description: 'A node.' } },
  ),
  withDefs(
    named('an alias that contains itself', 'Tree', ref('Tree'), [
      'Tree = Union[str, List["Tree"]]\n',
      'type Tree = string | Tree[];',
    ]),
    { Tree: { anyOf: [TEXT, buildArraySchema(ref('Tree'))] } },
  ),
  withDefs(
    named('names beyond ASCII', 'Größe', ref('Gr%C3%B6%C3%9Fe'), [
      'class Größe(TypedDict):\n    länge: float\n',
      'interface Größe { länge: number }',
    ]),
    { Größe: object({ länge: NUMBER }, ['länge']) },
  ),
  withDefs(
    named('names that every object inherits', 'constructor', ref('constructor'), [
      'class constructor(TypedDict):\n    toString: str\n    valueOf: "hasOwnProperty"\nhasOwnProperty = str\n',
      'interface constructor { toString: string; valueOf: hasOwnProperty }\ntype hasOwnProperty = string;',
    ]),
    { constructor: object({ toString: TEXT, valueOf: TEXT }, ['toString', 'valueOf']) },
  ),
];
