/** Types that are written to break their readers. A script that can run is never refused for its types. */
import { afterAll, describe, expect, it } from '@jest/globals';
import type { JsonObject } from '../../src/base/kernel/json.js';
import { SchemaValidator } from '../../src/base/schema/schema-validator.js';
import { inferredBy } from '../support/params-schemas.js';
import { runtime as typescript, warnings } from '../support/typescript-runs.js';
import { makePythonRuntime } from '../support/runtimes.js';
import { AT_ONCE_MS } from '../support/deadlines.js';

const python = makePythonRuntime();
const schemas = new SchemaValidator();
afterAll(() => Promise.all([python.close(), typescript.close(), schemas.close()]));

const times = (count: number, make: (index: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Checks that the validator reports in time whether an inferred schema can be used. */
async function expectAnAnswer(schema: JsonObject | null): Promise<void> {
  const issues = schema === null ? [] : await schemas.check(schema, 'a', { waits: false });
  expect(issues.length).toBeLessThan(21);
}

const PYTHON = `from typing import *
from dataclasses import dataclass
from enum import Enum
`;
const PYTHON_RUN = '\nclass P(TypedDict):\n    x: "X"\ndef run(params: P, reporter): ...\n';

describe('in Python', () => {
  it.each([
    ['brackets without end', `X = ${'List['.repeat(90)}int${']'.repeat(90)}`],
    ['a very long union', `X = ${times(900, (i) => `List[Literal[${i}]]`).join(' | ')}`],
    ['very many literals', `X = Literal[${times(50_000, (i) => `"v${i}"`).join(', ')}]`],
    [
      'very many fields',
      `class X(TypedDict):\n${times(20_000, (i) => `    f${i}: int`).join('\n')}`,
    ],
    [
      'types that double',
      `X0 = int\n${times(60, (i) => `X${i + 1} = Tuple[X${i}, X${i}]`).join('\n')}\nX = X60`,
    ],
    [
      'bases that double',
      `class A0(TypedDict): pass\nclass B0(TypedDict): pass\n${times(60, (i) => `class A${i + 1}(A${i}, B${i}): pass\nclass B${i + 1}(A${i}, B${i}): pass`).join('\n')}\nX = A60`,
    ],
    [
      'a long chain',
      `X0 = int\n${times(20_000, (i) => `X${i + 1} = X${i}`).join('\n')}\nX = X20000`,
    ],
    ['an alias of itself', 'X = X'],
    ['aliases of each other', 'X = Y\nY = X'],
    ['a union of itself', 'X = Union["X", int]'],
    ['unions of each other', 'X = Union["Y", int]\nY = Union["X", str]'],
    ['a base of itself', 'class X(X): pass'],
    ['bases of each other', 'class X(Y): pass\nclass Y(X): pass'],
    ['a quote in quotes', `X = ${JSON.stringify(JSON.stringify(JSON.stringify('X')))}`],
    ['half a surrogate pair', 'class X(TypedDict):\n    """\\ud800"""\n    x: Literal["\\ud800"]'],
    ['a NUL', 'X = Literal["\\0"]'],
    ['a huge number', 'X = Literal[10**400, 99999999999999999999999999]'],
    ['huge texts', `A = Literal["${'x'.repeat(300_000)}"]\nX = Tuple[${'A,'.repeat(1_000)}]`],
    ['a huge docstring', `class X(TypedDict):\n    """${'x'.repeat(500_000)}"""\n    x: int`],
    [
      'strange defaults',
      '@dataclass\nclass X:\n    a: int = 1e999\n    b: int = {[]: 1}\n    c: int = {1, 2}\n    d: int = b""',
    ],
    ['what the prototype would be', 'X = TypedDict("X", {"__proto__": int, "constructor": int})'],
    ['a name of a prototype', 'class __proto__(TypedDict):\n    x: int\nX = __proto__'],
  ])('hostile Python types get an answer in time: %s', async (_, source) => {
    const began = performance.now();
    const schema = await inferredBy(python, `${PYTHON}${source}${PYTHON_RUN}`);
    await expectAnAnswer(schema);
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });

  it('type inference runs no code of a Python script', async () => {
    const source = `${PYTHON}
import os
os._exit(9)
def side(): os._exit(9)
X = side()
class P(TypedDict):
    x: side()
    y: "side()"
def run(params: P, reporter): ...
`;
    expect((await inferredBy(python, source))?.['properties']).toEqual({ x: {}, y: {} });
  });
});

const TYPESCRIPT_RUN = '\ninterface P { x: X }\nexport default function run(params: P) {}\n';

describe('in TypeScript', () => {
  it.each([
    ['brackets without end', `type X = ${'('.repeat(2_000)}string${')'.repeat(2_000)};`],
    ['arrays of arrays', `type X = string${'[]'.repeat(5_000)};`],
    ['a very long union', `type X = ${times(5_000, (i) => `'v${i}'[]`).join(' | ')};`],
    ['very many literals', `type X = ${times(50_000, (i) => `'v${i}'`).join(' | ')};`],
    ['very many members', `interface X { ${times(20_000, (i) => `f${i}: number`).join('; ')} }`],
    [
      'types that double',
      `type X0 = 1;\n${times(60, (i) => `type X${i + 1} = [X${i}, X${i}];`).join('\n')}\ntype X = X60;`,
    ],
    [
      'bases that double',
      `interface A0 {}\ninterface B0 {}\n${times(60, (i) => `interface A${i + 1} extends A${i}, B${i} {}\ninterface B${i + 1} extends A${i}, B${i} {}`).join('\n')}\ntype X = A60;`,
    ],
    [
      'keys that double',
      `type K0 = 'a';\n${times(60, (i) => `type K${i + 1} = K${i} | K${i};`).join('\n')}\ntype X = Record<K60, string>;`,
    ],
    [
      'a long chain',
      `type X0 = 1;\n${times(20_000, (i) => `type X${i + 1} = X${i};`).join('\n')}\ntype X = X20000;`,
    ],
    ['an alias of itself', 'type X = X;'],
    ['aliases of each other', 'type X = Y;\ntype Y = X;'],
    ['a union of itself', 'type X = X | number;'],
    ['unions of each other', 'type X = Y | number;\ntype Y = X | string;'],
    ['keys of themselves', "type K = K | 'a';\ntype X = Pick<{ a: 1 }, K>;"],
    ['an intersection of itself', 'type X = X & { a: 1 };'],
    ['a base of itself', 'interface X extends X { a: 1 }'],
    ['bases of each other', 'interface X extends Y { a: 1 }\ninterface Y extends X { b: 1 }'],
    ['Partial of itself', 'type X = Partial<X>;'],
    ['half a surrogate pair', "/** \\ud800 */\ninterface X { a: '\\ud800' }"],
    ['a NUL', "type X = '\\0';"],
    ['a huge number', 'type X = 1e999 | -1e999 | 1e308;'],
    ['huge texts', `type A = '${'x'.repeat(200_000)}';\ntype X = [${'A,'.repeat(1_000)}];`],
    [
      'a huge comment',
      `/** ${'x'.repeat(400_000)}\n * @default ${'y'.repeat(400_000)} */\ninterface X { a: 1 }`,
    ],
    ['what the prototype would be', 'interface X { __proto__: string; constructor: string }'],
    ['a name of a prototype', 'interface __proto__ { x: 1 }\ntype X = __proto__;'],
    [
      'two kinds of one name',
      'interface X { a: 1 }\nenum X2 { A }\ninterface X2 { a: 1 }\nclass X3 {}\ntype X4 = X2 & X3;',
    ],
  ])('hostile TypeScript types get an answer in time: %s', async (_, source) => {
    const began = performance.now();
    const schema = await inferredBy(typescript, `${source}${TYPESCRIPT_RUN}`);
    await expectAnAnswer(schema);
    expect(({} as Record<string, unknown>)['type']).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(AT_ONCE_MS);
  });

  it('a script whose text overwhelms the type parser is kept without a schema', async () => {
    const source = `interface P { x: string }
export default function run(params: P) { return 1; }
export const never = () => ${'<any>('.repeat(40)}1${')'.repeat(40)};
`;
    const before = warnings.length;
    expect(await inferredBy(typescript, source)).toBeNull();
    expect(warnings.length).toBe(before + 1);
    expect(await inferredBy(typescript, 'export const run = (p: { x: 1 }) => 1;')).not.toBeNull();
  });
});
