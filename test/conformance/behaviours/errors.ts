import { MetarunError } from '../../../src/base/kernel/errors.js';
import type { Group, PortBehaviour } from '../behaviour.js';

/** A behaviour whose script fails by itself. */
type Failing = Omit<PortBehaviour, 'error' | 'raises'>;
const failing = (behaviour: Failing): PortBehaviour => ({ error: 'script_error', ...behaviour });

export const ERRORS: Group<PortBehaviour> = {
  title: 'Errors',
  behaviours: {
    'error.message': failing({
      says: 'the error message consists of the type and the message of the exception',
      python: 'raise TypeError("bad ü 🎉")',
      typescript: 'throw new TypeError("bad ü 🎉");',
      message: /^TypeError: bad ü 🎉$/,
    }),
    'error.class': failing({
      says: 'the error message names an exception class that the author defined',
      python: 'class SoldOut(Exception): pass\nraise SoldOut("no socks")',
      typescript: 'class SoldOut extends Error {}\nthrow new SoldOut("no socks");',
      message: /^SoldOut: no socks$/,
    }),
    'error.without-words': failing({
      says: 'an exception without a message is reported by its type alone',
      python: 'raise TypeError()',
      typescript: 'throw new TypeError();',
      message: /^TypeError$/,
    }),
    'error.lines': failing({
      says: 'an error message can span several lines',
      python: 'raise TypeError("a\\nb")',
      typescript: 'throw new TypeError("a\\nb");',
      message: /^TypeError: a\nb$/,
    }),
    'error.unprintable': failing({
      says: 'NUL and lone surrogates in an error message become U+FFFD',
      python: 'raise TypeError("a\\0b\\ud800c")',
      typescript: 'throw new TypeError("a\\0b\\ud800c");',
      message: /^TypeError: a\ufffdb\ufffdc$/,
    }),
    'error.long': failing({
      says: 'an error message of 10 MB is truncated',
      python: 'raise TypeError("x" * 10_000_000)',
      typescript: 'throw new TypeError("x".repeat(10_000_000));',
      message: /^TypeError: x{7000,8000}$/,
    }),
    'error.stack': failing({
      says: "the stack contains only the author's own lines",
      whole: true,
      python:
        '# one\ndef inner(value):\n    raise ValueError(value)\n\ndef run(params, reporter):\n    return inner("x")\n',
      typescript:
        '// one\nfunction inner(value: string): never {\n  throw new RangeError(value);\n}\nexport default function run(): void {\n  return inner("x");\n}\n',
      lines: [3, 6],
    }),
    'error.fields': failing({
      says: 'custom fields of an exception, such as a status, appear in the stack',
      python:
        'error = ValueError("busy")\nerror.status = 503\nerror.body = {"retry": True}\nraise error',
      typescript:
        'const error = new RangeError("busy");\nthrow Object.assign(error, { status: 503, body: { retry: true } });',
      stack: /status\W+503.*retry/s,
    }),
    'error.async-stack': failing({
      says: 'the stack includes the async functions that awaited the failing one',
      whole: true,
      python:
        'import asyncio\nasync def inner():\n    await asyncio.sleep(0)\n    raise ValueError("x")\nasync def run(params, reporter):\n    await inner()\n',
      typescript:
        'interface Gone { a: 1 }\nasync function inner() {\n  await null;\n  throw new RangeError("x");\n}\nexport const run = async () => { await inner(); };\n',
      lines: [4, 6],
    }),
    'error.anonymous-stack': failing({
      says: 'the stack includes the lines of anonymous functions',
      whole: true,
      python:
        'def fail():\n    raise ValueError("x")\neach = lambda: fail()\nasync def run(params, reporter):\n    each()\n',
      typescript:
        'async function fail() {\n  await null; throw new RangeError("x"); }\nconst each = () => Promise.all([async () => { await fail(); }].map((one) => one()));\nexport async function run() {\n  await each(); }\n',
      lines: [2, 3, 5],
    }),
    'error.cause': failing({
      says: 'the stack shows the causes of an exception with their lines',
      whole: true,
      python:
        'def look():\n    raise KeyError("first")\n\ndef run(params, reporter):\n    try:\n        look()\n    except KeyError as error:\n        raise TypeError("second") from error\n',
      typescript:
        'function look() {\n  throw new RangeError("first");\n}\n\nexport function run() {\n  try { look(); }\n  catch (cause) {\n    throw new TypeError("second", { cause });\n  }\n}\n',
      message: /^TypeError: second$/,
      lines: [2, 6, 8],
      stack: /(Key|Range)Error: '?first/,
    }),
    'error.cause-cycle': failing({
      says: 'an exception whose causes form a cycle fails the run like any other',
      python:
        'one, two = TypeError("one"), TypeError("two")\none.__cause__, two.__cause__ = two, one\nraise one',
      typescript:
        'const one: any = new TypeError("one"), two: any = new TypeError("two");\none.cause = two; two.cause = one;\nthrow one;',
      message: /^TypeError: one$/,
    }),
    'error.no-exception': failing({
      says: 'raising a value that is not an exception fails the run',
      python: 'raise "words"',
      typescript: 'throw "words";',
      differs: {
        because: 'Python can raise only exceptions, while JavaScript can throw any value',
        python: { message: 'TypeError: exceptions must derive from BaseException' },
        typescript: { message: 'The script threw the string: words' },
      },
    }),
    'error.null': failing({
      says: 'raising null fails the run',
      python: 'raise None',
      typescript: 'throw null;',
      differs: {
        because: 'Python can raise only exceptions, while JavaScript can throw any value',
        python: { message: 'TypeError: exceptions must derive from BaseException' },
        typescript: { message: 'The script threw null' },
      },
    }),
    'error.lying': failing({
      says: 'an exception that cannot be converted to text fails the run',
      python: 'class Lie(Exception):\n    def __str__(self): raise self\nraise Lie()',
      typescript: 'throw new Proxy(new Error(), { get() { throw 1; } });',
      message: /cannot be shown|not an Error/,
    }),
    'error.recursion': failing({
      says: 'endless recursion fails the run with the error of the language',
      python: 'def f(): return f()\nf()',
      typescript: 'const f = (): any => [f()]; f();',
      message: /^RecursionError|^RangeError: .*stack/,
    }),
    'error.top-level': failing({
      says: 'an exception at the top level of the script fails the run with its line',
      whole: true,
      python: 'x = 1\nraise TypeError("early")\ndef run(params, reporter): pass\n',
      typescript: 'const x = 1;\nthrow new TypeError("early");\nexport const run = () => x;\n',
      message: /^TypeError: early$/,
      lines: [2],
    }),
    'error.no-function': failing({
      says: 'a `run` that turns out not to be a function fails the run',
      whole: true,
      python: 'run = int("5")\n',
      typescript: 'export const run = Number("5");\n',
      message: /^.*no (function )?`run`/,
    }),
    'error.no-module': failing({
      says: 'importing a missing module at run time fails the run and names the module',
      python: 'import nothing_like_this',
      typescript: 'await import("nothing_like_this");',
      message: 'nothing_like_this',
    }),
    'error.syntax-while-running': failing({
      says: 'a syntax error in dynamically executed code fails the run',
      python: 'exec("x = (")',
      typescript: '(0, eval)("x = (");',
      message: /^SyntaxError: \S/,
    }),
    'error.exit': failing({
      says: 'a script cannot end its run successfully by exiting its process',
      python: 'sys.exit(0)',
      typescript: '(globalThis as any).process.exit(0);',
      message: /exit|process/,
    }),
    'error.hard-exit': failing({
      says: 'a script cannot end its run successfully by an immediate exit',
      python: 'try: os._exit(0)\nfinally: print("finally")',
      typescript:
        'try { (globalThis as any).process.reallyExit(0); } finally { console.log("finally"); }',
      differs: {
        because: 'a TypeScript script has no process to end, so the run fails like any other',
        python: { error: 'script_crashed', events: [] },
        typescript: { events: ['info:finally'] },
      },
    }),
    'error.false-cancel': failing({
      says: 'a TaskCancelled raised without a cancellation is an ordinary error',
      python: 'from metarun import TaskCancelled\nraise TaskCancelled("no")',
      typescript: 'throw Object.assign(new Error("no"), { name: "TaskCancelled" });',
      message: /^TaskCancelled: no$/,
    }),
    'error.finally': failing({
      says: '`finally` blocks run after an exception, and their reports arrive',
      python:
        'try:\n    reporter.set_phase("in")\n    raise TypeError("x")\nfinally:\n    print("out")',
      typescript:
        'try { reporter.setPhase("in"); throw new TypeError("x"); } finally { console.log("out"); }',
      events: ['phase:in', 'info:out'],
    }),
    'error.caught': {
      says: 'an exception that the script catches leaves no trace',
      python: 'try:\n    raise TypeError("x")\nexcept TypeError as error:\n    return str(error)',
      typescript: 'try { throw new TypeError("x"); } catch (error: any) { return error.message; }',
      result: 'x',
      events: [],
    },
    'error.not-awaited': {
      says: 'an exception in work that is never awaited is handled as usual in the language',
      whole: true,
      python:
        'import asyncio\nasync def send():\n    raise TypeError("lost")\nasync def run(params, reporter):\n    asyncio.ensure_future(send())\n    await asyncio.sleep(0.02)\n    return "went on"\n',
      typescript:
        'async function send() {\n  throw new TypeError("lost");\n}\nexport async function run() {\n  send();\n  await new Promise((resolve) => setTimeout(resolve, 2_000));\n  return "went on";\n}\n',
      differs: {
        because: 'asyncio logs the exception, while Node ends the process',
        python: { result: 'went on' },
        typescript: {
          error: 'script_error',
          message: 'Unhandled promise rejection: TypeError: lost',
          lines: [2, 5],
        },
      },
    },
    'error.awaited-later': {
      says: 'an exception in work that is awaited later can be caught there',
      whole: true,
      python:
        'import asyncio\nasync def send():\n    raise TypeError("x")\nasync def run(params, reporter):\n    results = await asyncio.gather(send(), send(), return_exceptions=True)\n    return [str(error) for error in results]\n',
      typescript:
        'async function send() { throw new TypeError("x"); }\nexport async function run() {\n  const results = await Promise.allSettled([send(), send()]);\n  return results.map((each: any) => each.reason.message);\n}\n',
      result: ['x', 'x'],
    },
    'error.final': failing({
      says: 'an uncaught `NonRetryable` fails the run and advises against a further attempt',
      whole: true,
      python:
        'from metarun import NonRetryable\ndef run(params, reporter):\n    raise NonRetryable("the card is blocked")\n',
      typescript:
        'import { NonRetryable, type Reporter } from "metarun/workflow";\nexport default function run(params: unknown, reporter: Reporter) {\n  throw new NonRetryable("the card is blocked");\n}\n',
      message: /^NonRetryable: the card is blocked$/,
      retry: { final: true },
      lines: [3],
    }),
    'error.final-subclass': failing({
      says: 'a subclass of `NonRetryable` advises against a further attempt as well',
      python:
        'from metarun import NonRetryable\nclass CardBlocked(NonRetryable): pass\nraise CardBlocked("no")',
      typescript: 'class CardBlocked extends NonRetryable {}\nthrow new CardBlocked("no");',
      message: /^CardBlocked: no$/,
      retry: { final: true },
    }),
    'error.retry-after': failing({
      says: 'an uncaught `RetryAfter` fails the run and sets the pause before the next attempt',
      python: 'from metarun import RetryAfter\nraise RetryAfter(30, "too many requests")',
      typescript: 'throw new RetryAfter(30, "too many requests");',
      message: /^RetryAfter: too many requests$/,
      retry: { after: 30 },
    }),
    'error.retry-after-nonsense': {
      says: 'a negative pause in `RetryAfter` raises a value error',
      python: 'from metarun import RetryAfter\nraise RetryAfter(-1)',
      typescript: 'throw new RetryAfter(-1);',
      raises: 'value',
      retry: null,
    },
    'error.of-reporter': failing({
      says: 'an uncaught error of a call fails the run with the code of the error',
      answers: () => Promise.reject(new MetarunError('not_found', 'no such file')),
      python: 'reporter.files.read("/none")',
      typescript: 'await reporter.files.read("/none");',
      message: /^MetarunError: no such file$/,
      retry: { code: 'not_found' },
    }),
    'error.others': failing({
      says: 'any other error fails the run without advice on a further attempt',
      answers: () => Promise.reject(new MetarunError('not_found', 'no such file')),
      python:
        'try:\n    reporter.files.read("/none")\nexcept Exception:\n    raise ValueError("x")',
      typescript:
        'try { await reporter.files.read("/none"); } catch { throw new RangeError("x"); }',
      retry: null,
    }),
  },
};
