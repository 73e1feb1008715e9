import type { Group, PortBehaviour } from '../behaviour.js';

const MAX = Number.MAX_SAFE_INTEGER;

export const RESULTS: Group<PortBehaviour> = {
  title: 'Results',
  behaviours: {
    'result.null': {
      says: 'a result can be null',
      python: 'return None',
      typescript: 'return null;',
      result: null,
    },
    'result.nothing': {
      says: 'a `run` without `return` has null as its result',
      python: 'pass',
      typescript: '',
      result: null,
    },
    'result.booleans': {
      says: 'a result can contain true and false',
      python: 'return [True, False]',
      typescript: 'return [true, false];',
      result: [true, false],
    },
    'result.integers': {
      says: 'integers up to ±(2^53 - 1) are returned exactly',
      python: 'return [0, 1, -1, 2**53 - 1, 1 - 2**53]',
      typescript: 'return [0, 1, -1, 2 ** 53 - 1, 1 - 2 ** 53];',
      result: [0, 1, -1, MAX, -MAX],
    },
    'result.minus-zero': {
      says: 'minus zero is returned as zero',
      python: 'return [-0.0, 0 * -1.5, {"a": [-0.0]}]',
      typescript: 'return [-0, 0 * -1.5, { a: [-0] }];',
      result: [0, 0, { a: [0] }],
    },
    'result.floats': {
      says: 'floating-point numbers are returned exactly',
      python: 'return [0.1 + 0.2, -2.5, 1 / 3, 5e-324, 1.7976931348623157e308]',
      typescript: 'return [0.1 + 0.2, -2.5, 1 / 3, 5e-324, 1.7976931348623157e308];',
      result: [0.30000000000000004, -2.5, 1 / 3, 5e-324, 1.7976931348623157e308],
    },
    'result.exponents': {
      says: 'floating-point numbers with exponents are returned exactly, even beyond 2^53',
      python: 'return [1e21, 1e-7, 2.0**53, 1e16]',
      typescript: 'return [1e21, 1e-7, 2 ** 53, 1e16];',
      result: [1e21, 1e-7, 2 ** 53, 1e16],
    },
    'result.whole-floats': {
      says: 'a whole floating-point number is returned as an integer',
      python: 'return [2.0, 1e3, -4.0]',
      typescript: 'return [2.0, 1e3, -4.0];',
      result: [2, 1000, -4],
    },
    'result.texts': {
      says: 'strings are returned unchanged, including the empty string',
      python: 'return ["", "plain", "Ünï ñ 漢字 \\u0301"]',
      typescript: 'return ["", "plain", "Ünï ñ 漢字 \\u0301"];',
      result: ['', 'plain', 'Ünï ñ 漢字 \u0301'],
    },
    'result.astral': {
      says: 'characters beyond 16 bits and noncharacters are returned unchanged',
      python: 'return ["🎉", "👩‍👩‍👧", "\\ufffe\\uffff"]',
      typescript: 'return ["🎉", "👩‍👩‍👧", "\\ufffe\\uffff"];',
      result: ['🎉', '👩‍👩‍👧', '\ufffe\uffff'],
    },
    'result.controls': {
      says: 'control characters, quotes and line separators are returned unchanged',
      python: 'return "\\x01\\t\\n\\r\\"\\\\\\u2028\\u2029\\x7f"',
      typescript: 'return "\\x01\\t\\n\\r\\"\\\\\\u2028\\u2029\\x7f";',
      result: '\x01\t\n\r"\\\u2028\u2029\x7f',
    },
    'result.empty-containers': {
      says: 'a result can contain empty lists and objects',
      python: 'return {"a": [], "b": {}, "c": [[], [{}]]}',
      typescript: 'return { a: [], b: {}, c: [[], [{}]] };',
      result: { a: [], b: {}, c: [[], [{}]] },
    },
    'result.null-members': {
      says: 'a result can contain null as a member and as an item',
      python: 'return {"a": None, "b": [None]}',
      typescript: 'return { a: null, b: [undefined] };',
      result: { a: null, b: [null] },
    },
    'result.keys': {
      says: 'any string can be a key in a result',
      python:
        'return {"": 1, "a/b": 2, "ü🎉": 3, "__proto__": 4, "constructor": 5, "toString": 6, "1": 7, "a b": 8}',
      typescript:
        'return { "": 1, "a/b": 2, "ü🎉": 3, ["__proto__"]: 4, constructor: 5, toString: 6, 1: 7, "a b": 8 };',
      result: JSON.parse(
        '{"": 1, "a/b": 2, "ü🎉": 3, "__proto__": 4, "constructor": 5, "toString": 6, "1": 7, "a b": 8}',
      ),
    },
    'result.tuple': {
      says: 'a tuple is returned as a list',
      python: 'return (1, ("a", None))',
      typescript: 'const pair: [number, [string, null]] = [1, ["a", null]]; return pair;',
      result: [1, ['a', null]],
    },
    'result.shared': {
      says: 'an object used several times in a result is not treated as a cycle',
      python: 'one = {"a": [1]}\nreturn [one, one, {"again": one}]',
      typescript: 'const one = { a: [1] }; return [one, one, { again: one }];',
      result: [{ a: [1] }, { a: [1] }, { again: { a: [1] } }],
    },
    'result.deep': {
      says: 'a result can have 64 levels of nesting',
      python: 'x = 1\nfor _ in range(64): x = [x]\nreturn x',
      typescript: 'let x: any = 1; for (let i = 0; i < 64; i++) x = [x]; return x;',
      result: JSON.parse(`${'['.repeat(64)}1${']'.repeat(64)}`),
    },
    'result.long': {
      says: 'a list of 10,000 items can be returned',
      python: 'return list(range(10_000))',
      typescript: 'return Array.from({ length: 10_000 }, (_, index) => index);',
      result: Array.from({ length: 10_000 }, (_, index) => index),
    },
    'result.at-the-limit': {
      says: 'a result can have exactly the maximum number of bytes',
      limits: { max_result_bytes: 1_000 },
      python: 'return "é" * 499',
      typescript: 'return "é".repeat(499);',
      result: 'é'.repeat(499),
    },
    'result.date': {
      says: 'a date object is returned only if its form in JSON is unambiguous',
      python: 'import datetime\nreturn {"at": datetime.datetime(2024, 1, 2)}',
      typescript: 'return { at: new Date(Date.UTC(2024, 0, 2)) };',
      differs: {
        because:
          'a `Date` is an instant with one form in JSON; a `datetime` may lack a time zone, so the author must convert it',
        python: {
          error: 'invalid_result',
          message: /^result\/at is a datetime.*use \.isoformat\(\)/,
        },
        typescript: { result: { at: '2024-01-02T00:00:00.000Z' } },
      },
    },
    'result.of-a-subclass': {
      says: 'methods that a subclass of a string or list overrides do not affect the result',
      python:
        'class S(str):\n    def __str__(self): return "other"\nclass L(list):\n    def __iter__(self): return iter(["other"])\nreturn [S("a"), L([1])]',
      typescript:
        'class L extends Array { *[Symbol.iterator]() { yield "other"; } }\nreturn ["a", L.from([1])];',
      result: ['a', [1]],
    },
  },
};
