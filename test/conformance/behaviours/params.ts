import type { Json } from '../../../src/base/kernel/json.js';
import type { Group, PortBehaviour } from '../behaviour.js';

const ECHO = { python: 'return params', typescript: 'return params;' };
const nested = (depth: number): Json => (depth === 0 ? [] : [nested(depth - 1)]);

/** Returns params that must be returned unchanged. */
function echoed(says: string, params: Json): PortBehaviour {
  return { says, ...ECHO, params, result: params };
}

export const PARAMS: Group<PortBehaviour> = {
  title: 'Params',
  behaviours: {
    'params.empty': echoed('an empty object', {}),
    'params.scalars': echoed('null, booleans and numbers', {
      list: [null, true, false, 0, -1, 2.5, 1e21, 1e-7, 5e-324],
    }),
    'params.integers': echoed('integers up to 2^53 - 1', {
      list: [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    }),
    'params.unicode': echoed('any text, in values and keys', {
      'ü🎉': 'Ünï 漢字 🎉\u2028\u2029\u0001\t\n"\\',
      '': '',
      'a/b~c': "'",
    }),
    'params.keys': echoed(
      'keys that mean something in the language',
      JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "self": 3, "class": 4, "length": 5}'),
    ),
    'params.deep': echoed('60 levels', { x: nested(59) }),
    'params.large': {
      says: '1 MB of params',
      heavy: true,
      python: 'return [len(params["text"]), len(params["list"]), params["list"][-1]]',
      typescript: 'return [params.text.length, params.list.length, params.list.at(-1)];',
      params: { text: 'x'.repeat(500_000), list: Array.from({ length: 100_000 }, (_, n) => n) },
      result: [500_000, 100_000, 99_999],
    },
    'params.types': {
      says: "values have the language's own types",
      python:
        'return [isinstance(params["t"], str), isinstance(params["i"], int), isinstance(params["f"], float), params["n"] is None, isinstance(params["l"], list), isinstance(params["o"], dict)]',
      typescript:
        'return [typeof params.t === "string", Number.isInteger(params.i), typeof params.f === "number", params.n === null, Array.isArray(params.l), Object.getPrototypeOf(params.o) === Object.prototype];',
      params: { t: 'x', i: 1, f: 1.5, n: null, l: [], o: {} },
      result: [true, true, true, true, true, true],
    },
    'params.changed': {
      says: 'a script may change its params; the next run has them as they were',
      runs: 2,
      python: 'params["list"].append(2)\nparams["new"] = 1\nreturn params',
      typescript: 'params.list.push(2); params.new = 1; return params;',
      params: { list: [1] },
      result: { list: [1, 2], new: 1 },
    },
  },
};

export const TASK: Group<PortBehaviour> = {
  title: 'The task',
  behaviours: {
    'task.fields': {
      says: '`reporter.task` describes the running task',
      python:
        'task = reporter.task\nreturn [task.id, task.name, task.attempt, task.project, task.task_type, task.version]',
      typescript:
        'const { task } = reporter; return [task.id, task.name, task.attempt, task.project, task.task_type, task.version];',
      result: ['id-1', 'a task', 2, 'p-1', 'demo', 3],
    },
    'task.read-only': {
      says: 'it cannot be changed',
      python: 'reporter.task.id = "other"',
      typescript: 'reporter.task.id = "other";',
      raises: 'member',
      message: /\bid\b/,
    },
    'task.new-field': {
      says: 'nor can anything be added to it',
      python: 'reporter.task.more = 1',
      typescript: 'reporter.task.more = 1;',
      raises: 'member',
      message: /\bmore\b/,
    },
  },
};
