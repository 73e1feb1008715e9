/** Where both runtimes find the type of a script's params, and what they infer of its members. */
import { afterAll, describe, expect, it } from '@jest/globals';
import { isJsonObject, type JsonObject } from '../../src/base/kernel/json.js';
import { inferredBy, PYTHON_HEAD } from '../support/params-schemas.js';
import { runtime as typescript } from '../support/typescript-runs.js';
import { makePythonRuntime } from '../support/runtimes.js';

const python = makePythonRuntime();
afterAll(() => Promise.all([python.close(), typescript.close()]));

const ofPython = (source: string): Promise<JsonObject | null> => inferredBy(python, source);
const ofTypeScript = (source: string): Promise<JsonObject | null> => inferredBy(typescript, source);

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
  ])('TypeScript infers the params schema: %s', async (_, source) => {
    expect(await ofTypeScript(source)).toEqual(NAME);
  });

  it.each([
    ['no annotation', 'def run(params, reporter): ...'],
    ['any object', 'def run(params: dict, reporter): ...'],
    ['anything', 'def run(params: Any, reporter): ...'],
    ['an imported type', 'def run(params: Imported, reporter): ...'],
    ['an unknown name', 'def run(params: Unknown, reporter): ...'],
    ['text that is no type', 'def run(params: "not a type", reporter): ...'],
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
  ])('TypeScript infers no params schema: %s', async (_, source) => {
    expect(await ofTypeScript(source)).toBeNull();
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

  it('TypeScript defaults and doc comments appear in the schema', async () => {
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
    expect(await ofTypeScript(source)).toEqual(schema);
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

  it('tags of doc comments become keywords of the schema', async () => {
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
    const { properties } = (await ofTypeScript(source)) ?? {};
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
