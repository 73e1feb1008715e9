import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { makeIndex, module, scriptWith, type TestIndex } from '../support/packages.js';
import { startS3 } from '../support/s3-server.js';
import { startServer, type TestServer } from '../support/server.js';
import { startServerProcess } from '../support/server-process.js';
import { newMetaTask, postMetaTask, type MetaTask, TYPES } from '../support/meta-tasks.js';
import { until } from '../support/until.js';
import { createTask, loadLogs, taskWhen } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const CODE = 'import leaf\ndef run(params, reporter):\n    return leaf.version\n';

type Problem = Wire['Problem'];

let index: TestIndex;
let server: TestServer;
beforeAll(async () => {
  index = makeIndex(module('leaf', '1.0'), module('leaf', '2.0'));
  server = await startServer({ METARUN_PYTHON_INDEX_URL: index.url });
});
afterAll(async () => {
  await server.stop();
  index.remove();
});

async function postForProblem(script: string, from = server): Promise<Problem> {
  const { body } = await postMetaTask(from, { name: 'x', script });
  return body as unknown as Problem;
}

async function runMetaTask({ identifier }: MetaTask): Promise<{ id: string; result: unknown }> {
  const task = await taskWhen(server, await createTask(server, identifier));
  expect(task).toMatchObject({ status: 'success' });
  return task;
}

describe('a meta-task with dependencies', () => {
  it('a meta-task with dependencies is locked, and its tasks report the installation', async () => {
    const type = await newMetaTask(server, { name: 'Leafy', script: scriptWith(['leaf'], CODE) });
    expect(type.dependency_lock).toMatch(/^leaf==2\.0 --hash=sha256:[0-9a-f]{64}\n$/);
    const { id, result } = await runMetaTask(type);
    expect(result).toBe('2.0');
    const events = await server.call('GET', `/external/v1/projects/default/tasks/${id}/events`);
    expect(events.text).toContain('"phase":"Installing dependencies"');
    expect((await loadLogs(server, id)).map(({ text }) => text)).toContain(
      'Installing collected packages: leaf',
    );
  });

  it('a meta-task keeps its locked versions until its script changes', async () => {
    const script = scriptWith(['leaf<2'], CODE);
    const type = await newMetaTask(server, { name: 'Kept', script });
    index.add(module('leaf', '1.1'));
    const change = (body: object): Promise<{ body: MetaTask }> =>
      server.call('PATCH', `${TYPES}/${type.identifier}`, { body });
    const described = (await change({ description: 'new' })).body;
    expect(described).toMatchObject({ version: 2, dependency_lock: type.dependency_lock });
    expect((await runMetaTask(described)).result).toBe('1.0');
    const touched = (await change({ script: `${script}# touched\n` })).body;
    expect(touched.dependency_lock).toContain('leaf==1.1');
    expect((await runMetaTask(touched)).result).toBe('1.1');
    const back = await server.call<MetaTask>(
      'POST',
      `${TYPES}/${type.identifier}/versions/1/restore`,
    );
    expect(back.body).toMatchObject({ version: 1, dependency_lock: type.dependency_lock });
    expect((await runMetaTask(back.body)).result).toBe('1.0');
    expect(
      (await change({ script: CODE.replace('import leaf\n', '').replace('leaf.version', '1') }))
        .body.dependency_lock,
    ).toBeNull();
  });

  it('a meta-task with unavailable dependencies is refused with the line and the reason', async () => {
    const problem = await postForProblem(scriptWith(['leaf', 'leaf-none>1'], CODE));
    expect(problem).toMatchObject({
      status: 422,
      code: 'dependency_error',
      detail: expect.stringMatching(/leaf-none>1 \(from versions: none\)/),
      errors: [{ pointer: '/script', line: 4 }],
    });
  });

  it.each([
    ['invalid TOML', '# dependencies = [', /not valid TOML/, 2],
    ['dependencies that are not a list', '# dependencies = "leaf"', /must be a list of strings/, 2],
    ['an unknown field', '# dependancies = ["leaf"]', /`dependancies` is not a field/, 2],
    [
      'another Python',
      '# requires-python = ">=3.8,<3.9"',
      /requires Python ">=3.8,<3.9"; .* 3\./,
      2,
    ],
    ['no version of Python', '# requires-python = "three"', /not a version specifier/, 2],
    ['a URL', '# dependencies = [\n#  "leaf @ https://h/leaf.whl"]', /URL or a path/, 3],
    ['a repository', '# dependencies = ["git+https://h/leaf"]', /URL or a path/, 2],
    ['a path', '# dependencies = ["./leaf"]', /URL or a path/, 2],
    ['an option', '# dependencies = ["--index-url=https://h"]', /an option of the installer/, 2],
    ['an option behind a name', '# dependencies = ["leaf --pre"]', /is not a requirement/, 2],
    ['no requirement', '# dependencies = ["leaf 1.0"]', /is not a requirement/, 2],
    [
      'a second block',
      '#\n# ///\n\n# /// script\n# dependencies = []',
      /A second `script` block/,
      5,
    ],
  ])('a metadata block is refused for %s, with the line', async (_, block, words, line) => {
    const problem = await postForProblem(`# /// script\n${block}\n# ///\n${CODE}`);
    expect(problem).toMatchObject({ status: 422, code: 'invalid_script' });
    expect(problem.errors).toEqual([
      { pointer: '/script', message: expect.stringMatching(words), line, column: 1 },
    ]);
  });

  it.each([
    ['no block', ''],
    ['a block of another kind', '# /// other\n# dependencies = ["nosuch"]\n# ///\n'],
    [
      'a block without an end, as the standard has it',
      '# /// script\n# dependencies = ["nosuch"]\n',
    ],
    ['an empty block', '# /// script\n#\n# ///\n'],
    [
      'fields of other tools',
      '# /// script\n# requires-python = "~=3.9"\n# [tool.ruff]\n# x = 1\n# ///\n',
    ],
  ])('no dependencies are locked for a script with %s', async (_, block) => {
    const code = 'def run(params, reporter):\n    pass\n';
    const type = await newMetaTask(server, { name: 'None', script: block + code });
    expect(type.dependency_lock).toBeNull();
  });
});

