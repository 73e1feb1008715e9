import { afterAll, describe, expect, it } from '@jest/globals';
import type { Json } from '../../src/base/kernel/json.js';
import { requireResult } from '../support/outcome.js';
import { RecordingHost } from '../support/recording-host.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { buildRunSpec } from './python-harness.js';

const runtime = makePythonRuntime();
afterAll(() => runtime.close());

const HEAD = `import datetime, enum, uuid
from dataclasses import dataclass, field, InitVar
from typing import *

class Level(enum.Enum):
    LOW = "low"
    HIGH = "high"

@dataclass(frozen=True)
class Child:
    id: int
    next: Optional["Child"] = None
`;

async function runScript(script: string, params: Json) {
  return runtime.start(buildRunSpec(HEAD + script, params), new RecordingHost()).outcome;
}

async function runForRepr(types: string, params: Json): Promise<unknown> {
  const outcome = await runScript(
    `${types}\ndef run(params: P, reporter):\n    return repr(params)\n`,
    params,
  );
  return outcome.kind === 'failed' ? outcome.message : requireResult(outcome);
}

describe('params arrive as their annotation says', () => {
  it.each<[string, string, Json, string]>([
    [
      'a dataclass, with defaults filled in',
      '@dataclass\nclass P:\n    a: str\n    b: int = 3\n    c: List[str] = field(default_factory=list)',
      { a: 'x' },
      "P(a='x', b=3, c=[])",
    ],
    [
      'dataclasses in a dataclass',
      '@dataclass\nclass P:\n    one: Child\n    more: List[Child]\n    by: Dict[str, Child]',
      { one: { id: 1, next: { id: 2 } }, more: [{ id: 3 }], by: { x: { id: 4 } } },
      "P(one=Child(id=1, next=Child(id=2, next=None)), more=[Child(id=3, next=None)], by={'x': Child(id=4, next=None)})",
    ],
    ['a TypedDict as the dict it is', 'class P(TypedDict):\n    a: str', { a: 'x' }, "{'a': 'x'}"],
    [
      'a dataclass in a TypedDict',
      'class P(TypedDict):\n    child: Child',
      { child: { id: 1 } },
      "{'child': Child(id=1, next=None)}",
    ],
    [
      'members of an enum',
      '@dataclass\nclass P:\n    level: Level\n    levels: List[Level]',
      { level: 'low', levels: ['high'] },
      "P(level=<Level.LOW: 'low'>, levels=[<Level.HIGH: 'high'>])",
    ],
    [
      'dates, times and UUIDs',
      '@dataclass\nclass P:\n    d: datetime.date\n    t: datetime.datetime\n    u: uuid.UUID',
      { d: '2024-02-29', t: '2024-02-29T01:02:03Z', u: '12345678-1234-5678-1234-567812345678' },
      "P(d=datetime.date(2024, 2, 29), t=datetime.datetime(2024, 2, 29, 1, 2, 3, tzinfo=datetime.timezone.utc), u=UUID('12345678-1234-5678-1234-567812345678'))",
    ],
    [
      'sets and tuples',
      '@dataclass\nclass P:\n    s: Set[int]\n    f: FrozenSet[int]\n    t: Tuple[int, Child]\n    r: Tuple[int, ...]',
      { s: [1, 1], f: [2], t: [3, { id: 4 }], r: [5, 6] },
      'P(s={1}, f=frozenset({2}), t=(3, Child(id=4, next=None)), r=(5, 6))',
    ],
    [
      'the type of a union that fits',
      '@dataclass\nclass A:\n    kind: Literal["a"]\n    x: int\n@dataclass\nclass B:\n    kind: Literal["b"]\n    x: int\n@dataclass\nclass P:\n    l: List[Union[A, B, str, None]]',
      { l: [{ kind: 'b', x: 1 }, { kind: 'a', x: 2 }, 'text', null] },
      "P(l=[B(kind='b', x=1), A(kind='a', x=2), 'text', None])",
    ],
    [
      'what the annotation leaves open as plain JSON',
      '@dataclass\nclass P:\n    a: Any\n    b: "Unknown"\n    c: dict\n    d: Child',
      { a: { x: [1] }, b: { y: 2 }, c: { z: 3 }, d: { id: 1 } },
      "P(a={'x': [1]}, b={'y': 2}, c={'z': 3}, d=Child(id=1, next=None))",
    ],
    ['an annotation that names nothing as plain JSON', 'P = "Unknown"', { a: 1 }, "{'a': 1}"],
    [
      'a subclass of a dataclass',
      '@dataclass\nclass B:\n    a: int\n@dataclass\nclass P(B):\n    b: InitVar[int] = 2\n    def __post_init__(self, b):\n        self.c = b',
      { a: 1 },
      'P(a=1)',
    ],
  ])('params arrive as their annotation says: %s', async (_, types, params, expected) => {
    expect(await runForRepr(types, params)).toBe(expected);
  });

  it('params are converted for an async run that a decorator wraps', async () => {
    const script = `
import functools
def logged(f):
    @functools.wraps(f)
    async def inner(*args):
        return await f(*args)
    return inner
@logged
async def run(params: Child, reporter: "Unknown"):
    return params.id
`;
    expect(await runScript(script, { id: 7 })).toEqual({ kind: 'success', result: 7 });
  });

  it('a deep value of nested unions gets the fitting type at every level', async () => {
    const types = `
@dataclass
class A:
    child: Optional["T"]
    kind: Literal["a"]
@dataclass
class B:
    child: Optional["T"]
    kind: Literal["b"]
T = Union[A, B]
@dataclass
class P:
    t: T
`;
    const script = `${types}
def run(params: P, reporter):
    names, at = "", params.t
    while at is not None:
        names += type(at).__name__
        at = at.child
    return names
`;
    let t: Json = null;
    for (let depth = 0; depth < 58; depth += 1) t = { child: t, kind: depth % 2 ? 'a' : 'b' };
    expect(await runScript(script, { t })).toEqual({ kind: 'success', result: 'AB'.repeat(29) });
  });
});

