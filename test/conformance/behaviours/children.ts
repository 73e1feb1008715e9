import type { Json } from '../../../src/base/kernel/json.js';
import type { Group, PortBehaviour } from '../behaviour.js';

const answer = (json: Json) => () => Promise.resolve(json);
/** Never answers, and announces a long wait. */
const waits: NonNullable<PortBehaviour['answers']> = (_call, _host, pending) => {
  pending.expectLongWait();
  return new Promise(() => undefined);
};
const FAILED = {
  status: 'failed',
  task_id: 't-2',
  error_code: 'timeout',
  error_message: 'too slow',
};

export const CHILDREN: Group<PortBehaviour> = {
  title: 'Child tasks and events',
  behaviours: {
    'child.result': {
      says: 'a child is asked for by its identifier, and gives its result',
      answers: answer([{ status: 'success', task_id: 't-1', result: { n: 1 } }]),
      python: 'return reporter.run_task("resize", {"w": 2}, name="small")',
      typescript: 'return reporter.runTask("resize", { w: 2 }, { name: "small" });',
      result: { n: 1 },
      calls: [
        {
          method: 'task.run',
          args: { tasks: [{ task: 'resize', params: { w: 2 }, name: 'small' }] },
        },
      ],
    },
    'child.failed': {
      says: 'one that has not succeeded is an error that names it',
      answers: answer([FAILED]),
      python:
        'try:\n    reporter.run_task("resize")\nexcept Exception as error:\n    return [type(error).__name__, error.code, error.task, error.task_id, error.error_code, str(error)]',
      typescript:
        'try { await reporter.runTask("resize"); } catch (error: any) { return [error.name, error.code, error.task, error.task_id, error.error_code, error.message]; }',
      result: [
        'TaskFailed',
        'child_failed',
        'resize',
        't-2',
        'timeout',
        'task "resize": timeout: too slow',
      ],
    },
    'child.many': {
      says: 'many are one call, and give their results in order',
      answers: answer([
        { status: 'success', task_id: 't-1', result: 1 },
        { status: 'success', task_id: 't-2', result: null },
      ]),
      python: 'return reporter.run_tasks([("a", {"n": 1}), ("b", {}, "second")])',
      typescript: 'return reporter.runTasks([["a", { n: 1 }], ["b", {}, "second"]]);',
      result: [1, null],
      calls: [
        {
          method: 'task.run',
          args: {
            tasks: [
              { task: 'a', params: { n: 1 }, name: null },
              { task: 'b', params: {}, name: 'second' },
            ],
          },
        },
      ],
    },
    'child.many-failed': {
      says: 'of which the first that failed is the error',
      answers: answer([{ status: 'success', task_id: 't-1', result: 1 }, FAILED, FAILED]),
      python: 'reporter.run_tasks([("a", {}), ("b", {}), ("c", {})])',
      typescript: 'await reporter.runTasks([["a"], ["b"], ["c"]]);',
      error: 'script_error',
      message: /^TaskFailed: task "b": timeout: too slow/,
    },
    'child.settled': {
      says: 'or it gets the outcome of each',
      answers: answer([{ status: 'success', task_id: 't-1', result: 1 }, FAILED]),
      python: 'return reporter.run_tasks([("a",), ("b",)], settled=True)',
      typescript: 'return reporter.runTasks([["a"], ["b"]], { settled: true });',
      result: [{ status: 'success', task_id: 't-1', result: 1 }, FAILED],
    },
    'child.identifier': {
      says: 'an identifier is a text',
      python: 'reporter.run_task(7)',
      typescript: 'await reporter.runTask(7 as any);',
      raises: 'type',
      calls: [],
    },
    'child.params': {
      says: 'params are an object',
      python: 'reporter.run_task("a", [1])',
      typescript: 'await reporter.runTask("a", [1]);',
      raises: 'type',
      calls: [],
    },
    'child.list': {
      says: 'each of many is a list of its own',
      python: 'reporter.run_tasks(["a"])',
      typescript: 'await reporter.runTasks(["a"] as any);',
      raises: 'type',
      calls: [],
    },
    'event.waits': {
      says: 'a run that waits for an event is suspended',
      answers: waits,
      python:
        'try:\n    reporter.wait_for_event("paid", timeout=60)\nfinally:\n    reporter.log("no")',
      typescript:
        'try { await reporter.waitForEvent("paid", { timeout: 60 }); } finally { reporter.log("no"); }',
      suspended: [1],
      calls: [{ method: 'event.wait', args: { name: 'paid', timeout: 60 } }],
      events: [],
    },
    'event.payload': {
      says: 'and gets its payload',
      answers: answer({ amount: 1 }),
      python: 'return reporter.wait_for_event("paid")',
      typescript: 'return reporter.waitForEvent("paid");',
      result: { amount: 1 },
      calls: [{ method: 'event.wait', args: { name: 'paid', timeout: null } }],
    },
    'event.timeout': {
      says: 'a wait cannot have a negative time',
      python: 'reporter.wait_for_event("paid", -1)',
      typescript: 'await reporter.waitForEvent("paid", { timeout: -1 });',
      raises: 'value',
      calls: [],
    },
  },
};
