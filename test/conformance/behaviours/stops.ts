import type { Group, PortBehaviour } from '../behaviour.js';
import { AT_ONCE_MS } from '../../support/deadlines.js';

const SLEEPS = {
  python: 'time.sleep(60)',
  typescript:
    'await new Promise((_, reject) => { setTimeout(reject, 60_000); reporter.signal.addEventListener("abort", () => reject(reporter.signal.reason)); });',
};
const TIMEOUT: Partial<PortBehaviour> = {
  limits: { timeout_ms: 300 },
  error: 'timeout',
  message: 'The run passed its timeout of 0.3 s and was stopped.',
  withinMs: AT_ONCE_MS,
};
const NEVER: NonNullable<PortBehaviour['answers']> = ({ method }) =>
  method === 'files.delete' ? Promise.resolve(null) : new Promise(() => undefined);

export const TIMEOUTS: Group<PortBehaviour> = {
  title: 'Timeouts',
  behaviours: {
    'timeout.loop': {
      ...TIMEOUT,
      says: 'a timeout ends an endless loop',
      python: 'while True: pass',
      typescript: 'for (;;);',
    },
    'timeout.sleep': {
      ...TIMEOUT,
      says: 'a timeout ends a sleep',
      python: 'time.sleep(60)',
      typescript: 'await new Promise((done) => setTimeout(done, 60_000));',
    },
    'timeout.async-sleep': {
      ...TIMEOUT,
      says: 'a timeout ends an async sleep',
      whole: true,
      python: 'import asyncio\nasync def run(params, reporter):\n    await asyncio.sleep(60)\n',
      typescript:
        'export async function run() {\n  await new Promise((done) => setTimeout(done, 60_000));\n}\n',
    },
    'timeout.call': {
      ...TIMEOUT,
      says: 'a timeout ends a wait for an unanswered call',
      answers: NEVER,
      python: 'reporter.files.read("/a")',
      typescript: 'await reporter.files.read("/a");',
    },
    'timeout.native-code': {
      ...TIMEOUT,
      says: 'a timeout ends a regular expression that never finishes',
      heavy: true,
      python: 'import re\nre.match(r"(a+)+$", "a" * 60 + "b")',
      typescript: '/^(a+)+$/.test("a".repeat(60) + "b");',
    },
    'timeout.catch-all': {
      ...TIMEOUT,
      says: 'a timeout ends a loop that catches every exception',
      python: 'while True:\n    try:\n        while True: pass\n    except BaseException: pass',
      typescript: 'for (;;) { try { for (;;); } catch {} }',
    },
    'timeout.top-level': {
      ...TIMEOUT,
      says: 'a timeout ends a loop at the top level',
      whole: true,
      python: 'while True: pass\ndef run(params, reporter): pass\n',
      typescript: 'for (;;);\nexport const run = () => null;\n',
    },
    'timeout.exception': {
      ...TIMEOUT,
      // Even on a busy machine, the script must have started by then.
      limits: { timeout_ms: 3_000 },
      message: 'The run passed its timeout of 3 s and was stopped.',
      says: 'a timeout stops the script with an exception, and `finally` blocks run',
      answers: NEVER,
      python: `try:\n    ${SLEEPS.python}\nfinally:\n    reporter.files.delete("/a")\n    print("cleaned up")`,
      typescript: `try { ${SLEEPS.typescript} } finally { await reporter.files.delete("/a"); console.log("cleaned up"); }`,
      events: ['info:cleaned up'],
    },
    'timeout.clean-end': {
      ...TIMEOUT,
      says: 'a result returned after the timeout is discarded',
      python: `from metarun import TaskCancelled\ntry:\n    ${SLEEPS.python}\nexcept TaskCancelled:\n    return "late"`,
      typescript: `try { ${SLEEPS.typescript} } catch { return "late"; }`,
    },
  },
};

