import { describe, expect, it } from '@jest/globals';
import { type ErrorFrame, errorFrames, withSources } from './error-frames.js';

const CHAIN = `Traceback (most recent call last):
  File "workflow.py", line 13, in run
    total(["x"])
  File "workflow.py", line 4, in total
    return sum(
           ^^^^
  File "workflow.py", line 5, in <genexpr>
    parse(value)
  File "lib/dates.py", line 2, in parse
    return   int(text) + 1
             ^^^^^^^^^
ValueError: invalid literal for int() with base 10: 'x'

The above exception was the direct cause of the following exception:

Traceback (most recent call last):
  File "workflow.py", line 15, in run
    raise RuntimeError("no total") from error
RuntimeError: no total`;
const GROUP = `  + Exception Group Traceback (most recent call last):
  |   File "workflow.py", line 28, in run
  |     raise ExceptionGroup("two", errors)
  | ExceptionGroup: two (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "workflow.py", line 25, in run
    |     parse(each)
    |   File "lib/dates.py", line 2, in parse
    |     return   int(text) + 1
    |              ^^^^^^^^^
    | ValueError: invalid literal for int() with base 10: 'a'
    +---------------- 2 ----------------
    | ValueError: never raised
    +------------------------------------`;
const DEEP = `Traceback (most recent call last):
  File "workflow.py", line 32, in run
    down(0)
  File "workflow.py", line 31, in down
    return down(n + 1)
           ^^^^^^^^^^^
  [Previous line repeated 981 more times]
RecursionError: maximum recursion depth exceeded`;
const DURING = `Traceback (most recent call last):
  File "workflow.py", line 2, in run
ValueError: 1

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "workflow.py", line 20, in run
    {}["gone"]
    ~~^^^^^^^^
KeyError: 'gone'`;
const V8 = `    at run (workflow.ts:7:13)
Caused by: RangeError: bad x
    at parse (lib/dates.ts:2:27)
    at new Order (node_modules/@shop/order/index.js:14:10)
    at async Promise.all (index 0)
    at async default (workflow.ts:5:7)
    at async workflow.ts:3:1`;

function shown(frames: readonly ErrorFrame[]): unknown[] {
  return frames.map(({ cause, file, line, column, function: name, text }) => [
    cause,
    `${file}:${line}:${column}`,
    name,
    text,
  ]);
}

describe('the frames of an error', () => {
  it('a Python error lists its own frames before those of its cause, innermost first', () => {
    expect(shown(errorFrames(CHAIN))).toEqual([
      [0, 'workflow.py:15:null', 'run', 'raise RuntimeError("no total") from error'],
      [1, 'lib/dates.py:2:10', 'parse', 'return   int(text) + 1'],
      [1, 'workflow.py:5:null', '<genexpr>', 'parse(value)'],
      [1, 'workflow.py:4:8', 'total', 'return sum('],
      [1, 'workflow.py:13:null', 'run', 'total(["x"])'],
    ]);
  });

  it("an error raised while another was handled lists its own frames before the other's", () => {
    expect(shown(errorFrames(DURING))).toEqual([
      [0, 'workflow.py:20:1', 'run', '{}["gone"]'],
      [1, 'workflow.py:2:null', 'run', null],
    ]);
  });

  it('an exception group lists its own frames before those of its errors', () => {
    expect(shown(errorFrames(GROUP))).toEqual([
      [0, 'workflow.py:28:null', 'run', 'raise ExceptionGroup("two", errors)'],
      [1, 'lib/dates.py:2:10', 'parse', 'return   int(text) + 1'],
      [1, 'workflow.py:25:null', 'run', 'parse(each)'],
    ]);
  });

  it('the frames of a Python error leave out the line about repeated calls', () => {
    expect(errorFrames(DEEP).map(({ line }) => line)).toEqual([31, 32]);
  });

  it('the frames of a TypeScript error have columns and mark those of packages', () => {
    expect(errorFrames(V8).map(({ own }) => own)).toEqual([true, true, false, true, true]);
    expect(shown(errorFrames(V8))).toEqual([
      [0, 'workflow.ts:7:13', 'run', null],
      [1, 'lib/dates.ts:2:27', 'parse', null],
      [1, 'node_modules/@shop/order/index.js:14:10', 'new Order', null],
      [1, 'workflow.ts:5:7', 'default', null],
      [1, 'workflow.ts:3:1', null, null],
    ]);
  });

  it('the frames of an error are limited to 100, and text without a stack yields none', () => {
    const many = Array.from({ length: 300 }, (_, index) => `    at f (workflow.ts:${index + 1}:1)`);
    expect(errorFrames(many.join('\n'))).toHaveLength(100);
    expect(errorFrames('Error: File "x" at y\n  at nothing')).toEqual([]);
    expect(errorFrames('')).toEqual([]);
  });
});

describe('frames with sources', () => {
  it('a Python frame counts its column from the start of the line if the source is known', () => {
    const sources = new Map([['lib/dates.py', 'def parse(text):\n    return   int(text) + 1\n']]);
    const frames = withSources(errorFrames(CHAIN), 'python', sources);
    expect(frames.map(({ file, column }) => [file, column]).slice(0, 4)).toEqual([
      ['workflow.py', null],
      ['lib/dates.py', 14],
      ['workflow.py', null],
      ['workflow.py', null],
    ]);
  });

  it('a TypeScript frame shows its line of the source, and none beyond the end of the file', () => {
    const sources = new Map([
      ['lib/dates.ts', 'export function f() {\r\n  throw new RangeError(); }'],
    ]);
    const frames = withSources(errorFrames(V8), 'typescript', sources);
    expect(frames.slice(0, 2).map(({ text, column }) => [text, column])).toEqual([
      [null, 13],
      ['throw new RangeError(); }', 27],
    ]);
    const beyond = withSources(errorFrames(V8), 'typescript', new Map([['lib/dates.ts', 'x']]));
    expect(beyond[1]?.text).toBeNull();
  });
});