describe('params that do not fit fail the run and say where', () => {
  it.each<[string, string, Json, RegExp]>([
    [
      'an unknown member',
      'P = Child',
      { id: 1, x: 2 },
      /^TypeError: params: .*unexpected keyword argument 'x'/,
    ],
    ['a missing one', 'P = Child', {}, /^TypeError: params: .*missing 1 required .*'id'/],
    [
      'a nested one',
      '@dataclass\nclass P:\n    c: List[Child]',
      { c: [{}] },
      /^TypeError: params\/c\/0: .*missing/,
    ],
    [
      'no member of the enum',
      '@dataclass\nclass P:\n    l: Level',
      { l: 'x' },
      /^ValueError: params\/l: 'x' is not a valid Level/,
    ],
    [
      'no date',
      '@dataclass\nclass P:\n    d: datetime.date',
      { d: 'x' },
      /^ValueError: params\/d: Invalid isoformat/,
    ],
    [
      'a tuple of another length',
      '@dataclass\nclass P:\n    t: Tuple[int, int]',
      { t: [1] },
      /^ValueError: params\/t must have 2 items, not 1/,
    ],
  ])(
    'params that do not fit fail the run with their location: %s',
    async (_, types, params, message) => {
      expect(await runForRepr(types, params)).toMatch(message);
    },
  );

  it('an error raised by a type of the script shows the stack of the script', async () => {
    const script = `@dataclass
class P:
    a: int
    def __post_init__(self):
        raise TypeError("mine")
def run(params: P, reporter): ...
`;
    expect(await runScript(script, { a: 1 })).toMatchObject({
      code: 'script_error',
      message: 'TypeError: mine',
      stack: expect.stringContaining('raise TypeError("mine")'),
    });
  });
});
