/** Texts without `run`, which the check of snippets turns into scripts. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ScriptLanguage } from '../../src/base/languages/index.js';
import type { RunOutcome, ScriptRuntime } from '../../src/sandbox/runtime/runtime.js';
import { RecordingHost } from '../support/recording-host.js';
import { RUNTIMES } from '../support/runtimes.js';
import { buildRunSpec } from './python-harness.js';

const warned: string[] = [];
const runtimes: Record<ScriptLanguage, ScriptRuntime> = {
  python: RUNTIMES.python((message) => warned.push(message)),
  typescript: RUNTIMES.typescript((message) => warned.push(message)),
};
beforeAll(() => Promise.all([runtimes.python.warm(), runtimes.typescript.warm()]));
afterAll(() => Promise.all([runtimes.python.close(), runtimes.typescript.close()]));

/** Checks and runs a snippet; returns its outcome and its output. */
async function ran(
  language: ScriptLanguage,
  source: string,
): Promise<{ outcome: RunOutcome; printed: string[] }> {
  const checked = await runtimes[language].check(source, 'p-1', { isSnippet: true });
  if (!checked.ok) throw new Error(checked.diagnostics.map(({ message }) => message).join('\n'));
  const host = new RecordingHost(async () => ({ text: 'read' }));
  const { program } = checked;
  const handle = runtimes[language].start({ ...buildRunSpec('', { n: 3 }), program }, host);
  const outcome = await handle.outcome;
  return { outcome, printed: [...host.logged('info'), ...host.logged('warning')] };
}

describe.each<[ScriptLanguage, string, string[]][]>([
  [
    ['python', 'print(2 + 2)', ['4']],
    ['python', 'x = 20\nx + 1  # more', ['21']],
    ['python', "é = 'é'; (é +\n  'b')", ["'éb'"]],
    ['python', 'import json\nprint(json.dumps(params))', ['{"n": 3}']],
    [
      'python',
      'def main():\n    print("main")\nif __name__ == "__main__":\n    main()\n',
      ['main'],
    ],
    ['python', 'from __future__ import annotations\r\nprint("""a\r\n#|>b""")', ['a', '#|>b']],
    ['python', 'from subprocess import run\nprint("mine")\n', ['mine']],
    ['python', 'run = 5\nrun', ['5']],
    ['python', 'import sys\nprint("before")\nsys.exit()\nprint("after")', ['before']],
    ['python', 'None', []],
    ['python', '*[1], 2', ['(1, 2)']],
    ['python', 'type(reporter).__name__', ["'Reporter'"]],
    ['python', 'reporter.files.exists("/a.txt")', ["{'text': 'read'}"]],
    ['python', 'class A:\n    def __del__(self):\n        print("freed")\nkept = A()', ['freed']],
    ['python', '@property\ndef f(self): ...', []],
  ],
  [
    ['typescript', 'const x: number = 20; console.log(x)', ['20']],
    ['typescript', 'const x = 20\nx + 1 // more', ['21']],
    ['typescript', 'const params = { a: 1 };\nparams', ['{ a: 1 }']],
    ['typescript', 'params.n', ['3']],
    ['typescript', 'async function main() { await null; return 5 }\nmain();', ['5']],
    ['typescript', 'interface A { a: 1 }\nif (params.n) return "early"\nconsole.log(1)', ['early']],
    ['typescript', 'export const a = 1;\nexport { a as b };\na', ['1']],
    [
      'typescript',
      "import { NonRetryable } from 'metarun/workflow';\nNonRetryable.name",
      ['NonRetryable'],
    ],
    ['typescript', 'const run = 5;\nrun /* five */ ;', ['5']],
    ['typescript', 'for (const n of [1, 2]) console.log(n)', ['1', '2']],
    ['typescript', 'undefined', []],
    ['typescript', '"use strict"\n;[1].map((n) => n)', ['[ 1 ]']],
    ['typescript', 'await reporter.files.exists("/a.txt")', ["{ text: 'read' }"]],
  ],
])('a snippet', (...rows) => {
  it.each(rows)(
    'a snippet in %s runs as it stands, and shows its last value: %j',
    async (language, source, printed) => {
      expect(await ran(language, source)).toEqual({
        outcome: { kind: 'success', result: null },
        printed,
      });
    },
  );
});

describe('a snippet that fails', () => {
  it.each<[ScriptLanguage, string, string]>([
    ['python', 'print("begun")\n\n1 / 0\n', 'File "snippet.py", line 3'],
    ['typescript', 'console.log("begun");\n\nnull.x;\n', 'workflow.ts:3:'],
  ])('a snippet in %s that fails names its own line', async (language, source, place) => {
    const { outcome, printed } = await ran(language, source);
    expect(outcome).toMatchObject({ kind: 'failed', code: 'script_error' });
    expect(outcome).toHaveProperty('stack', expect.stringContaining(place));
    expect(JSON.stringify(outcome)).not.toMatch(/runpy|metarun_guest|displayhook/);
    expect(printed).toEqual(['begun']);
  });

  it.each<[ScriptLanguage, string, RegExp]>([
    ['python', 'x = (', /SyntaxError/],
    ['python', '# nothing', /empty/],
    ['python', 'import nope', /no module "nope"/],
    ['python', 'def run(a): ...', /must take \(params, reporter\)/],
    ['typescript', 'const x = ;', /Unexpected ";"/],
    ['typescript', 'import fs from "fs";\nfs.x', /an isolate has no modules of Node/],
    ['typescript', 'function run(params, reporter) {}', /exports no `run`/],
    ['typescript', 'export default 5', /exports no `run`/],
  ])(
    'a text in %s that cannot run is refused with the reason: %j',
    async (language, source, why) => {
      await expect(
        ran(language, source).then(({ outcome }) => {
          throw new Error(JSON.stringify(outcome));
        }),
      ).rejects.toThrow(why);
    },
  );

  it.each<[ScriptLanguage, string]>([
    ['python', 'def run(params, reporter):\n    return params["n"]\n'],
    ['python', 'run = lambda params, reporter: params["n"]\n'],
    ['typescript', 'export const run = (params: { n: number }) => params.n;'],
  ])('a text in %s with `run` is a script as ever: %j', async (language, source) => {
    expect((await ran(language, source)).outcome).toEqual({ kind: 'success', result: 3 });
  });
});
