import { describe, expect, it } from '@jest/globals';
import { raisedAt, withScriptPath } from './stack.js';

const PYTHON = `Traceback (most recent call last):
  File "workflow.py", line 9, in run
  File "workflow.py", line 3, in total
ValueError: see File "workflow.py", line 1`;
const GROUP = `  + Exception Group Traceback (most recent call last):
  |   File "workflow.py", line 7, in run
  | ExceptionGroup: two (1 sub-exception)`;
const TYPESCRIPT = `    at total (workflow.ts:3:9)
    at async workflow.ts:5:21
    at async Promise.all (index 0)
    at async default (workflow.ts:7:3)
    at new Order (lib/order.ts:2:5)
Caused by: Error: look (workflow.ts:1:1)
    at workflow.ts:11:1`;

describe('a stack with the path of the script', () => {
  it('a Python stack shows the path of the script in each frame but not in messages', () => {
    expect(withScriptPath(PYTHON, 'python', 'sum/workflow.py'))
      .toBe(`Traceback (most recent call last):
  File "sum/workflow.py", line 9, in run
  File "sum/workflow.py", line 3, in total
ValueError: see File "workflow.py", line 1`);
    expect(withScriptPath(GROUP, 'python', 'a.py')).toContain('  |   File "a.py", line 7, in run');
  });

  it('a TypeScript stack shows the path of the script in each frame, even of anonymous functions', () => {
    expect(withScriptPath(TYPESCRIPT, 'typescript', 'sum/$&.ts')).toBe(`    at total (sum/$&.ts:3:9)
    at async sum/$&.ts:5:21
    at async Promise.all (index 0)
    at async default (sum/$&.ts:7:3)
    at new Order (lib/order.ts:2:5)
Caused by: Error: look (workflow.ts:1:1)
    at sum/$&.ts:11:1`);
  });

  it('a Python stack shows the folder of the script in frames of its other files', () => {
    const stack = '  File "workflow.py", line 2, in run\n  File "lib/dates.py", line 7, in parse';
    expect(withScriptPath(stack, 'python', 'sum/workflow.py')).toBe(
      '  File "sum/workflow.py", line 2, in run\n  File "sum/lib/dates.py", line 7, in parse',
    );
  });

  it('a stack of another language stays unchanged', () => {
    expect(withScriptPath(TYPESCRIPT, 'python', 'x')).toBe(TYPESCRIPT);
    expect(withScriptPath(PYTHON, 'typescript', 'x')).toBe(PYTHON);
  });
});

describe('where an error was raised', () => {
  it.each([
    ['the last frame of Python', PYTHON, { file: 'workflow.py', line: 3 }],
    ['the first of TypeScript', TYPESCRIPT, { file: 'workflow.ts', line: 3 }],
    ['an anonymous function', 'E\n    at async a b/c.ts:4:2', { file: 'a b/c.ts', line: 4 }],
    [
      'a script, not a package',
      '    at f (p.js:1:2)\n    at g (c.ts:8:1)',
      { file: 'c.ts', line: 8 },
    ],
    ['nowhere', 'Error: workflow.ts:1:1', null],
  ])('raisedAt locates the origin of an error: %s', (_name, stack, place) => {
    expect(raisedAt(stack)).toEqual(place);
  });
});
