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
      because: 'a Python script reports whether its function returned an awaitable',
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
    'step.final': {
      says: '`NonRetryable` ends a step at its first call, and the attempt with it',
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
      says: '`RetryAfter` names the pause before the next call',
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
      says: 'a recorded failure says of a further attempt what it said at first',
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
      says: 'a call that passes the timeout of its step is ended, and fails with a code of its own',
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
      says: 'also where it waits for the host',
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
      says: 'also where it awaits, and what it awaits is asked to stop',
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
      says: 'it is tried again as any failure of the step',
      answers: unrecorded,
      python:
        'import time\nn = []\ndef work():\n    n.append(1)\n    if len(n) == 1:\n        time.sleep(60)\n    return len(n)\nreturn reporter.step("a", work, attempts=2, timeout=0.2)',
      typescript:
        'let n = 0;\nreturn reporter.step("a", async () => {\n  n += 1;\n  if (n === 1) await new Promise((done) => setTimeout(done, 60_000));\n  return n;\n}, { attempts: 2, timeout: 0.2 });',
      result: 2,
      withinMs: 15_000,
    },
    'step.timeout-kept': {
      says: 'a call that ends in time is not touched, nor is what follows',
      answers: unrecorded,
      python:
        'import time\nfirst = reporter.step("a", lambda: 1, timeout=0.2)\ntime.sleep(0.4)\nreturn first',
      typescript:
        'const first = await reporter.step("a", () => 1, { timeout: 0.2 });\nawait new Promise((done) => setTimeout(done, 400));\nreturn first;',
      result: 1,
    },
    'step.timeout-policy': {
      says: 'a timeout is a time of more than nothing',
      python: 'reporter.step("a", lambda: 1, timeout=0)',
      typescript: 'await reporter.step("a", () => 1, { timeout: 0 });',
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