describe('servers with files in a bucket', () => {
  it('a server reuses packages from the bucket without a package index', async () => {
    const s3 = await startS3();
    const theirs = makeIndex(module('leaf', '3.0'));
    const own = await startServerProcess({ ...s3.settings, METARUN_PYTHON_INDEX_URL: theirs.url });
    try {
      const script = scriptWith(['leaf'], CODE);
      const type = await newMetaTask(own, { name: 'Leafy', script });
      const run = async (): Promise<unknown> =>
        (await taskWhen(own, await createTask(own, type.identifier))).result;
      expect(await run()).toBe('3.0');
      await until('they are in the bucket', () =>
        s3.requests.some(({ method, path }) => method === 'PUT' && path.includes('/archives/')),
      );
      await own.end('SIGTERM');
      theirs.remove();
      await rm(join(own.dataDir, 'environments'), { recursive: true });
      await own.restart();
      expect(await run()).toBe('3.0');
    } finally {
      await own.stop();
      theirs.remove();
      await s3.stop();
    }
  });
});

describe('an index with credentials', () => {
  it('a dependency error does not show the credentials of the package index', async () => {
    const own = await startServerProcess({
      METARUN_PYTHON_INDEX_URL: 'http://carol:hunter2hunter2@127.0.0.1:9/simple',
    });
    const problem = await postForProblem(scriptWith(['leaf'], CODE), own);
    expect(problem).toMatchObject({ status: 422, code: 'dependency_error' });
    expect(problem.detail).toMatch(/The package index could not be reached/);
    expect(JSON.stringify([problem, own.output])).not.toMatch(/hunter2|carol/);
    await own.stop();
  });
});
