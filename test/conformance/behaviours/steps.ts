import type { Json } from '../../../src/base/kernel/json.js';
import type { Group, PortBehaviour } from '../behaviour.js';

const POLICY = { attempts: 1, delay_ms: 1000, factor: 2, max_delay_ms: 60_000 };

/** Answers the calls of a step that has no record and may be tried twice. */
const unrecorded: NonNullable<PortBehaviour['answers']> = ({ method }, host) => {
  const failed = host.calls.filter((call) => call.method === 'step.fail').length;
  const answers: Record<string, Json> = {
    'step.begin': { state: 'run', id: 's-1', attempt: 1 },
    'step.end': { state: 'success' },
    'step.fail': failed < 2 ? { state: 'run', attempt: 2 } : { state: 'failed' },
  };
  return Promise.resolve(answers[method] ?? null);
};
/** Answers the calls of a step that has no record and may be tried once. */
const failsAtOnce: NonNullable<PortBehaviour['answers']> = (call, host, pending) =>
  call.method === 'step.fail'
    ? Promise.resolve({ state: 'failed' })
    : unrecorded(call, host, pending);
/** Returns the expected calls if `step.fail` is called once for a step that may be tried five times. */
function differing(args: Record<string, Json>): Pick<PortBehaviour, 'differs'> {
  const begin = { method: 'step.begin', args: { name: 'a', ...POLICY, attempts: 5 } };
  return {
    differs: {
      because: 'a Python script also reports whether its function returned an awaitable',
      typescript: {
        error: 'script_error',
        calls: [begin, { method: 'step.fail', args }],
      },
    },
  };
}
const recorded = (answer: Json) => () => Promise.resolve(answer);
/** Never answers, and announces a long wait. */
const waits: NonNullable<PortBehaviour['answers']> = (_call, _host, pending) => {
  pending.expectLongWait();
  return new Promise(() => undefined);
};

