import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CaseFolder, parseTests } from '../support/case-folder.js';
import { startCli } from '../support/cli.js';
import { TSC } from '../support/compiler.js';
import { until } from '../support/until.js';

const ROOT = join(import.meta.dirname, '../..');
let folder: CaseFolder;
beforeAll(() => {
  folder = new CaseFolder();
});
afterAll(() => folder.remove());

describe('the runner of tests', () => {
  beforeAll(() => {
    folder.write({
      'charge/metatask.yaml': 'name: Charge\nlanguage: typescript\n',
      'charge/workflow.ts': `interface Params { /** @integer */ amount: number }
export default function run({ amount }: Params) {
  return { charged: amount };
}
`,
    });
  });

  it('a folder without tests gets an example of a first case, and --update records results', async () => {
    folder.write({
      'first/metatask.yaml': 'name: First\n',
      'first/workflow.py':
        'def run(params, reporter):\n    reporter.set_phase("P")\n    if params["n"] > 5:\n        raise ValueError("too much")\n    return {"n": params["n"]}\n',
    });
    const none = await folder.run('first');
    expect(none.code).toBe(1);
    expect(none.stderr).toContain('first/cases/first.yaml');
    folder.write({
      'first/cases/first.yaml': '# a comment\nparams: { n: 3 } # three\n',
      'first/cases/more.yaml':
        '- name: more\n  params: { n: 9 }\n  expect:\n    # why\n    error: nonsense\n',
    });
    const updated = await folder.run('first', '--update', '--json');
    expect(JSON.parse(updated.stdout)).toMatchObject({ ok: true, updated: 2 });
    expect(readFileSync(join(folder.path, 'first/cases/first.yaml'), 'utf8')).toBe(
      '# a comment\nparams: { n: 3 } # three\nexpect:\n  result:\n    n: 3\n',
    );
    expect(readFileSync(join(folder.path, 'first/cases/more.yaml'), 'utf8')).toContain(
      '    # why\n    error: "ValueError: too much"\n',
    );
    expect(JSON.parse((await folder.run('first', '--json')).stdout)).toMatchObject({
      ok: true,
      passed: 2,
    });
  });

  it('test files of both languages run, and each run of a task is isolated', async () => {
    folder.write({
      'greet/metatask.yaml': 'name: Greet\nnetwork: open\n',
      'greet/workflow.py': `def run(params, reporter):
    reporter.files.write("/out.txt", reporter.files.read("/in.txt") + params["name"])
    return reporter.http.request("GET", "https://a.example/").text
`,
      'greet/greet.test.ts': `import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runTask, type TaskOutcome } from 'metarun/testing';

const stubs = { http: [{ url: 'https://a.example/', text: 'fine' }] };
const given = { files: { '/in.txt': new TextEncoder().encode('Hello, ') }, stubs };

describe('greet', () => {
  it('greets many at once', async () => {
    const names = ['Ada', 'Grace', 'Mary'];
    const run = (name: string): Promise<TaskOutcome> => runTask({ ...given, params: { name } });
    const outcomes = await Promise.all(names.map(run));
    assert.deepEqual(
      outcomes.map(({ result, files }) => [result, files['/out.txt']]),
      names.map((name) => ['fine', \`Hello, \${name}\`]),
    );
  });
  it('runs others', async () => {
    const { result } = await runTask('../charge', { params: { amount: 2 } });
    assert.deepEqual(result, { charged: 2 });
  });
  it('fails', async () => assert.equal((await runTask({ params: {} })).status, 'success'));
  it('refuses', async () => {
    await assert.rejects(runTask({ ...given, stubs: undefined, params: { name: 'x' } }), /no stub answers/);
    await assert.rejects(runTask({ parms: {} } as never), /did you mean "params"/);
  });
  it.skip('later', () => undefined);
});
`,
      'greet/tests/test_greet.py': `import unittest
from metarun import MetarunError
from metarun.testing import run_task

STUBS = {"http": [{"url": "https://a.example/", "text": "fine"}]}


class Greet(unittest.TestCase):
    def test_greets(self):
        outcome = run_task(params={"name": "Ada"}, files={"/in.txt": b"Hello, "}, stubs=STUBS)
        self.assertEqual((outcome.result, outcome.files["/out.txt"]), ("fine", "Hello, Ada"))

    def test_fails(self):
        outcome = run_task(params={})
        self.assertEqual((outcome.status, outcome.error.code), ("failed", "script_error"))
        self.assertEqual(outcome.logs, [("info", "none")])

    @unittest.skip("later")
    def test_later(self):
        pass


def test_unstubbed():
    try:
        run_task(params={"name": "x"}, files={"/in.txt": ""})
    except AssertionError as error:
        assert "no stub answers" in str(error)
    else:
        raise AssertionError("nothing was raised")
`,
    });
    const answer = await folder.run('greet', '--json');
    const tests = parseTests(answer);
    const statuses = Object.fromEntries([...tests].map(([name, { status }]) => [name, status]));
    expect(statuses).toEqual({
      'greet > greets many at once': 'passed',
      'greet > runs others': 'passed',
      'greet > fails': 'failed',
      'greet > refuses': 'passed',
      'greet > later': 'skipped',
      'Greet > test_greets': 'passed',
      'Greet > test_fails': 'failed',
      'Greet > test_later': 'skipped',
      test_unstubbed: 'passed',
    });
    expect(tests.get('Greet > test_fails')?.failures[0]?.message).toContain(
      'line 16, in test_fails',
    );
    expect(existsSync(join(folder.path, 'greet/tests/__pycache__'))).toBe(false);
    const some = await folder.run('greet', '--json', '--filter', 'RUNS others');
    expect([...parseTests(some).keys()]).toEqual(['greet > runs others']);
  });

  it('metarun test --bail starts no further run after the first failure', async () => {
    const cases = Array.from({ length: 9 }, () => '- params: {}\n  expect: { result: 1 }\n');
    folder.write({
      'bail/metatask.yaml': 'name: Bail\n',
      'bail/workflow.py': 'def run(params, reporter):\n    pass\n',
      'bail/cases/all.yaml': cases.join(''),
    });
    const answer = await folder.run('bail', '--bail', '--jobs', '1', '--json');
    expect(answer.code).toBe(1);
    expect(JSON.parse(answer.stdout)).toMatchObject({ failed: 1, passed: 0 });
    folder.remove('bail');
  });

  it('Ctrl-C ends the runner and every process that it has started', async () => {
    folder.write({
      'slow/metatask.yaml': 'name: Slow\n',
      'slow/workflow.py': 'def run(params, reporter):\n    while True:\n        pass\n',
      'slow/cases/forever.yaml': 'params: {}\n',
      'slow/test_slow.py': `import os
import subprocess
import time


def test_slow():
    child = subprocess.Popen(["sleep", "600"])
    with open("pids.new", "w") as file:
        file.write(f"{os.getpid()} {child.pid}")
    os.rename("pids.new", "pids")
    time.sleep(600)
`,
    });
    const temporary = mkdtempSync(join(tmpdir(), 'metarun-tmp-'));
    const cli = startCli(['test', 'slow'], { cwd: folder.path, env: { TMPDIR: temporary } });
    await until('the test file', () => existsSync(join(folder.path, 'slow/pids')));
    cli.process.kill('SIGINT');
    const { code, stderr } = await cli.ended;
    expect(code).toBe(130);
    expect(stderr).toContain('Interrupted.');
    const pids = readFileSync(join(folder.path, 'slow/pids'), 'utf8').split(' ');
    await until('their end', () => pids.every((pid) => !existsSync(`/proc/${pid}`)));
    rmSync(temporary, { recursive: true });
    folder.remove('slow');
  });

  it('metarun test --watch runs again whenever a file is saved', async () => {
    folder.write({
      'saved/metatask.yaml': 'name: Saved\n',
      'saved/workflow.py': 'def run(params, reporter):\n    return 1\n',
      'saved/cases/one.yaml': 'params: {}\nexpect: { result: 2 }\n',
    });
    const cli = startCli(['test', 'saved', '--watch'], { cwd: folder.path });
    await cli.says(/1 failed in[^]*watching/);
    folder.write({ 'saved/workflow.py': 'def run(params, reporter):\n    return 2\n' });
    await cli.says(/saved\/workflow\.py changed[^]*1 passed in/);
    folder.write({ 'saved/cases/one.yaml': 'parms: {}\n' });
    await cli.says('saved/cases/one.yaml:1:1: parms is not a known field');
    cli.process.kill('SIGINT');
    expect((await cli.ended).code).toBe(130);
  });

  it('metarun test refuses options that exclude each other', async () => {
    const { code, stderr } = await folder.run('--watch', '--junit', 'x.xml');
    expect(code).toBe(2);
    expect(stderr).toContain('--watch goes without --json and --junit.');
  });
});

it('the types of metarun/testing accept valid options and reject unknown ones', async () => {
  mkdirSync(join(folder.path, 'node_modules'));
  symlinkSync(ROOT, join(folder.path, 'node_modules/metarun'));
  folder.write({
    'package.json': '{ "type": "module" }',
    'types.ts': `import { runTask } from 'metarun/testing';

const { result, logs, files } = await runTask('../other', {
  params: { n: 1 },
  files: { '/a': new Uint8Array(2) },
  stubs: { http: [{ url: 'https://a.example/*', json: [] }], children: { one: 'real' } },
  approvals: ['approve', { decision: 'reject', comment: 'no' }],
});
export const typed: [unknown, string, string | Uint8Array | undefined] = [result, logs[0]!.text, files['/a']];
// @ts-expect-error There is no such field.
await runTask({ parms: {} });
`,
  });
  const options = ['--noEmit', '--strict', '--target', 'es2024', '--module', 'nodenext'];
  const args = [TSC, ...options, join(folder.path, 'types.ts')];
  await expect(
    promisify(execFile)(process.execPath, args, { cwd: folder.path }),
  ).resolves.toBeDefined();
});