const CANCELLED: Partial<PortBehaviour> = {
  error: 'cancelled',
  message: 'The run was cancelled.',
  withinMs: AT_ONCE_MS,
};

/** Returns a script that reports its start, does `work`, and cleans up with a call. */
function cleaning(work: Record<'python' | 'typescript', string>) {
  return {
    answers: NEVER,
    cancel: { at: 'phase:begun' },
    events: ['phase:begun', 'info:cleaned up'],
    python: `try:\n    reporter.set_phase("begun")\n    ${work.python}\nfinally:\n    reporter.files.delete("/a")\n    print("cleaned up")`,
    typescript: `try { reporter.setPhase("begun"); ${work.typescript} } finally { await reporter.files.delete("/a"); console.log("cleaned up"); }`,
  };
}

export const CANCELLATION: Group<PortBehaviour> = {
  title: 'Cancellation',
  behaviours: {
    'cancel.sleep': {
      ...CANCELLED,
      says: 'a cancellation interrupts a sleep, and `finally` blocks run and can make calls',
      ...cleaning(SLEEPS),
    },
    'cancel.call': {
      ...CANCELLED,
      says: 'a cancellation interrupts a pending call, and `finally` blocks run',
      ...cleaning({
        python: 'reporter.files.read("/a")',
        typescript: 'await reporter.files.read("/a");',
      }),
    },
    'cancel.reporting-loop': {
      ...CANCELLED,
      says: 'a cancellation interrupts a loop that sends reports, and `finally` blocks run',
      ...cleaning({
        python: 'while True: reporter.set_progress(0)',
        typescript: 'for (;;) reporter.setProgress(0);',
      }),
    },
    'cancel.async': {
      ...CANCELLED,
      says: 'a cancellation interrupts concurrent async work, and `finally` blocks run',
      whole: true,
      answers: NEVER,
      cancel: { at: 'phase:begun' },
      events: ['phase:begun', 'info:cleaned up'],
      python:
        'import asyncio\nasync def run(params, reporter):\n    try:\n        reporter.set_phase("begun")\n        await asyncio.gather(asyncio.sleep(60), asyncio.sleep(60))\n    finally:\n        await asyncio.to_thread(reporter.files.delete, "/a")\n        print("cleaned up")\n',
      typescript: `export async function run(_: unknown, reporter: any) {\n  const sleep = async () => { ${SLEEPS.typescript} };\n  try {\n    reporter.setPhase("begun");\n    await Promise.all([sleep(), sleep()]);\n  } finally {\n    await reporter.files.delete("/a");\n    console.log("cleaned up");\n  }\n}\n`,
    },
    'cancel.busy-loop': {
      ...CANCELLED,
      says: 'a cancellation ends a loop that makes no calls',
      ...cleaning({ python: 'while True: pass', typescript: 'for (;;);' }),
      cancel: { at: 'phase:begun', graceMs: 5_000 },
      differs: {
        because:
          'V8 cannot raise an exception in running code, so the loop is killed after the grace period',
        typescript: { events: ['phase:begun'] },
      },
    },
    'cancel.native-code': {
      ...CANCELLED,
      says: 'a cancellation ends uninterruptible native code without waiting for the grace period',
      cancel: { at: 'phase:begun', graceMs: 60_000 },
      withinMs: AT_ONCE_MS,
      python: 'import re\nreporter.set_phase("begun")\nre.match(r"(a+)+$", "a" * 60 + "b")',
      typescript: 'reporter.setPhase("begun"); /^(a+)+$/.test("a".repeat(60) + "b");',
    },
    'cancel.native-cleanup': {
      ...CANCELLED,
      says: 'a script that cleans up after a cancellation keeps its full grace period',
      answers: NEVER,
      cancel: { at: 'phase:begun', graceMs: 60_000 },
      withinMs: AT_ONCE_MS,
      events: ['phase:begun', 'info:cleaned up'],
      python: `try:\n    reporter.set_phase("begun")\n    ${SLEEPS.python}\nfinally:\n    end = time.monotonic() + 0.7\n    while time.monotonic() < end: hash(b"x" * (1 << 20))\n    print("cleaned up")`,
      typescript: `try { reporter.setPhase("begun"); ${SLEEPS.typescript} } finally { await new Promise((done) => setTimeout(done, 700)); console.log("cleaned up"); }`,
    },
    'cancel.error': {
      ...CANCELLED,
      says: 'a cancelled script sees an error named TaskCancelled',
      cancel: { at: 'phase:begun' },
      python: `try:\n    reporter.set_phase("begun")\n    ${SLEEPS.python}\nexcept BaseException as error:\n    print(type(error).__name__)\n    raise`,
      typescript: `try { reporter.setPhase("begun"); ${SLEEPS.typescript} } catch (error: any) { console.log(error.name); throw error; }`,
      events: ['phase:begun', 'info:TaskCancelled'],
    },
    'cancel.clean-end': {
      ...CANCELLED,
      says: 'a script that catches the cancellation and returns still ends as cancelled',
      cancel: { at: 'phase:begun' },
      python: `from metarun import TaskCancelled\ntry:\n    reporter.set_phase("begun")\n    ${SLEEPS.python}\nexcept TaskCancelled:\n    return "fine"`,
      typescript: `try { reporter.setPhase("begun"); ${SLEEPS.typescript} } catch { return "fine"; }`,
    },
    'cancel.other-error': {
      ...CANCELLED,
      says: 'a script that fails during its cleanup still ends as cancelled',
      cancel: { at: 'phase:begun' },
      python: `try:\n    reporter.set_phase("begun")\n    ${SLEEPS.python}\nfinally:\n    raise TypeError("x")`,
      typescript: `try { reporter.setPhase("begun"); ${SLEEPS.typescript} } finally { throw new TypeError("x"); }`,
    },
    'cancel.ignored': {
      ...CANCELLED,
      says: 'a script that ignores the cancellation is killed after the grace period',
      cancel: { at: 'phase:begun', graceMs: 300 },
      python:
        'while True:\n    try:\n        reporter.set_phase("begun")\n        time.sleep(60)\n    except BaseException: pass',
      typescript:
        'for (;;) { try { reporter.setPhase("begun"); await new Promise((done) => setTimeout(done, 10)); } catch {} }',
    },
    'cancel.endless-finally': {
      ...CANCELLED,
      says: 'a script whose cleanup never ends is killed after the grace period',
      cancel: { at: 'phase:begun', graceMs: 300 },
      python: `try:\n    reporter.set_phase("begun")\n    ${SLEEPS.python}\nfinally:\n    while True: pass`,
      typescript: `try { reporter.setPhase("begun"); ${SLEEPS.typescript} } finally { for (;;); }`,
    },
    'cancel.no-grace': {
      ...CANCELLED,
      says: 'a cancellation without a grace period ends the run at once',
      cancel: { at: 'phase:begun', graceMs: 0 },
      python: 'reporter.set_phase("begun")\nwhile True: pass',
      typescript: 'reporter.setPhase("begun"); for (;;);',
    },
    'cancel.before-start': {
      ...CANCELLED,
      says: 'a run can be cancelled before its script has started',
      cancel: { at: null, graceMs: 200 },
      python: 'time.sleep(60)',
      typescript: 'await new Promise((done) => setTimeout(done, 60_000)); for (;;);',
    },
    'cancel.shutdown': {
      says: 'a script that returns a result during a shutdown succeeds',
      cancel: { at: 'phase:begun', reason: 'shutdown' },
      python: `from metarun import TaskCancelled\ntry:\n    reporter.set_phase("begun")\n    ${SLEEPS.python}\nexcept TaskCancelled:\n    return "done"`,
      typescript: `try { reporter.setPhase("begun"); ${SLEEPS.typescript} } catch { return "done"; }`,
      result: 'done',
    },
  },
};