export const STEPS: Group<PortBehaviour> = {
  title: 'Steps',
  behaviours: {
    'step.new': {
      says: 'a new step calls its function and has the result recorded',
      answers: unrecorded,
      python: 'return reporter.step("load", lambda: {"n": 1})',
      typescript: 'return reporter.step("load", () => ({ n: 1 }));',
      result: { n: 1 },
      differs: {
        because: 'a Python script also reports whether its function returned an awaitable',
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
      says: 'a recorded step returns its result without calling its function',
      answers: recorded({ state: 'success', result: [1, 2], awaited: false }),
      python: 'return reporter.step("load", lambda: reporter.log("called"))',
      typescript: 'return reporter.step("load", () => reporter.log("called"));',
      result: [1, 2],
      events: [],
    },
    'step.result': {
      says: 'a step returns its recorded result, not the object that its function returned',
      answers: unrecorded,
      python: 'kept = [1]\ngot = reporter.step("a", lambda: kept)\nkept.append(2)\nreturn got',
      typescript:
        'const kept = [1];\nconst got = await reporter.step("a", () => kept);\nkept.push(2);\nreturn got;',
      result: [1],
    },
    'step.tried-again': {
      says: 'a failing step is retried as often as the host allows, then raises StepError',
      answers: unrecorded,
      python:
        'n = []\ndef fails():\n    n.append(1)\n    raise ValueError(f"try {len(n)}")\ntry:\n    reporter.step("a", fails, attempts=2)\nexcept Exception as error:\n    return [len(n), type(error).__name__, error.code, error.step, str(error).split(": ")[-1]]',
      typescript:
        'let n = 0;\ntry {\n  await reporter.step("a", () => { n += 1; throw new RangeError("try " + n); }, { attempts: 2 });\n} catch (error: any) {\n  return [n, error.name, error.code, error.step, error.message.split(": ").at(-1)];\n}',
      result: [2, 'StepError', 'step_failed', 'a', 'try 2'],
    },
    'step.failed': {
      says: 'a step with a recorded failure raises the same error again',
      answers: recorded({ state: 'failed', type: 'OddError', message: 'gone', awaited: false }),
      python:
        'try:\n    reporter.step("a", lambda: 1)\nexcept Exception as error:\n    return [type(error).__name__, error.type, str(error)]',
      typescript:
        'try { await reporter.step("a", () => 1); } catch (error: any) { return [error.name, error.type, error.message]; }',
      result: ['StepError', 'OddError', 'step "a": OddError: gone'],
    },
    'step.no-json': {
      says: 'a step result that is not JSON fails the step with the location of the value',
      answers: unrecorded,
      python: 'reporter.step("a", lambda: {"x": [float("inf")]}, attempts=5)',
      typescript: 'await reporter.step("a", () => ({ x: [Infinity] }), { attempts: 5 });',
      error: 'script_error',
      message: /^StepError: step "a": InvalidResult: result\/x\/0 is Infinity/,
    },
    'step.many-values': {
      says: 'a step result with more values than the limit fails the step',
      answers: unrecorded,
      python: 'reporter.step("a", lambda: [0] * 400_000, attempts=5)',
      typescript: 'await reporter.step("a", () => Array(400_000).fill(0), { attempts: 5 });',
      error: 'script_error',
      message:
        /^StepError: step "a": InvalidResult: result holds more than 240000 values in \w+ and objects; write large data to a file/,
    },
    'step.names': {
      says: 'a number as the name of a step raises a type error',
      python: 'reporter.step(5, lambda: 1)',
      typescript: 'await reporter.step(5 as any, () => 1);',
      raises: 'type',
      calls: [],
    },
    'step.function': {
      says: 'a step whose work is not a function raises a type error',
      python: 'reporter.step("a", 5)',
      typescript: 'await reporter.step("a", 5 as any);',
      raises: 'type',
      calls: [],
    },
    'step.policy': {
      says: 'a step with 0 attempts raises a value error',
      python: 'reporter.step("a", lambda: 1, attempts=0)',
      typescript: 'await reporter.step("a", () => 1, { attempts: 0 });',
      raises: 'value',
      calls: [],
    },
    'step.final': {
      says: '`NonRetryable` in a step prevents further calls of the step and further attempts',
      answers: failsAtOnce,
      python:
        'from metarun import NonRetryable\ndef work():\n    raise NonRetryable("no")\nreporter.step("a", work, attempts=5)',
      typescript:
        'await reporter.step("a", () => { throw new NonRetryable("no"); }, { attempts: 5 });',
      error: 'script_error',
      message: /^StepError: step "a": NonRetryable: no$/,
      retry: { final: true },
      ...differing({
        id: 's-1',
        type: 'NonRetryable',
        message: 'no',
        retry: { final: true },
      }),
    },
    'step.retry-after': {
      says: '`RetryAfter` in a step sets the pause before the next call',
      answers: failsAtOnce,
      python:
        'from metarun import RetryAfter\ndef work():\n    raise RetryAfter(0.5, "later")\nreporter.step("a", work, attempts=5)',
      typescript:
        'await reporter.step("a", () => { throw new RetryAfter(0.5, "later"); }, { attempts: 5 });',
      error: 'script_error',
      message: /^StepError: step "a": RetryAfter: later$/,
      retry: { after: 0.5 },
      ...differing({
        id: 's-1',
        type: 'RetryAfter',
        message: 'later',
        retry: { after: 0.5 },
      }),
    },
    'step.final-again': {
      says: 'a recorded failure of a step keeps its advice on further attempts',
      answers: recorded({
        state: 'failed',
        type: 'NonRetryable',
        message: 'no',
        awaited: false,
        retry: { final: true },
      }),
      python: 'reporter.step("a", lambda: 1)',
      typescript: 'await reporter.step("a", () => 1);',
      error: 'script_error',
      retry: { final: true },
    },
    'step.timeout': {
      says: 'a step that exceeds its timeout is ended and fails with `step_timeout`',
      answers: failsAtOnce,
      python:
        'import time\ntry:\n    reporter.step("a", lambda: time.sleep(60), timeout=0.05)\nexcept Exception as error:\n    return [type(error).__name__, error.code, error.type, str(error)]',
      typescript:
        'try {\n  await reporter.step("a", () => new Promise((done) => setTimeout(done, 60_000)), { timeout: 0.05 });\n} catch (error: any) {\n  return [error.name, error.code, error.type, error.message];\n}',
      result: [
        'StepError',
        'step_timeout',
        'step_timeout',
        'step "a": step_timeout: it passed its timeout of 0.05 s',
      ],
      withinMs: 15_000,
    },
    'step.timeout-call': {
      says: 'a step timeout also ends a wait for the host',
      answers: (call, host, pending) =>
        call.method.startsWith('step.')
          ? failsAtOnce(call, host, pending)
          : new Promise(() => undefined),
      python: 'reporter.step("a", lambda: reporter.files.read("/slow"), timeout=0.05)',
      typescript:
        'await reporter.step("a", () => reporter.files.read("/slow"), { timeout: 0.05 });',
      error: 'script_error',
      message: /^StepError: step "a": step_timeout: /,
      withinMs: 15_000,
    },
    'step.timeout-async': {
      says: 'a step timeout also ends async work, which is asked to stop',
      whole: true,
      answers: failsAtOnce,
      python:
        'import asyncio\nasync def run(params, reporter):\n    async def work():\n        try:\n            await asyncio.sleep(60)\n        except asyncio.CancelledError:\n            reporter.log("stopping")\n            raise\n    await reporter.step("a", work, timeout=0.05)\n',
      typescript:
        'export default async function run(params: unknown, reporter: any) {\n  await reporter.step("a", (signal: AbortSignal) => new Promise((_, reject) => {\n    signal.onabort = () => { reporter.log("stopping"); reject(signal.reason); };\n  }), { timeout: 0.05 });\n}\n',
      error: 'script_error',
      message: /^StepError: step "a": step_timeout: /,
      reports: ['info:stopping'],
      withinMs: 15_000,
    },
    'step.timeout-retried': {
      says: 'a step that exceeded its timeout is retried like any failed step',
      answers: unrecorded,
      python:
        'import time\nn = []\ndef work():\n    n.append(1)\n    if len(n) == 1:\n        time.sleep(60)\n    return len(n)\nreturn reporter.step("a", work, attempts=2, timeout=0.2)',
      typescript:
        'let n = 0;\nreturn reporter.step("a", async () => {\n  n += 1;\n  if (n === 1) await new Promise((done) => setTimeout(done, 60_000));\n  return n;\n}, { attempts: 2, timeout: 0.2 });',
      result: 2,
      withinMs: 15_000,
    },
    'step.timeout-kept': {
      says: 'a step that ends in time leaves no timeout behind',
      answers: unrecorded,
      python:
        'import time\nfirst = reporter.step("a", lambda: 1, timeout=0.2)\ntime.sleep(0.4)\nreturn first',
      typescript:
        'const first = await reporter.step("a", () => 1, { timeout: 0.2 });\nawait new Promise((done) => setTimeout(done, 400));\nreturn first;',
      result: 1,
    },
    'step.timeout-policy': {
      says: 'a step timeout of 0 raises a value error',
      python: 'reporter.step("a", lambda: 1, timeout=0)',
      typescript: 'await reporter.step("a", () => 1, { timeout: 0 });',
      raises: 'value',
      calls: [],
    },
    'sleep.waits': {
      says: 'a run that only sleeps for a long time is suspended',
      answers: waits,
      python: 'try:\n    reporter.sleep(60)\nfinally:\n    reporter.log("never")',
      typescript: 'try { await reporter.sleep(60); } finally { reporter.log("never"); }',
      suspended: [1],
      calls: [{ method: 'sleep', args: { seconds: 60 } }],
      events: [],
    },
    'sleep.reports': {
      says: 'reports sent before a long sleep arrive',
      answers: waits,
      python: 'print("begun", end="")\nreporter.set_phase("Waiting")\nreporter.sleep(60)',
      typescript: 'console.log("begun"); reporter.setPhase("Waiting"); await reporter.sleep(60);',
      suspended: [1],
      reports: ['info:begun', 'phase:Waiting'],
    },
    'sleep.cancelled': {
      says: 'a cancellation interrupts a long sleep, and `finally` blocks run',
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
      says: 'a negative duration of a sleep raises a value error',
      python: 'reporter.sleep(-1)',
      typescript: 'await reporter.sleep(-1);',
      raises: 'value',
      calls: [],
    },
    'sleep.text': {
      says: 'a string as the duration of a sleep raises a type error',
      python: 'reporter.sleep("1")',
      typescript: 'await reporter.sleep("1" as any);',
      raises: 'type',
      calls: [],
    },
  },
};
