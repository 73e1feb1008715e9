import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { requireProblem } from '../support/http.js';
import { type FailedDetail, runBody, withBody } from '../support/inline-script.js';
import { LANGUAGES, type Language } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { newMetaTask, postMetaTask } from '../support/meta-tasks.js';
import { createTask, loadLogs, runScript, taskWhen } from '../support/tasks.js';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

describe.each(LANGUAGES)('a %s script that cannot run', (script_language) => {
  const cases: Record<Language, [string, string, number | undefined][]> = {
    python: [
      ['empty', '', undefined],
      ['white space', ' \n\n', undefined],
      ['a comment', '# nothing here', undefined],
      ['without run', 'def walk(params, reporter):\n    pass\n', undefined],
      ['with a run that is not a function', 'run = 7\n', undefined],
      ['with a run of one parameter', 'x = 1\ndef run(params):\n    pass\n', 2],
      ['with a run of three parameters', 'def run(a, b, c):\n    pass\n', 1],
      ['with a syntax error', 'def run(params, reporter):\n    return (1 +\n', 2],
      ['with wrong indentation', 'def run(params, reporter):\n  x = 1\n    return x\n', 3],
      ['of another language', 'export const run = () => 1;', 1],
    ],
    typescript: [
      ['empty', '', undefined],
      ['white space', ' \n\n', undefined],
      ['a comment', '// nothing here', undefined],
      ['without run', 'export function walk() {}', undefined],
      ['with a run that is not exported', 'function run() {}', undefined],
      ['with a syntax error', 'export function run() {\n  return (1 +;\n}\n', 2],
      ['with a broken string', 'export const run = () => "x', 1],
      ['with an import', 'import fs from "node:fs";\nexport const run = () => fs;', 1],
      ['of another language', 'def run(params, reporter):\n    return 1\n', 1],
    ],
  };
  it.each(cases[script_language])('a script is refused with 422: %s', async (_, script, line) => {
    const { status, code, errors } = requireProblem(
      await postMetaTask(server, { name: 'x', script, script_language }),
    );
    expect([status, code, errors[0]?.pointer]).toEqual([422, 'invalid_script', '/script']);
    expect(errors[0]?.message).toMatch(/\w/);
    if (line !== undefined) {
      expect(errors[0]?.line).toBe(line);
      expect(errors[0]?.column).toBeGreaterThan(0);
    }
  });
});

describe.each(LANGUAGES)('a %s script that fails', (language) => {
  it('a script that fails is reported with its own message and the lines of its author', async () => {
    const scripts = {
      python: `# one
# two
def inner(value):
    raise ValueError(f"bad value {value}")

def run(params, reporter):
    return inner("ü")
`,
      typescript: `// one
interface Gone {
  a: number;
}
function inner(value: string): never {
  throw new TypeError(\`bad value \${value}\`);
}
export default function run(): Gone {
  return inner('ü');
}
`,
    };
    const task = (await runScript(server, language, scripts[language])) as FailedDetail;
    const python = language === 'python';
    expect(task).toMatchObject({
      status: 'failed',
      error_code: 'script_error',
      error_message: python ? 'ValueError: bad value ü' : 'TypeError: bad value ü',
      result: null,
    });
    expect(task.progress).toBeLessThan(100);
    const lines = [...(task.error_stack ?? '').matchAll(/workflow\.(?:py", line |ts:)(\d+)/g)].map(
      ([, line]) => line,
    );
    expect(lines).toEqual(python ? ['7', '4'] : ['6', '9']);
    expect(task.error_stack).not.toMatch(
      /metarun_guest|bootstrap|node:|runtimes|\/tmp|\/work|dist/,
    );
  });
});

describe.each(LANGUAGES)('a %s result', (language) => {
  it('a result that does not match the result_schema fails its task with the place of the error', async () => {
    const result_schema = {
      type: 'object',
      properties: { rows: { type: 'array', items: { type: 'integer' } } },
      required: ['rows'],
    };
    const code = {
      python: 'return {"rows": params["rows"]}',
      typescript: 'return { rows: params.rows };',
    };
    const bad = await runBody(server, language, code, {
      params: { rows: [1, 'two'] },
      metaTask: { result_schema },
    });
    expect(bad).toMatchObject({ status: 'failed', error_code: 'invalid_result' });
    expect(bad.error_message).toContain('result/rows/1');
    const good = await runBody(server, language, code, {
      params: { rows: [1, 2] },
      metaTask: { result_schema },
    });
    expect(good).toMatchObject({ status: 'success', result: { rows: [1, 2] } });
  });

  it('a result that is too large as JSON alone is refused with the limit and the remedy', async () => {
    // JSON escapes each character to two bytes.
    const code = {
      python: 'return "\\n" * 3_000_000',
      typescript: 'return "\\n".repeat(3_000_000);',
    };
    expect(await runBody(server, language, code)).toMatchObject({
      status: 'failed',
      error_code: 'invalid_result',
      error_message: expect.stringMatching(/^result is larger than 4194304 bytes as JSON; write/),
    });
  });

  it('a result may be any JSON value', async () => {
    const values = [
      null,
      true,
      0,
      -1.5,
      1e21,
      9007199254740991,
      'Ünï 🎉\u2028\n"\\',
      [],
      {},
      [[{ 'a/b': [1] }]],
    ];
    const identifier = (
      await newMetaTask(server, {
        name: 'Any JSON',
        script_language: language,
        script: withBody(
          language,
          language === 'python' ? 'return params["v"]' : 'return params.v;',
        ),
      })
    ).identifier;
    const ids = await Promise.all(values.map((v) => createTask(server, identifier, { v })));
    for (const [index, id] of ids.entries())
      expect(await taskWhen(server, id)).toMatchObject({
        status: 'success',
        result: values[index],
      });
  });
});

it('the last lines of a Python script and of its programs are in its log, though no newline ends them', async () => {
  const code =
    'sys.stdout.write("out")\nsys.stderr.write("err")\nos.system("printf below; printf wrong >&2")';
  const { id } = await runScript(server, 'python', withBody('python', code));
  const lines = (await loadLogs(server, id)).map(({ level, text }) => `${level}: ${text}`);
  // Unflushed output follows that of child processes, as in any program.
  expect(new Set(lines)).toEqual(new Set(['info: belowout', 'warning: wrongerr']));
});
