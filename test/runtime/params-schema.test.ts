import { afterAll, describe, expect, it } from '@jest/globals';
import { isJsonObject, type JsonObject } from '../../src/base/kernel/json.js';
import { inferredBy, PYTHON_HEAD } from '../support/params-schemas.js';
import { makePythonRuntime } from '../support/runtimes.js';

const python = makePythonRuntime();
afterAll(() => python.close());

const ofPython = (source: string): Promise<JsonObject | null> => inferredBy(python, source);

const NAME = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
};

describe('the params of run', () => {
  it.each([
    ['a TypedDict', 'class P(TypedDict):\n    name: str\ndef run(params: P, reporter): ...'],
    [
      'a TypedDict made by a call',
      'P = TypedDict("P", {"name": str})\ndef run(params: P, reporter): ...',
    ],
    ['a dataclass', '@dataclass\nclass P:\n    name: str\ndef run(params: P, reporter): ...'],
    ['an async run', 'class P(TypedDict):\n    name: str\nasync def run(params: P, reporter): ...'],
    [
      'a quoted annotation',
      'class P(TypedDict):\n    name: str\ndef run(params: "P", reporter): ...',
    ],
    ['Optional', 'class P(TypedDict):\n    name: str\ndef run(params: Optional[P], reporter): ...'],
    [
      'the last definition',
      'def run(a, b): ...\nclass P(TypedDict):\n    name: str\ndef run(p: P, r): ...',
    ],
    [
      'a class in a class',
      'class A:\n    class P(TypedDict):\n        name: str\ndef run(params: A.P, reporter): ...',
    ],
    [
      'inherited fields',
      'class B(TypedDict):\n    name: str\nclass P(B): pass\ndef run(params: P, reporter): ...',
    ],
    ['an alias', 'class B(TypedDict):\n    name: str\nP = B\ndef run(params: P, reporter): ...'],
  ])('Python infers the params schema: %s', async (_, source) => {
    expect(await ofPython(PYTHON_HEAD + source)).toEqual(NAME);
  });

  it.each([
    ['no annotation', 'def run(params, reporter): ...'],
    ['any object', 'def run(params: dict, reporter): ...'],
    ['anything', 'def run(params: Any, reporter): ...'],
    ['an imported type', 'def run(params: Imported, reporter): ...'],
    ['an unknown name', 'def run(params: Unknown, reporter): ...'],
    ['text that is not a type', 'def run(params: "not a type", reporter): ...'],
    ['no object', 'def run(params: int, reporter): ...'],
    ['a list', 'def run(params: List[int], reporter): ...'],
    ['a plain class', 'class P:\n    name: str\ndef run(params: P, reporter): ...'],
    [
      'an imported base',
      'class P(Imported, TypedDict):\n    name: str\ndef run(params: P, reporter): ...',
    ],
    [
      'its own constructor',
      '@dataclass\nclass P:\n    name: str\n    def __init__(self): ...\ndef run(params: P, reporter): ...',
    ],
    ['another decorator', '@Imported\nclass P:\n    name: str\ndef run(params: P, reporter): ...'],
    [
      'a decorated run',
      'class P(TypedDict):\n    name: str\n@Imported\ndef run(params: P, reporter): ...',
    ],
    ['run from elsewhere', 'from os.path import join as run'],
  ])('Python infers no params schema: %s', async (_, source) => {
    expect(await ofPython(PYTHON_HEAD + source)).toBeNull();
  });
});

describe('what may be left out, and what is said about it', () => {
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

  it('Python defaults and docstrings appear in the schema', async () => {
    const source = `${PYTHON_HEAD}
@dataclass
class Params:
    """The page to fetch."""
    url: str
    """Where from.
    A second line."""
    tries: float = 3
    tags: List[str] = field(default_factory=lambda: ["a"])
    mode: Literal["fast", "slow"] = field(default="fast")
    note: Optional[str] = field(default_factory=make_note)
    seen: ClassVar[int] = 0
    made: int = field(init=False)
def run(params: Params, reporter):
    """Not this one."""
`;
    expect(await ofPython(source)).toEqual(schema);
  });

  it('the schema of a TypedDict honours total, Required, NotRequired and Annotated', async () => {
    const source = `${PYTHON_HEAD}
class Base(TypedDict):
    a: int
class Params(Base, total=False):
    b: int
    c: Required[int]
    d: Annotated[Required[int], "the fourth"]
class Other(TypedDict):
    e: NotRequired[Annotated[int, "the fifth"]]
Params2 = TypedDict("Params2", {"from": str, "to-": NotRequired[str]}, total=True)
class Whole(TypedDict):
    params: Params
    other: Other
    two: Params2
def run(params: Whole, reporter):
    """The doc of run."""
`;
    const { $defs, description } = (await ofPython(source)) ?? {};
    expect(description).toBe('The doc of run.');
    const said = Object.entries(isJsonObject($defs) ? $defs : {}).map(([name, def]) => {
      const { required = [], properties } = isJsonObject(def) ? def : {};
      return [name, required, properties];
    });
    const integer = { type: 'integer' };
    expect(said).toEqual([
      [
        'Params',
        ['a', 'c', 'd'],
        { a: integer, b: integer, c: integer, d: { ...integer, description: 'the fourth' } },
      ],
      ['Other', [], { e: { ...integer, description: 'the fifth' } }],
      ['Params2', ['from'], { from: { type: 'string' }, 'to-': { type: 'string' } }],
    ]);
  });
});
