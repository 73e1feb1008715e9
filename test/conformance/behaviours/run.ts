import type { Group, PortBehaviour } from '../behaviour.js';
import { AT_ONCE_MS } from '../../support/deadlines.js';

const UPLOADS =
  'import threading\ndef upload():\n    while True: time.sleep(0.01)\nthreading.Thread(target=upload, daemon=True, name="upload").start()\n';
const UPLOAD_CUT_OFF =
  'warning:1 thread (upload) was still working when the run ended, and was cut off.';

export const RUNS: Group<PortBehaviour> = {
  title: 'The run',
  behaviours: {
    'run.sync': {
      says: '`run` can be an ordinary function',
      whole: true,
      python: 'def run(params, reporter):\n    return params["a"] + 1\n',
      typescript: 'export function run(params: { a: number }) {\n  return params.a + 1;\n}\n',
      params: { a: 1 },
      result: 2,
    },
    'run.async': {
      says: '`run` can be an async function',
      whole: true,
      python:
        'import asyncio\nasync def run(params, reporter):\n    await asyncio.sleep(0)\n    return 7\n',
      typescript: 'export default async function run() {\n  await null;\n  return 7;\n}\n',
      result: 7,
    },
    'run.value': {
      says: '`run` can be any callable value',
      whole: true,
      python: 'run = lambda params, reporter: "called"\n',
      typescript: 'export const run = () => "called";\n',
      result: 'called',
    },
    'run.top-level-once': {
      says: 'the top level of a script runs once, before `run`',
      whole: true,
      python:
        'print("top")\ncount = [1]\ndef run(params, reporter):\n    print("run")\n    return count\n',
      typescript:
        'console.log("top");\nconst count = [1];\nexport const run = () => {\n  console.log("run");\n  return count;\n};\n',
      result: [1],
      events: ['info:top', 'info:run'],
    },
    'run.no-state': {
      says: 'a run leaves no state behind for the next one',
      runs: 3,
      python:
        'import builtins, json\nseen = [hasattr(builtins, "leak"), hasattr(json, "leak"), "LEAK" in os.environ, os.path.exists("leak")]\nbuiltins.leak = json.leak = 1\nos.environ["LEAK"] = "1"\nopen("leak", "w").close()\nreturn seen',
      typescript:
        'const scope = globalThis as any;\nconst seen = ["leak" in scope, "leak" in Object.prototype, "leak" in JSON, "leak" in Array.prototype];\nscope.leak = (Object.prototype as any).leak = (JSON as any).leak = 1;\nreturn seen;',
      result: [false, false, false, false],
    },
    'run.at-once': {
      says: 'concurrent runs each report their own log lines',
      copies: 6,
      python: 'print("in")\ntime.sleep(0.05)\nprint("out")\nreturn "own"',
      typescript:
        'console.log("in"); await new Promise((done) => setTimeout(done, 50)); console.log("out"); return "own";',
      result: 'own',
      events: ['info:in', 'info:out'],
    },
    'run.sleep': {
      says: 'a sleep lasts as long as requested',
      python: 'began = time.monotonic()\ntime.sleep(0.06)\nreturn time.monotonic() - began >= 0.05',
      typescript:
        'const began = performance.now(); await new Promise((done) => setTimeout(done, 60)); return performance.now() - began >= 50;',
      result: true,
    },
    'run.many-sleeps': {
      says: 'async work waits concurrently, not one after the other',
      whole: true,
      python:
        'import asyncio\nasync def wait(n):\n    await asyncio.sleep(1)\n    return n\nasync def run(params, reporter):\n    return await asyncio.gather(*[wait(n) for n in range(40)])\n',
      typescript:
        'const wait = async (n: number) => { await new Promise((done) => setTimeout(done, 1_000)); return n; };\nexport const run = () => Promise.all(Array.from({ length: 40 }, (_, n) => wait(n)));\n',
      result: Array.from({ length: 40 }, (_, n) => n),
      withinMs: AT_ONCE_MS,
    },
    'run.clock': {
      says: 'the clock of a script shows the real time',
      python: 'return abs(time.time() * 1000 - params["now"]) < 3_600_000',
      typescript: 'return Math.abs(Date.now() - params.now) < 3_600_000;',
      params: { now: Date.now() },
      result: true,
    },
    'run.left-behind': {
      says: 'unfinished work does not delay the end of a run and reports nothing afterwards',
      // Long after the end, even on a busy machine: until the end, the report would be part of the run.
      python:
        'import threading\ndef late():\n    threading.Event().wait(2)\n    reporter.set_phase("late")\nthreading.Thread(target=late, daemon=True).start()\nreturn 1',
      typescript: 'setTimeout(() => reporter.setPhase("late"), 2_000).unref(); return 1;',
      result: 1,
      events: [],
    },
    'run.cut-off': {
      says: 'work that is cut off by the end of a run is named in the log',
      python: `${UPLOADS}return 1`,
      typescript:
        'setTimeout(() => undefined, 60_000); void reporter.files.exists("/a"); return 1;',
      answers: () => new Promise(() => undefined),
      result: 1,
      differs: {
        because: 'Python has threads, while TypeScript has promises and timers',
        python: { events: [UPLOAD_CUT_OFF] },
        typescript: {
          events: [
            'warning:The run returned while something was still under way, and cut it off: a call of reporter.files.exists, 1 timer. Await what has to be done.',
          ],
        },
      },
    },
    'run.cut-off-by-failure': {
      says: 'work that is cut off by the failure of a run is named in the log',
      error: 'script_error',
      python: `${UPLOADS}raise ValueError("x")`,
      typescript:
        'const upload = () => new Promise((done) => setTimeout(done, 60_000)); await Promise.all([upload(), Promise.reject(new RangeError("x"))]);',
      differs: {
        because: 'Python has threads, while TypeScript has promises and timers',
        python: { events: [UPLOAD_CUT_OFF] },
        typescript: {
          events: [
            'warning:The run failed while something was still under way, and cut it off: 1 timer.',
          ],
        },
      },
    },
    'run.pending-call': {
      says: 'an unanswered call does not delay the end of a run',
      answers: () => new Promise(() => undefined),
      python:
        'import threading\nthreading.Thread(target=lambda: reporter.files.exists("/a"), daemon=True).start()\ntime.sleep(0.02)\nreturn 1',
      typescript: 'void reporter.files.exists("/a"); return 1;',
      result: 1,
      withinMs: AT_ONCE_MS,
    },
    'run.memory': {
      says: 'a run over its memory limit fails with `out_of_memory` without harm to the next run',
      limits: { memory_bytes: 64 * 1024 * 1024 },
      runs: 2,
      python: 'kept = []\nwhile True: kept.append(bytearray(1_000_000))',
      typescript: 'const kept: any[] = []; for (;;) kept.push(new Uint8Array(1_000_000).fill(1));',
      error: 'out_of_memory',
      message: 'The run passed its limit of 64 MiB of memory (memory_mb) and was stopped.',
    },
    'run.memory-of-objects': {
      says: 'many small objects over the memory limit fail the run with `out_of_memory`',
      heavy: true,
      limits: { memory_bytes: 64 * 1024 * 1024 },
      python: 'kept = []\nwhile True: kept.append([len(kept)])',
      typescript: 'const kept: any[] = []; for (;;) kept.push([kept.length]);',
      error: 'out_of_memory',
      message: 'The run passed its limit of 64 MiB of memory (memory_mb) and was stopped.',
    },
  },
};
