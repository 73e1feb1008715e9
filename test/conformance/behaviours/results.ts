import type { Group, PortBehaviour } from '../behaviour.js';

const MAX = Number.MAX_SAFE_INTEGER;

export const RESULTS: Group<PortBehaviour> = {
  title: 'Results',
  behaviours: {
    'result.null': {
      says: 'null',
      python: 'return None',
      typescript: 'return null;',
      result: null,
    },
    'result.nothing': {
      says: '`run` without a `return` gives null',
      python: 'pass',
      typescript: '',
      result: null,
    },
    'result.booleans': {
      says: 'true and false',
      python: 'return [True, False]',
      typescript: 'return [true, false];',
      result: [true, false],
    },
    'result.integers': {
      says: 'integers up to 2^53 - 1 either way',
      python: 'return [0, 1, -1, 2**53 - 1, 1 - 2**53]',
      typescript: 'return [0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53];',
      result: [0, 1, -1, MAX, -MAX],
    },
    'result.minus-zero': {
      says: 'minus zero is zero',
      python: 'return [-0.0, 0 * -1.5, {"a": [-0.0]}]',
      typescript: 'return [-0, 0 * -1.5, { a: [-0] }];',
      result: [0, 0, { a: [0] }],
    },
    'result.floats': {
      says: 'floats to their last bit',
      python: 'return [0.1 + 0.2, -2.5, 1 / 3, 5e-324, 1.7976931348623157e308]',
      typescript: 'return [0.1 + 0.2, -2.5, 1 / 3, 5e-324, 1.7976931348623157e308];',
      result: [0.30000000000000004, -2.5, 1 / 3, 5e-324, 1.7976931348623157e308],
    },
    'result.exponents': {
      says: 'floats with exponents, also those beyond 2^53',
      python: 'return [1e21, 1e-7, 2.0**53, 1e16]',
      typescript: 'return [1e21, 1e-7, 2 ** 53, 1e16];',
      result: [1e21, 1e-7, 2 ** 53, 1e16],
    },
    'result.whole-floats': {
      says: 'a float that is whole is an integer',
      python: 'return [2.0, 1e3, -4.0]',
      typescript: 'return [2.0, 1e3, -4.0];',
      result: [2, 1000, -4],
    },
    'result.texts': {
      says: 'texts, also the empty one',
      python: 'return ["", "plain", "Ünï ñ 漢字 \\u0301"]',
      typescript: 'return ["", "plain", "Ünï ñ 漢字 \\u0301"];',
      result: ['', 'plain', 'Ünï ñ 漢字 \u0301'],
    },
    'result.astral': {
      says: 'characters beyond 16 bits, and those that are none',
      python: 'return ["🎉", "👩‍👩‍👧", "\\ufffe\\uffff"]',
      typescript: 'return ["🎉", "👩‍👩‍👧", "\\ufffe\\uffff"];',
      result: ['🎉', '👩‍👩‍👧', '\ufffe\uffff'],
    },
    'result.controls': {
      says: 'control characters, quotes and line separators',
      python: 'return "\\x01\\t\\n\\r\\"\\\\\\u2028\\u2029\\x7f"',
      typescript: 'return "\\x01\\t\\n\\r\\"\\\\\\u2028\\u2029\\x7f";',
      result: '\x01\t\n\r"\\\u2028\u2029\x7f',
    },
    'result.empty-containers': {
      says: 'empty lists and objects',
      python: 'return {"a": [], "b": {}, "c": [[], [{}]]}',
      typescript: 'return { a: [], b: {}, c: [[], [{}]] };',
      result: { a: [], b: {}, c: [[], [{}]] },
    },
    'result.null-members': {
      says: 'null as member and as item',
      python: 'return {"a": None, "b": [None]}',
      typescript: 'return { a: null, b: [undefined] };',
      result: { a: null, b: [null] },
    },
    'result.keys': {
      says: 'any text as key',
      python:
        'return {"": 1, "a/b": 2, "ü🎉": 3, "__proto__": 4, "constructor": 5, "toString": 6, "1": 7, "a b": 8}',
      typescript:
        'return { "": 1, "a/b": 2, "ü🎉": 3, ["__proto__"]: 4, constructor: 5, toString: 6, 1: 7, "a b": 8 };',
      result: JSON.parse(
        '{"": 1, "a/b": 2, "ü🎉": 3, "__proto__": 4, "constructor": 5, "toString": 6, "1": 7, "a b": 8}',
      ),
    },
    'result.tuple': {
      says: 'a tuple is a list',
      python: 'return (1, ("a", None))',
      typescript: 'const pair: [number, [string, null]] = [1, ["a", null]]; return pair;',
      result: [1, ['a', null]],
    },
    'result.shared': {
      says: 'the same object in two places is no cycle',
      python: 'one = {"a": [1]}\nreturn [one, one, {"again": one}]',
      typescript: 'const one = { a: [1] }; return [one, one, { again: one }];',
      result: [{ a: [1] }, { a: [1] }, { again: { a: [1] } }],
    },
    'result.deep': {
      says: '64 levels of nesting',
      python: 'x = 1\nfor _ in range(64): x = [x]\nreturn x',
      typescript: 'let x: any = 1; for (let i = 0; i < 64; i++) x = [x]; return x;',
      result: JSON.parse(`${'['.repeat(64)}1${']'.repeat(64)}`),
    },
    'result.long': {
      says: 'long lists',
      python: 'return list(range(10_000))',
      typescript: 'return Array.from({ length: 10_000 }, (_, index) => index);',
      result: Array.from({ length: 10_000 }, (_, index) => index),
    },
    'result.at-the-limit': {
      says: 'as many bytes as are allowed',
      limits: { max_result_bytes: 1_000 },
      python: 'return "é" * 499',
      typescript: 'return "é".repeat(499);',
      result: 'é'.repeat(499),
    },
    'result.date': {
      says: 'a date of the language',
      python: 'import datetime\nreturn {"at": datetime.datetime(2024, 1, 2)}',
      typescript: 'return { at: new Date(Date.UTC(2024, 0, 2)) };',
      differs: {
        because:
          'a `Date` is a moment and has one form in JSON; a `datetime` may lack its zone, so the author says how',
        python: {
          error: 'invalid_result',
          message: /^result\/at is a datetime.*use \.isoformat\(\)/,
        },
        typescript: { result: { at: '2024-01-02T00:00:00.000Z' } },
      },
    },
    'result.of-a-subclass': {
      says: 'what a subclass overrides of a text or a list is not asked',
      python:
        'class S(str):\n    def __str__(self): return "other"\nclass L(list):\n    def __iter__(self): return iter(["other"])\nreturn [S("a"), L([1])]',
      typescript:
        'class L extends Array { *[Symbol.iterator]() { yield "other"; } }\nreturn ["a", L.from([1])];',
      result: ['a', [1]],
    },
  },
};
