import { type Behaviour, type Group, type PortBehaviour } from '../behaviour.js';
import { AT_ONCE_MS } from '../../support/deadlines.js';

type Scripts = Pick<Behaviour, 'python' | 'typescript'>;

/** Returns a result that JSON cannot represent exactly. */
function refused(says: string, message: RegExp, scripts: Scripts): PortBehaviour {
  return { says, error: 'invalid_result', message, ...scripts };
}

export const REFUSED_RESULTS: Group<PortBehaviour> = {
  title: 'Results that are refused',
  behaviours: {
    'refused.nan': refused(
      'NaN, with the place and the remedy',
      /^result\/total is NaN, which JSON cannot hold; return (None|null) or a string/,
      { python: 'return {"total": float("nan")}', typescript: 'return { total: NaN };' },
    ),
    'refused.infinity': refused('infinity', /^result\/0 is Infinity/, {
      python: 'return [float("inf")]',
      typescript: 'return [Infinity];',
    }),
    'refused.minus-infinity': refused('minus infinity', /^result\/1 is -Infinity/, {
      python: 'return [0, float("-inf")]',
      typescript: 'return [0, -Infinity];',
    }),
    'refused.pointer': refused(
      'the place is a JSON pointer, with its escapes',
      /^result\/a~1b\/c~0d\/2 is NaN/,
      {
        python: 'return {"a/b": {"c~d": [0, 1, float("nan")]}}',
        typescript: 'return { "a/b": { "c~d": [0, 1, NaN] } };',
      },
    ),
    'refused.function': refused('a function', /^result\/f is a function/, {
      python: 'return {"f": run}',
      typescript: 'return { f: run };',
    }),
    'refused.bytes': refused('bytes', /^result is .*(bytes|Uint8Array)/, {
      python: 'return b"x"',
      typescript: 'return new Uint8Array(1);',
    }),
    'refused.set': refused('a set', /^result\/0 is .*set/i, {
      python: 'return [{1, 2}]',
      typescript: 'return [new Set([1, 2])];',
    }),
    'refused.keys': refused('keys that are no texts', /^result (has a key of type int|.* Map)/, {
      python: 'return {1: 2}',
      typescript: 'return new Map([[1, 2]]);',
    }),
    'refused.instance': refused('an instance of a class', /^result is .*Point/, {
      python: 'class Point: pass\nreturn Point()',
      typescript: 'class Point { x = 1; }\nreturn new Point();',
    }),
    'refused.error': refused('an exception that is returned', /^result\/0 is .*TypeError/, {
      python: 'return [TypeError("x")]',
      typescript: 'return [new TypeError("x")];',
    }),
    'refused.iterator': refused('a generator', /^result is .*(generator|not a plain object)/, {
      python: 'return (x for x in [])',
      typescript: 'function* generator() { yield 1; }\nreturn generator();',
    }),
    'refused.awaitable': refused(
      'what has not been awaited',
      /^result\/0 is .*(coroutine|Promise)/,
      {
        python: 'async def later(): pass\nreturn [later()]',
        typescript: 'const later = async () => 1; return [later()];',
      },
    ),
    'refused.cycle': refused('a list that contains itself', /^result\/0 contains itself/, {
      python: 'a = []\na.append(a)\nreturn a',
      typescript: 'const a: any[] = []; a.push(a); return a;',
    }),
    'refused.long-cycle': refused('a cycle over several objects', /^result\/b\/a contains itself/, {
      python: 'a = {}\na["b"] = {"a": a}\nreturn a',
      typescript: 'const a: any = {}; a.b = { a }; return a;',
    }),
    'refused.deep': refused(
      '65 levels of nesting',
      /^result(\/0){64} is nested deeper than 64 levels/,
      {
        python: 'x = 1\nfor _ in range(65): x = [x]\nreturn x',
        typescript: 'let x: any = 1; for (let i = 0; i < 65; i++) x = [x]; return x;',
      },
    ),
    'refused.nul': refused('a NUL in a text', /^result\/0 contains a NUL/, {
      python: 'return ["a\\0b"]',
      typescript: 'return ["a\\0b"];',
    }),
    'refused.nul-key': refused('a NUL in a key', /^result has a key that contains a NUL/, {
      python: 'return {"\\0": 1}',
      typescript: 'return { "\\0": 1 };',
    }),
    'refused.surrogate': refused(
      'half a surrogate pair',
      /^result\/a contains half of a surrogate/,
      {
        python: 'return {"a": "x\\ud83c"}',
        typescript: 'return { a: "x\\ud83c" };',
      },
    ),
    'refused.surrogate-key': refused(
      'half a surrogate pair in a key',
      /^result has a key that contains half of a surrogate/,
      { python: 'return {"\\udf89": 1}', typescript: 'return { "\\udf89": 1 };' },
    ),
    'refused.big-integer': refused('an exact integer beyond 2^53 - 1', /^result\/id is .*string/, {
      python: 'return {"id": 2**53}',
      typescript: 'return { id: 2n ** 53n };',
    }),
    'refused.minus-big-integer': refused('one below -(2^53 - 1)', /^result is .*string/, {
      python: 'return -(10**30)',
      typescript: 'return -(10n ** 30n);',
    }),
    'refused.one-byte-over': {
      ...refused(
        'one byte more than is allowed, in UTF-8',
        /^result is larger than 1000 bytes as JSON; write large data to a file and return its path/,
        { python: 'return "é" * 498 + "abc"', typescript: 'return "é".repeat(498) + "abc";' },
      ),
      limits: { max_result_bytes: 1_000 },
    },
    'refused.huge': {
      ...refused('100 MB', /^result is larger than 100000 bytes/, {
        python: 'return "x" * 100_000_000',
        typescript: 'return "x".repeat(100_000_000);',
      }),
      heavy: true,
    },
    'refused.unfolding': {
      ...refused('a small object that would unfold to 2^60 items, at once', /larger than/, {
        python: 'x = []\nfor _ in range(60): x = [x, x]\nreturn x',
        typescript: 'let x: any[] = []; for (let i = 0; i < 60; i++) x = [x, x]; return x;',
      }),
      withinMs: AT_ONCE_MS,
    },
  },
};
