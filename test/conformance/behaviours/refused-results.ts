import { type Behaviour, type Group, type PortBehaviour } from '../behaviour.js';
import { AT_ONCE_MS } from '../../support/deadlines.js';

type Scripts = Pick<Behaviour, 'python' | 'typescript'>;

/** Returns a result that JSON cannot represent exactly. */
function refused(says: string, message: RegExp, scripts: Scripts): PortBehaviour {
  return { says, error: 'invalid_result', message, ...scripts };
}

export const REFUSED_RESULTS: Group<PortBehaviour> = {
  title: 'Refused results',
  behaviours: {
    'refused.nan': refused(
      'NaN in a result is refused with its location and a remedy',
      /^result\/total is NaN, which JSON cannot hold; return (None|null) or a string/,
      { python: 'return {"total": float("nan")}', typescript: 'return { total: NaN };' },
    ),
    'refused.infinity': refused('infinity in a result is refused', /^result\/0 is Infinity/, {
      python: 'return [float("inf")]',
      typescript: 'return [Infinity];',
    }),
    'refused.minus-infinity': refused(
      'minus infinity in a result is refused',
      /^result\/1 is -Infinity/,
      {
        python: 'return [0, float("-inf")]',
        typescript: 'return [0, -Infinity];',
      },
    ),
    'refused.pointer': refused(
      'the location of a refused value is an escaped JSON Pointer',
      /^result\/a~1b\/c~0d\/2 is NaN/,
      {
        python: 'return {"a/b": {"c~d": [0, 1, float("nan")]}}',
        typescript: 'return { "a/b": { "c~d": [0, 1, NaN] } };',
      },
    ),
    'refused.function': refused('a function in a result is refused', /^result\/f is a function/, {
      python: 'return {"f": run}',
      typescript: 'return { f: run };',
    }),
    'refused.bytes': refused('bytes as a result are refused', /^result is .*(bytes|Uint8Array)/, {
      python: 'return b"x"',
      typescript: 'return new Uint8Array(1);',
    }),
    'refused.set': refused('a set in a result is refused', /^result\/0 is .*set/i, {
      python: 'return [{1, 2}]',
      typescript: 'return [new Set([1, 2])];',
    }),
    'refused.keys': refused(
      'a result with keys that are not strings is refused',
      /^result (has a key of type int|.* Map)/,
      {
        python: 'return {1: 2}',
        typescript: 'return new Map([[1, 2]]);',
      },
    ),
    'refused.instance': refused(
      'an instance of a class is refused as a result',
      /^result is .*Point/,
      {
        python: 'class Point: pass\nreturn Point()',
        typescript: 'class Point { x = 1; }\nreturn new Point();',
      },
    ),
    'refused.error': refused('an exception in a result is refused', /^result\/0 is .*TypeError/, {
      python: 'return [TypeError("x")]',
      typescript: 'return [new TypeError("x")];',
    }),
    'refused.iterator': refused(
      'a generator is refused as a result',
      /^result is .*(generator|not a plain object)/,
      {
        python: 'return (x for x in [])',
        typescript: 'function* generator() { yield 1; }\nreturn generator();',
      },
    ),
    'refused.awaitable': refused(
      'an unawaited coroutine or promise in a result is refused',
      /^result\/0 is .*(coroutine|Promise)/,
      {
        python: 'async def later(): pass\nreturn [later()]',
        typescript: 'const later = async () => 1; return [later()];',
      },
    ),
    'refused.cycle': refused(
      'a list that contains itself is refused as a result',
      /^result\/0 contains itself/,
      {
        python: 'a = []\na.append(a)\nreturn a',
        typescript: 'const a: any[] = []; a.push(a); return a;',
      },
    ),
    'refused.long-cycle': refused(
      'a cycle across several objects is refused as a result',
      /^result\/b\/a contains itself/,
      {
        python: 'a = {}\na["b"] = {"a": a}\nreturn a',
        typescript: 'const a: any = {}; a.b = { a }; return a;',
      },
    ),
    'refused.deep': refused(
      'a result with 65 levels of nesting is refused',
      /^result(\/0){64} is nested deeper than 64 levels/,
      {
        python: 'x = 1\nfor _ in range(65): x = [x]\nreturn x',
        typescript: 'let x: any = 1; for (let i = 0; i < 65; i++) x = [x]; return x;',
      },
    ),
    'refused.nul': refused('NUL in a string of a result is refused', /^result\/0 contains a NUL/, {
      python: 'return ["a\\0b"]',
      typescript: 'return ["a\\0b"];',
    }),
    'refused.nul-key': refused(
      'NUL in a key of a result is refused',
      /^result has a key that contains a NUL/,
      {
        python: 'return {"\\0": 1}',
        typescript: 'return { "\\0": 1 };',
      },
    ),
    'refused.surrogate': refused(
      'a lone surrogate in a string of a result is refused',
      /^result\/a contains half of a surrogate/,
      {
        python: 'return {"a": "x\\ud83c"}',
        typescript: 'return { a: "x\\ud83c" };',
      },
    ),
    'refused.surrogate-key': refused(
      'a lone surrogate in a key of a result is refused',
      /^result has a key that contains half of a surrogate/,
      { python: 'return {"\\udf89": 1}', typescript: 'return { "\\udf89": 1 };' },
    ),
    'refused.big-integer': refused(
      'an exact integer above 2^53 - 1 is refused in a result',
      /^result\/id is .*string/,
      {
        python: 'return {"id": 2**53}',
        typescript: 'return { id: 2n ** 53n };',
      },
    ),
    'refused.minus-big-integer': refused(
      'an exact integer below -(2^53 - 1) is refused as a result',
      /^result is .*string/,
      {
        python: 'return -(10**30)',
        typescript: 'return -(10n ** 30n);',
      },
    ),
    'refused.one-byte-over': {
      ...refused(
        'a result that exceeds the limit by one byte of UTF-8 is refused',
        /^result is larger than 1000 bytes as JSON; write large data to a file and return its path/,
        { python: 'return "é" * 498 + "abc"', typescript: 'return "é".repeat(498) + "abc";' },
      ),
      limits: { max_result_bytes: 1_000 },
    },
    'refused.huge': {
      ...refused('a result of 100 MB is refused', /^result is larger than 100000 bytes/, {
        python: 'return "x" * 100_000_000',
        typescript: 'return "x".repeat(100_000_000);',
      }),
      heavy: true,
    },
    'refused.unfolding': {
      ...refused(
        'a small object that would expand to 2^60 items as JSON is refused at once',
        /larger than/,
        {
          python: 'x = []\nfor _ in range(60): x = [x, x]\nreturn x',
          typescript: 'let x: any[] = []; for (let i = 0; i < 60; i++) x = [x, x]; return x;',
        },
      ),
      withinMs: AT_ONCE_MS,
    },
  },
};
