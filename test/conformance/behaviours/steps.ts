import type { Json } from '../../../src/base/kernel/json.js';
import type { Group, PortBehaviour } from '../behaviour.js';

/** Answers the calls of a step without a record, which is tried twice at most. */
const unrecorded: NonNullable<PortBehaviour['answers']> = ({ method }, host) => {
  const failed = host.calls.filter((call) => call.method === 'step.fail').length;
  const answers: Record<string, Json> = {
    'step.begin': { state: 'run', id: 's-1', attempt: 1 },
    'step.end': { state: 'success' },
    'step.fail': failed < 2 ? { state: 'run', attempt: 2 } : { state: 'failed' },
  };
  return Promise.resolve(answers[method] ?? null);
};
const recorded = (answer: Json) => () => Promise.resolve(answer);
/** Never answers, and announces a long wait. */
const waits: NonNullable<PortBehaviour['answers']> = (_call, _host, pending) => {
  pending.expectLongWait();
  return new Promise(() => undefined);
};
const POLICY = { attempts: 1, delay_ms: 1000, factor: 2, max_delay_ms: 60_000 };

export const STEPS: Group<PortBehaviour> = {
  title: 'Steps',
  behaviours: {
    'step.new': {
      says: 'a step without a record calls its function and has the result recorded',
      answers: unrecorded,
      python: 'return reporter.step("load", lambda: {"n": 1})',
      typescript: 'return reporter.step("load", () => ({ n: 1 }));',
      result: { n: 1 },
      differs: {
        because: 'a Python script reports whether its function returned an awaitable',
        typescript: {
          result: { n: 1 },
          calls: [
            { method: 'step.begin', args: { name: 'load', ...POLICY } },
            { method: 'step.end', args: { id: 's-1', result: { n: 1 } } },
          ],
        },
      },
    },
    'step.recorded': {
      says: 'one with a record gives that, and does not call its function',
      answers: recorded({ state: 'success', result: [1, 2], awaited: false }),
      python: 'return reporter.step("load", lambda: reporter.log("called"))',
      typescript: 'return reporter.step("load", () => reporter.log("called"));',
      result: [1, 2],
      events: [],
    },
    'step.result': {
      says: 'a script goes on with the result as it was recorded, not with the object itself',
      answers: unrecorded,
      python: 'kept = [1]\ngot = reporter.step("a", lambda: kept)\nkept.append(2)\nreturn got',
      typescript:
        'const kept = [1];\nconst got = await reporter.step("a", () => kept);\nkept.push(2);\nreturn got;',
      result: [1],
    },
    'step.tried-again': {
      says: 'a function that throws is called again while the host says so, then the step fails',
      answers: unrecorded,
      python:
        'n = []\ndef fails():\n    n.append(1)\n    raise ValueError(f"try {len(n)}")\ntry:\n    reporter.step("a", fails, attempts=2)\nexcept Exception as error:\n    return [len(n), type(error).__name__, error.code, error.step, str(error).split(": ")[-1]]',
      typescript:
        'let n = 0;\ntry {\n  await reporter.step("a", () => { n += 1; throw new RangeError("try " + n); }, { attempts: 2 });\n} catch (error: any) {\n  return [n, error.name, error.code, error.step, error.message.split(": ").at(-1)];\n}',
      result: [2, 'StepError', 'step_failed', 'a', 'try 2'],
    },
    'step.failed': {
      says: 'a recorded failure is the same error again',
      answers: recorded({ state: 'failed', type: 'OddError', message: 'gone', awaited: false }),
      python:
        'try:\n    reporter.step("a", lambda: 1)\nexcept Exception as error:\n    return [type(error).__name__, error.type, str(error)]',
      typescript:
        'try { await reporter.step("a", () => 1); } catch (error: any) { return [error.name, error.type, error.message]; }',
      result: ['StepError', 'OddError', 'step "a": OddError: gone'],
    },
    'step.no-json': {
      says: 'a result that is not JSON fails the step for good, and names the place',
      answers: unrecorded,
      python: 'reporter.step("a", lambda: {"x": [float("inf")]}, attempts=5)',
      typescript: 'await reporter.step("a", () => ({ x: [Infinity] }), { attempts: 5 });',
      error: 'script_error',
      message: /^StepError: step "a": InvalidResult: result\/x\/0 is Infinity/,
    },
    'step.many-values': {
      says: 'a result of more values than a step may keep fails the step for good, and says so',
      answers: unrecorded,
      python: 'reporter.step("a", lambda: [0] * 400_000, attempts=5)',
      typescript: 'await reporter.step("a", () => Array(400_000).fill(0), { attempts: 5 });',
      error: 'script_error',
      message:
        /^StepError: step "a": InvalidResult: result holds more than 240000 values in \w+ and objects; write large data to a file/,
    },
    'step.names': {
      says: 'a name is a text',
      python: 'reporter.step(5, lambda: 1)',
      typescript: 'await reporter.step(5 as any, () => 1);',
      raises: 'type',
      calls: [],
    },
    'step.function': {
      says: 'what a step does is a function',
      python: 'reporter.step("a", 5)',
      typescript: 'await reporter.step("a", 5 as any);',
      raises: 'type',
      calls: [],
    },
    'step.policy': {
      says: 'it is tried 1 to 100 times',
      python: 'reporter.step("a", lambda: 1, attempts=0)',
      typescript: 'await reporter.step("a", () => 1, { attempts: 0 });',
      raises: 'value',
      calls: [],
    },
    'sleep.waits': {
      says: 'a run that only waits for what takes long is suspended',
      answers: waits,
      python: 'try:\n    reporter.sleep(60)\nfinally:\n    reporter.log("never")',
      typescript: 'try { await reporter.sleep(60); } finally { reporter.log("never"); }',
      suspended: [1],
      calls: [{ method: 'sleep', args: { seconds: 60 } }],
      events: [],
    },
    'sleep.reports': {
      says: 'reports before it arrive',
      answers: waits,
      python: 'print("begun", end="")\nreporter.set_phase("Waiting")\nreporter.sleep(60)',
      typescript: 'console.log("begun"); reporter.setPhase("Waiting"); await reporter.sleep(60);',
      suspended: [1],
      reports: ['info:begun', 'phase:Waiting'],
    },
    'sleep.cancelled': {
      says: 'a cancel reaches it',
      answers: () => new Promise(() => undefined),
      python:
        'try:\n    reporter.set_phase("asleep")\n    reporter.sleep(60)\nfinally:\n    reporter.log("cleaned up")',
      typescript:
        'try { reporter.setPhase("asleep"); await reporter.sleep(60); } finally { reporter.log("cleaned up"); }',
      cancel: { at: 'phase:asleep' },
      error: 'cancelled',
      reports: ['info:cleaned up'],
    },
    'sleep.negative': {
      says: 'a sleep cannot have a negative time',
      python: 'reporter.sleep(-1)',
      typescript: 'await reporter.sleep(-1);',
      raises: 'value',
      calls: [],
    },
    'sleep.text': {
      says: 'nor a text',
      python: 'reporter.sleep("1")',
      typescript: 'await reporter.sleep("1" as any);',
      raises: 'type',
      calls: [],
    },
  },
};
