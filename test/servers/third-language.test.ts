import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { authorProject } from '../support/author-project.js';
import { removeFolders } from '../support/folders.js';
import { requireProblem } from '../support/http.js';
import { MODULES, type ServerProcess, startServerProcess } from '../support/server-process.js';
import { postMetaTask, type MetaTask, TYPES } from '../support/meta-tasks.js';
import { createTask, loadLogs, readTask, taskWhen } from '../support/tasks.js';

/** Node option that adds the toy language of test/fixtures to the built modules, as overlay.mjs there explains. */
const WITH_TOY = `--import=${new URL('../fixtures/toy-language/register.mjs', import.meta.url).href}`;
const SCRIPT = 'phase Counting\nlog three\nreturn {"count": 3}\n';
const FAILS = 'log on the way\nfail not today\n';

let server: ServerProcess;
beforeAll(async () => {
  server = await startServerProcess({ NODE_OPTIONS: WITH_TOY }, undefined, MODULES);
});
afterAll(async () => {
  await server.stop();
  removeFolders();
});

async function create(name: string, script: string): Promise<string> {
  const body = { name, script, script_language: 'toy' };
  const { status, body: made } = await postMetaTask(server, body);
  expect(status).toBe(201);
  return made.identifier;
}

async function metarun(
  args: readonly string[],
  cwd: string,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [`${process.cwd()}/${MODULES}`, ...args], {
    cwd,
    env: { PATH, HOME, NODE_OPTIONS: WITH_TOY },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const code = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await code, stdout, stderr };
}

describe('a meta-task in a third language', () => {
  it('a meta-task in a third language is created, run and read', async () => {
    const identifier = await create('Counts', SCRIPT);
    const id = await createTask(server, identifier);
    expect(await taskWhen(server, id)).toMatchObject({
      status: 'success',
      result: { count: 3 },
      current_phase: 'Counting',
    });
    expect(await loadLogs(server, id)).toMatchObject([{ level: 'info', text: 'three' }]);
    const read = await server.call<MetaTask>('GET', `${TYPES}/${identifier}`);
    expect(read.body).toMatchObject({ script_language: 'toy', script: SCRIPT, version: 1 });
  });

  it('a failed task in a third language has the stack that its guest gives', async () => {
    const id = await createTask(server, await create('Fails', FAILS));
    await taskWhen(server, id);
    expect((await readTask(server, id)).body).toMatchObject({
      status: 'failed',
      error_code: 'script_error',
      error_message: 'ToyError: not today',
      error_stack: 'line 2 of workflow.toy',
    });
  });

  it('a script in a third language that cannot run is refused', async () => {
    const body = { name: 'Wrong', script: 'log a\nsing\n', script_language: 'toy' };
    expect(requireProblem(await postMetaTask(server, body))).toMatchObject({
      code: 'invalid_script',
      errors: [{ pointer: '/script', message: expect.stringContaining('sing'), line: 2 }],
    });
  });

  it('the commands check and run a third language, with the path of the author in its stack', async () => {
    const cwd = authorProject({
      'good/metatask.yaml': 'name: Good\n',
      'good/workflow.toy': SCRIPT,
      'bad/metatask.yaml': 'name: Bad\n',
      'bad/workflow.toy': FAILS,
      'wrong.toy': 'sing\n',
    });
    const good = await metarun(['run', 'good'], cwd);
    expect(good).toMatchObject({ code: 0, stdout: '{\n  "count": 3\n}\n' });
    const bad = await metarun(['run', 'bad'], cwd);
    expect(bad.code).toBe(1);
    expect(bad.stderr).toContain('line 2 of bad/workflow.toy');
    const wrong = await metarun(['check', 'wrong.toy'], cwd);
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toContain('wrong.toy:1:1: error: no statement: sing');
  });

  it('a server without the language reports it as not available', async () => {
    const identifier = await create('Stays', SCRIPT);
    await server.end('SIGTERM');
    const plain = await startServerProcess({ ...server.env, NODE_OPTIONS: '' });
    try {
      const read = await plain.call('GET', `${TYPES}/${identifier}`);
      expect(requireProblem(read)).toMatchObject({
        code: 'not_available',
        detail: expect.stringContaining('"toy"'),
      });
      const body = { task_type_identifier: identifier, params: {} };
      const started = await plain.call('POST', '/external/v1/projects/default/tasks', { body });
      expect(requireProblem(started)).toMatchObject({ code: 'not_available' });
    } finally {
      await plain.end('SIGTERM');
    }
    await server.restart();
    const id = await createTask(server, identifier);
    expect(await taskWhen(server, id)).toMatchObject({ status: 'success' });
  });
});
