import type { Json, JsonObject } from '../../src/base/kernel/json.js';

/** A type as each language writes it, and its JSON Schema. */
export interface Shape {
  name: string;
  python: string;
  typescript: string;
  schema: Json;
  /** Declarations that the type needs. */
  pythonTypes?: string;
  typescriptTypes?: string;
  defs?: JsonObject;
}

const POINT: JsonObject = {
  type: 'object',
  properties: { x: { type: 'number' }, y: { type: 'number' } },
  required: ['x'],
  additionalProperties: false,
};
const POINT_TYPES = {
  pythonTypes: '@dataclass\nclass Point:\n    x: float\n    y: float = field(default=f())\n',
  typescriptTypes: 'interface Point { x: number; y?: number }',
};

export const SHAPES: Shape[] = [
  { name: 'a text', python: 'str', typescript: 'string', schema: { type: 'string' } },
  { name: 'a number', python: 'float', typescript: 'number', schema: { type: 'number' } },
  { name: 'true or false', python: 'bool', typescript: 'boolean', schema: { type: 'boolean' } },
  { name: 'null', python: 'None', typescript: 'null', schema: { type: 'null' } },
  { name: 'anything', python: 'Any', typescript: 'unknown', schema: {} },
  { name: 'an imported type', python: 'Imported', typescript: 'Imported', schema: {} },
  { name: 'an unknown type', python: '"Unknown"', typescript: 'Unknown', schema: {} },
  { name: 'any object', python: 'dict', typescript: 'object', schema: { type: 'object' } },
  { name: 'any array', python: 'list', typescript: 'unknown[]', schema: { type: 'array' } },
  {
    name: 'a point in time',
    python: 'datetime.datetime',
    typescript: 'Date',
    schema: { type: 'string', format: 'date-time' },
  },
  {
    name: 'an array',
    python: 'List[str]',
    typescript: 'string[]',
    schema: { type: 'array', items: { type: 'string' } },
  },
  {
    name: 'an array of arrays',
    python: 'typing.Sequence[list[float]]',
    typescript: 'Array<ReadonlyArray<number>>',
    schema: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
  },
  {
    name: 'a tuple',
    python: 'Tuple[str, float]',
    typescript: '[string, number]',
    schema: {
      type: 'array',
      prefixItems: [{ type: 'string' }, { type: 'number' }],
      minItems: 2,
      maxItems: 2,
    },
  },
  {
    name: 'a tuple of any length',
    python: 'tuple[str, ...]',
    typescript: '[...string[]]',
    schema: { type: 'array', items: { type: 'string' } },
  },
  {
    name: 'a dictionary',
    python: 'Dict[str, float]',
    typescript: 'Record<string, number>',
    schema: { type: 'object', additionalProperties: { type: 'number' } },
  },
  {
    name: 'a dictionary of anything',
    python: 'Mapping[str, Any]',
    typescript: '{ [key: string]: unknown }',
    schema: { type: 'object' },
  },
  {
    name: 'a text or null',
    python: 'Optional[str]',
    typescript: 'string | null',
    schema: { type: ['string', 'null'] },
  },
  {
    name: 'one of several',
    python: 'str | float | List[str]',
    typescript: 'string | number | string[]',
    schema: {
      anyOf: [{ type: ['string', 'number'] }, { type: 'array', items: { type: 'string' } }],
    },
  },
  {
    name: 'one of several, one unknown',
    python: 'Union[str, Imported]',
    typescript: 'string | Imported',
    schema: {},
  },
  { name: 'a literal', python: 'Literal["a"]', typescript: "'a'", schema: { const: 'a' } },
  {
    name: 'literals',
    python: 'Literal["a", 1, -2, False]',
    typescript: "'a' | 1 | -2 | false",
    schema: { enum: ['a', 1, -2, false] },
  },
  {
    name: 'literals or null',
    python: 'Optional[Literal["a", "b"]]',
    typescript: "'a' | 'b' | null",
    schema: { enum: ['a', 'b', null] },
  },
  {
    name: 'literals or a type',
    python: 'Union[Literal["auto"], float, None]',
    typescript: "'auto' | number | null",
    schema: { anyOf: [{ const: 'auto' }, { type: ['number', 'null'] }] },
  },
  {
    name: 'an enum',
    pythonTypes: 'class Level(str, Enum):\n    """Doc."""\n    LOW = "low"\n    HIGH = "high"\n',
    typescriptTypes: "enum Level { Low = 'low', High = 'high' }",
    python: 'Level',
    typescript: 'Level',
    schema: { enum: ['low', 'high'] },
  },
  {
    name: 'an enum of numbers',
    pythonTypes: 'class Level(enum.IntEnum):\n    LOW = 0\n    HIGH = 1\n    TOP = 7\n',
    typescriptTypes: 'enum Level { Low, High, Top = 7 }',
    python: 'Level',
    typescript: 'Level',
    schema: { enum: [0, 1, 7] },
  },
  {
    name: 'an enum of what is computed',
    pythonTypes: 'class Level(Enum):\n    LOW = enum.auto()\n',
    typescriptTypes: "enum Level { Low = 'low'.length }",
    python: 'Level',
    typescript: 'Level',
    schema: {},
  },
  {
    name: 'an alias',
    pythonTypes: 'Id = Union[str, float]\n',
    typescriptTypes: 'type Id = string | number;',
    python: 'Optional[Id]',
    typescript: 'Id | null',
    schema: { type: ['string', 'number', 'null'] },
  },
  {
    name: 'an object',
    ...POINT_TYPES,
    python: 'Point',
    typescript: 'Point',
    schema: { $ref: '#/$defs/Point' },
    defs: { Point: POINT },
  },
  {
    name: 'an object, in several places',
    ...POINT_TYPES,
    python: 'Tuple[Point, Optional[Point]]',
    typescript: '[Point, Point | null]',
    schema: {
      type: 'array',
      prefixItems: [
        { $ref: '#/$defs/Point' },
        { anyOf: [{ $ref: '#/$defs/Point' }, { type: 'null' }] },
      ],
      minItems: 2,
      maxItems: 2,
    },
    defs: { Point: POINT },
  },
  {
    name: 'an empty object',
    pythonTypes: 'class Nothing(TypedDict): pass\n',
    typescriptTypes: 'interface Nothing {}',
    python: 'Nothing',
    typescript: 'Nothing',
    schema: { $ref: '#/$defs/Nothing' },
    defs: { Nothing: { type: 'object', properties: {}, additionalProperties: false } },
  },
  {
    name: 'an object that contains itself',
    pythonTypes: 'class Node(TypedDict):\n    """A node."""\n    next: "Optional[Node]"\n',
    typescriptTypes: '/** A node. */\ninterface Node { next: Node | null }',
    python: 'Node',
    typescript: 'Node',
    schema: { $ref: '#/$defs/Node' },
    defs: {
      Node: {
        type: 'object',
        description: 'A node.',
        properties: { next: { anyOf: [{ $ref: '#/$defs/Node' }, { type: 'null' }] } },
        required: ['next'],
        additionalProperties: false,
      },
    },
  },
  {
    name: 'an alias that contains itself',
    pythonTypes: 'Tree = Union[str, List["Tree"]]\n',
    typescriptTypes: 'type Tree = string | Tree[];',
    python: 'Tree',
    typescript: 'Tree',
    schema: { $ref: '#/$defs/Tree' },
    defs: {
      Tree: { anyOf: [{ type: 'string' }, { type: 'array', items: { $ref: '#/$defs/Tree' } }] },
    },
  },
  {
    name: 'names beyond ASCII',
    pythonTypes: 'class Größe(TypedDict):\n    länge: float\n',
    typescriptTypes: 'interface Größe { länge: number }',
    python: 'Größe',
    typescript: 'Größe',
    schema: { $ref: '#/$defs/Gr%C3%B6%C3%9Fe' },
    defs: {
      Größe: {
        type: 'object',
        properties: { länge: { type: 'number' } },
        required: ['länge'],
        additionalProperties: false,
      },
    },
  },
  {
    name: 'names that every object inherits',
    pythonTypes:
      'class constructor(TypedDict):\n    toString: str\n    valueOf: "hasOwnProperty"\nhasOwnProperty = str\n',
    typescriptTypes:
      'interface constructor { toString: string; valueOf: hasOwnProperty }\ntype hasOwnProperty = string;',
    python: 'constructor',
    typescript: 'constructor',
    schema: { $ref: '#/$defs/constructor' },
    defs: {
      constructor: {
        type: 'object',
        properties: { toString: { type: 'string' }, valueOf: { type: 'string' } },
        required: ['toString', 'valueOf'],
        additionalProperties: false,
      },
    },
  },
];
