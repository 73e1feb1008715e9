/** Tests that every command includes all files of a Python meta-task. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type CliAnswer, runCli } from '../support/cli.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createTask, taskWhen } from '../support/tasks.js';

const WORKFLOW = `import json
from typing import TYPE_CHECKING

from helpers import checked
from lib import dates

if TYPE_CHECKING:
    import numpy


def run(params: dict, reporter):
    try:
        import orjson
    except ImportError:
        orjson = None
    return [checked(params.get("n", 1)), dates.YEAR, orjson is None, json.loads("1")]
`;
const FILES = {
  'metatask.yaml': 'name: Several files\n',
  'workflow.py': WORKFLOW,
  'helpers.py':
    'def checked(n):\n    if n < 0:\n        raise ValueError(f"{n} is negative")\n    return n\n',
  'lib/dates.py': 'from .years import YEAR\n',
  'lib/years.py': 'YEAR = 2024\n',
  'unused.py': 'this is not Python\n',
};
const TESTED = `import unittest
from metarun.testing import run_task


class Several(unittest.TestCase):
    def test_runs(self):
        self.assertEqual(run_task(params={"n": 5}).result, [5, 2024, True, 1])
`;

let server: TestServer;
let root: string;
let folder: string;
let count = 0;
beforeAll(async () => {
  server = await sharedServer();
  root = mkdtempSync(join(tmpdir(), 'metarun-python-files-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(root, { recursive: true, force: true });
});
beforeEach(() => {
  count += 1;
  folder = join(root, `several-${count}`);
  put(FILES);
});

function put(files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

function cli(...args: string[]): Promise<CliAnswer> {
  const env = { METARUN_URL: server.url, METARUN_TOKEN: server.adminToken };
  return runCli(args, { env: { XDG_CONFIG_HOME: join(root, 'home'), ...env }, cwd: folder });
}

describe('a Python script with files beside it', () => {
  it('a Python script is checked, run and tested with the files it imports', async () => {
    expect(await cli('check', '--strict')).toMatchObject({ code: 0, stdout: '' });
    const { stdout } = await cli('run', '--json', '--params', '{"n": 3}');
    expect(JSON.parse(stdout)).toMatchObject({ task: { result: [3, 2024, true, 1] } });
    put({ 'tests/test_several.py': TESTED });
    expect(await cli('test')).toMatchObject({ code: 0 });
  });

  it('a Python error shows the lines of each file', async () => {
    const { code, stderr } = await cli('run', '--params', '{"n": -1}');
    expect(code).not.toBe(0);
    expect(stderr).toContain('File "workflow.py", line 16, in run');
    expect(stderr).toContain('File "helpers.py", line 3, in checked');
    expect(stderr).toContain('raise ValueError(f"{n} is negative")');
  });

  it('a Python script is deployed and pulled with the files it imports', async () => {
    expect((await cli('deploy', '--no-check', '--json')).code).toBe(0);
    const id = await createTask(server, 'several-files', { n: -2 });
    const task = await taskWhen(server, id);
    expect(task).toMatchObject({ status: 'failed', error_message: 'ValueError: -2 is negative' });
    expect((task as { error_stack?: string }).error_stack).toContain(
      'File "helpers.py", line 3, in checked',
    );
    expect((await cli('pull', id, '--into', 'pulled', '--no-run', '--json')).code).toBe(0);
    for (const name of ['workflow.py', 'helpers.py', 'lib/dates.py', 'lib/years.py'] as const)
      expect(readFileSync(join(folder, 'pulled', name), 'utf8')).toBe(FILES[name]);
    const again = await cli('deploy', 'pulled', '--no-check', '--json');
    expect(JSON.parse(again.stdout)).toMatchObject({ meta_tasks: [{ outcome: 'unchanged' }] });
  });

  it('a syntax error in an imported file is reported with its file and line', async () => {
    put({ 'lib/years.py': 'YEAR = 2024\ndef f(:\n' });
    expect((await cli('check')).stdout).toMatch(/^lib\/years\.py:2:\d+: error: SyntaxError: /);
    const { stderr } = await cli('run');
    expect(stderr).toMatch(/lib\/years\.py:2:\d+: SyntaxError: /);
  });
});

describe('an import that fails', () => {
  it('the check reports each failing import with its line and a fix', async () => {
    put({
      'workflow.py':
        'import requests\nimport helpers.sub\nfrom .helpers import x\n\ndef run(params, reporter):\n    import numpy\n',
      'helpers.py': 'import pandas\nx = 1\n',
    });
    const { code, stdout } = await cli('check');
    const what = (place: string, level: string, name: string): RegExp =>
      new RegExp(
        `^${place}: ${level}: there is no module "${name}": it is not of the standard library\\. If it is a package, add it to \`dependencies\``,
        'm',
      );
    expect(stdout).toMatch(what('workflow.py:1:1', 'error', 'requests'));
    expect(stdout).toMatch(/^workflow\.py:2:1: error: there is no module "helpers\.sub"/m);
    expect(stdout).toMatch(
      /^workflow\.py:3:1: error: the script is in no package: write `from helpers/m,
    );
    expect(stdout).toMatch(what('helpers.py:1:1', 'error', 'pandas'));
    expect(stdout).toMatch(what('workflow.py:6:5', 'warning', 'numpy'));
    expect(code).toBe(1);
  });

  it('an unknown module is no fault in a script that declares dependencies', async () => {
    put({
      'workflow.py':
        '# /// script\n# dependencies = ["PyYAML"]\n# ///\nimport yaml\n\ndef run(params, reporter):\n    return yaml\n',
    });
    expect(await cli('check', '--strict')).toMatchObject({ code: 0, stdout: '' });
  });

  it('the server refuses a script with an unknown import and names its line', async () => {
    const script = 'import os\nimport requests\n\ndef run(params, reporter):\n    return 1\n';
    const answer = await server.call('POST', '/projects/default/task-types/', {
      body: { name: 'Unimportable', script },
    });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'invalid_script', errors: [{ pointer: '/script', line: 2, column: 1 }] },
    });
  });

  it('a failing import at run time explains how to declare a package', async () => {
    put({ 'workflow.py': 'def run(params, reporter):\n    import requests\n' });
    const { stderr } = await cli('run');
    expect(stderr).toContain("ModuleNotFoundError: No module named 'requests'; if it is a package");
  });
});

it('an imported file that a link leads out of the repository is refused', async () => {
  const { symlinkSync } = await import('node:fs');
  mkdirSync(join(folder, '.git'), { recursive: true });
  writeFileSync(join(root, 'secret.py'), 'TOKEN = 1\n');
  symlinkSync(join(root, 'secret.py'), join(folder, 'linked.py'));
  put({ 'workflow.py': 'import linked\n\ndef run(params, reporter):\n    return linked.TOKEN\n' });
  const { code, stderr } = await cli('run');
  expect(code).not.toBe(0);
  expect(stderr).toContain('linked.py leads out of');
});
