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
    'params.empty': echoed('params can be an empty object', {}),
    'params.scalars': echoed('null, booleans and numbers in params arrive unchanged', {
      list: [null, true, false, 0, -1, 2.5, 1e21, 1e-7, 5e-324],
    }),
    'params.integers': echoed('integers up to ±(2^53 - 1) in params arrive unchanged', {
      list: [Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER],
    }),
    'params.unicode': echoed('any text in the values and keys of params arrives unchanged', {
      'ü🎉': 'Ünï 漢字 🎉\u2028\u2029\u0001\t\n"\\',
      '': '',
      'a/b~c': "'",
    }),
    'params.keys': echoed(
      'keys with a special meaning in the language arrive unchanged',
      JSON.parse('{"__proto__": {"a": 1}, "constructor": 2, "self": 3, "class": 4, "length": 5}'),
    ),
    'params.deep': echoed('params with 60 levels of nesting arrive unchanged', { x: nested(59) }),
    'params.large': {
      says: '1 MB of params arrives completely',
      heavy: true,
      python: 'return [len(params["text"]), len(params["list"]), params["list"][-1]]',
      typescript: 'return [params.text.length, params.list.length, params.list.at(-1)];',
      params: { text: 'x'.repeat(500_000), list: Array.from({ length: 100_000 }, (_, n) => n) },
      result: [500_000, 100_000, 99_999],
    },
    'params.types': {
      says: 'values in params have the native types of the language',
      python:
        'return [isinstance(params["t"], str), isinstance(params["i"], int), isinstance(params["f"], float), params["n"] is None, isinstance(params["l"], list), isinstance(params["o"], dict)]',
      typescript:
        'return [typeof params.t === "string", Number.isInteger(params.i), typeof params.f === "number", params.n === null, Array.isArray(params.l), Object.getPrototypeOf(params.o) === Object.prototype];',
      params: { t: 'x', i: 1, f: 1.5, n: null, l: [], o: {} },
      result: [true, true, true, true, true, true],
    },
    'params.changed': {
      says: 'a script can change its params without affecting the next run',
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
      says: 'the fields of `reporter.task` cannot be changed',
      python: 'reporter.task.id = "other"',
      typescript: 'reporter.task.id = "other";',
      raises: 'member',
      message: /\bid\b/,
    },
    'task.new-field': {
      says: 'no field can be added to `reporter.task`',
      python: 'reporter.task.more = 1',
      typescript: 'reporter.task.more = 1;',
      raises: 'member',
      message: /\bmore\b/,
    },
  },
};
