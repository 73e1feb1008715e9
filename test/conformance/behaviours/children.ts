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
      says: 'a child task is started by its identifier, and its result is returned',
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
      says: 'a failed child task raises TaskFailed, which names the task and its error',
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
      says: 'several child tasks are started with one call, and their results are returned in order',
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
      says: 'if several child tasks fail, the error names the first of them',
      answers: answer([{ status: 'success', task_id: 't-1', result: 1 }, FAILED, FAILED]),
      python: 'reporter.run_tasks([("a", {}), ("b", {}), ("c", {})])',
      typescript: 'await reporter.runTasks([["a"], ["b"], ["c"]]);',
      error: 'script_error',
      message: /^TaskFailed: task "b": timeout: too slow/,
    },
    'child.settled': {
      says: 'with `settled`, the outcome of each child task is returned instead of an error',
      answers: answer([{ status: 'success', task_id: 't-1', result: 1 }, FAILED]),
      python: 'return reporter.run_tasks([("a",), ("b",)], settled=True)',
      typescript: 'return reporter.runTasks([["a"], ["b"]], { settled: true });',
      result: [{ status: 'success', task_id: 't-1', result: 1 }, FAILED],
    },
    'child.identifier': {
      says: 'a number as the identifier of a child task raises a type error',
      python: 'reporter.run_task(7)',
      typescript: 'await reporter.runTask(7 as any);',
      raises: 'type',
      calls: [],
    },
    'child.params': {
      says: 'a list as the params of a child task raises a type error',
      python: 'reporter.run_task("a", [1])',
      typescript: 'await reporter.runTask("a", [1]);',
      raises: 'type',
      calls: [],
    },
    'child.list': {
      says: 'a bare identifier in a list of child tasks raises a type error',
      python: 'reporter.run_tasks(["a"])',
      typescript: 'await reporter.runTasks(["a"] as any);',
      raises: 'type',
      calls: [],
    },
    'event.waits': {
      says: 'a run that only waits for an event is suspended',
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
      says: 'waiting for an event returns its payload',
      answers: answer({ amount: 1 }),
      python: 'return reporter.wait_for_event("paid")',
      typescript: 'return reporter.waitForEvent("paid");',
      result: { amount: 1 },
      calls: [{ method: 'event.wait', args: { name: 'paid', timeout: null } }],
    },
    'event.timeout': {
      says: 'a negative timeout of a wait for an event raises a value error',
      python: 'reporter.wait_for_event("paid", -1)',
      typescript: 'await reporter.waitForEvent("paid", { timeout: -1 });',
      raises: 'value',
      calls: [],
    },
  },
};
