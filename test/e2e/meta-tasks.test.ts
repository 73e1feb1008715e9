import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { newMetaTask, postMetaTask, type MetaTask, TYPES } from '../support/meta-tasks.js';
import { createTask, runScript, TASKS, taskWhen } from '../support/tasks.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const PYTHON = 'def run(params, reporter):\n    return params\n';

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

const read = (reference: string) => server.call<MetaTask>('GET', `${TYPES}/${reference}`);
const patch = (reference: string, body: object) =>
  server.call<MetaTask>('PATCH', `${TYPES}/${reference}`, { body });

describe('creating a meta-task', () => {
  it('creation answers 201 with the given fields and the defaults of all others', async () => {
    const { status, body } = await postMetaTask(server, { name: 'Bare minimum' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Bare minimum',
      identifier: 'bare-minimum',
      execution_mode: 'script',
      script_language: 'python',
      extract_memory: false,
      version: 1,
      current_version: 1,
      description: null,
      script: null,
      workspace_id: null,
      auto_approve: false,
      allow_mcp: false,
      network: 'none',
      allowed_hosts: [],
      params_schema: null,
      result_schema: null,
      timeout_seconds: null,
      memory_mb: null,
      cpu_seconds: null,
      archived_at: null,
    });
    expect(body.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/);
    expect(body.created_at).toBe(new Date(body.created_at).toISOString());
  });

  it('creation keeps every field that is given', async () => {
    const given = {
      name: 'Übersicht 📈',
      identifier: 'Full.Fields_1',
      description: 'Zwei\nZeilen',
      script: 'export const run = () => 1;',
      execution_mode: 'script',
      script_language: 'typescript',
      auto_approve: true,
      extract_memory: false,
      allow_mcp: false,
      params_schema: {
        type: 'object',
        properties: { b: { type: 'string' }, a: { default: null } },
      },
      result_schema: { type: 'integer' },
      timeout_seconds: 600,
      memory_mb: 512,
      cpu_seconds: 60,
      max_attempts: 7,
      retry_delay_seconds: 0.5,
      retry_factor: 1.5,
      retry_max_delay_seconds: 20,
      retry_jitter: 0,
      retry_on: ['script_error', 'timeout'],
      total_timeout_seconds: 900,
      runtime: 'node',
      isolation: 'fresh',
      network: 'restricted',
      allowed_hosts: ['api.example.com', '*.example.org:8443'],
    };
    const created = await newMetaTask(server, given);
    expect(created).toMatchObject(given);
    expect(JSON.stringify(created.params_schema)).toBe(JSON.stringify(given.params_schema));
    expect((await read(created.id)).body).toEqual(created);
    expect((await read('Full.Fields_1')).body).toEqual(created);
    expect((await read(created.id.toUpperCase())).body).toEqual(created);
  });

  it('creation takes null for the default of every optional field', async () => {
    const names = Object.keys(await newMetaTask(server, { name: 'Nulls' }));
    const optional = names.filter(
      (name) =>
        !/^(id|name|version|current_version|params_schema_inferred|dependency_lock|large_script|docker_image_(version_id|digest)|created_by|.*_at)$/.test(
          name,
        ),
    );
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    expect(await newMetaTask(server, { name: 'Nulls again', ...nulls })).toMatchObject({
      identifier: 'nulls-again',
      execution_mode: 'script',
      script_language: 'python',
      auto_approve: false,
    });
  });

  it('a path answers the same with and without a trailing slash', async () => {
    const answer = await server.call<MetaTask>('POST', TYPES, { body: { name: 'No slash' } });
    expect([answer.status, answer.body.identifier]).toEqual([201, 'no-slash']);
    expect((await server.call('GET', `${TYPES}/`)).status).toBe(200);
    expect((await server.call('GET', `${TYPES}/no-slash/`)).status).toBe(200);
  });

  it.each([
    ['Q3 Report!', 'q3-report'],
    ['Crème brûlée', 'creme-brulee'],
    ['日本語', 'meta-task'],
    ['  --  ', 'meta-task-2'],
    ['Q3 Report?', 'q3-report-2'],
    ['x'.repeat(200), 'x'.repeat(80)],
  ])('an identifier is made from the name %j', async (name, identifier) => {
    expect((await newMetaTask(server, { name })).identifier).toBe(identifier);
  });

  it('meta-tasks of one name that are created at once get distinct identifiers', async () => {
    const made = await Promise.all(
      Array.from({ length: 20 }, () => newMetaTask(server, { name: 'Twin' })),
    );
    expect(new Set(made.map(({ identifier }) => identifier)).size).toBe(20);
  });

  it('an identifier that is in use is refused in its own project only', async () => {
    await newMetaTask(server, { name: 'One', identifier: 'taken' });
    const again = await postMetaTask(server, { name: 'Two', identifier: 'taken' });
    expect(readError(again)).toBe('409 duplicate');
    const { body } = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Elsewhere' },
    });
    const there = `/projects/${body.id}/task-types/`;
    expect(
      (await server.call('POST', there, { body: { name: 'One', identifier: 'taken' } })).status,
    ).toBe(201);
  });

  it.each([
    [{}, '/name'],
    [{ name: '' }, '/name'],
    [{ name: 'n'.repeat(201) }, '/name'],
    [{ name: 'x', identifier: '' }, '/identifier'],
    [{ name: 'x', identifier: '-a' }, '/identifier'],
    [{ name: 'x', identifier: 'a b' }, '/identifier'],
    [{ name: 'x', identifier: 'ü' }, '/identifier'],
    [{ name: 'x', identifier: 'a'.repeat(101) }, '/identifier'],
    [{ name: 'x', script: 7 }, '/script'],
    [{ name: 'x', execution_mode: 'magic' }, '/execution_mode'],
    [{ name: 'x', script_language: 'ruby' }, '/script_language'],
    [{ name: 'x', workspace_id: 'mine' }, '/workspace_id'],
    [{ name: 'x', auto_approve: 'true' }, '/auto_approve'],
    [{ name: 'x', result_schema: [] }, '/result_schema'],
    [{ name: 'x', result_schema: 'object' }, '/result_schema'],
    [{ name: 'x', timeout_seconds: 0 }, '/timeout_seconds'],
    [{ name: 'x', timeout_seconds: 1.5 }, '/timeout_seconds'],
    [{ name: 'x', memory_mb: 15 }, '/memory_mb'],
    [{ name: 'x', version: 3 }, '/version'],
    [{ name: 'x', id: UNKNOWN }, '/id'],
  ])('creation refuses %j with a pointer', async (body, pointer) => {
    const { code, errors } = requireProblem(await postMetaTask(server, body));
    expect(code).toBe('validation_failed');
    expect(errors.map((error) => error.pointer)).toContain(pointer);
  });
});

describe('what this installation cannot honour', () => {
  it.each([
    [{ execution_mode: 'agent' }, 'not_available', '/execution_mode'],
    [{ extract_memory: true }, 'not_available', '/extract_memory'],
    [{ allow_mcp: true }, 'not_available', '/allow_mcp'],
    [{ agent_id: UNKNOWN }, 'unknown_binding', '/agent_id'],
    [{ docker_image_id: UNKNOWN }, 'unknown_binding', '/docker_image_id'],
    [{ workspace_id: UNKNOWN }, 'unknown_binding', '/workspace_id'],
  ])('the setting %j is refused at creation and in a change', async (field, code, pointer) => {
    const { identifier } = await newMetaTask(server, { name: 'Plain' });
    for (const answer of [
      await postMetaTask(server, { name: 'x', ...field }),
      await patch(identifier, field),
    ]) {
      const found = requireProblem(answer);
      expect([found.status, found.code, found.errors[0]?.pointer]).toEqual([422, code, pointer]);
    }
    expect((await read(identifier)).body.version).toBe(1);
  });

  it('a workspace of another project is an unknown binding', async () => {
    const { body } = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Owner' },
    });
    const workspace = await server.call<{ id: string }>('POST', `/projects/${body.id}/workspaces`, {
      body: { name: 'w' },
    });
    const answer = await postMetaTask(server, { name: 'x', workspace_id: workspace.body.id });
    expect(readError(answer)).toBe('422 unknown_binding');
  });
});

it('a script reads and writes the workspace that its meta-task is bound to', async () => {
  const made = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
    body: { name: 'Bound' },
  });
  const workspace_id = made.body.id;
  const script = `def run(params, reporter):
    reporter.files.write("/out.txt", "bound")
    return reporter.files.read("/out.txt")
`;
  const task = await runScript(server, 'python', script, { metaTask: { workspace_id } });
  expect(task.result).toBe('bound');
  const files = '/external/v1/projects/default/files/content?path=/out.txt';
  expect((await server.call('GET', `${files}&ws=${workspace_id}`)).body).toMatchObject({
    content: 'bound',
  });
  expect(readError(await server.call('GET', files))).toBe('404 not_found');
});

describe('listing meta-tasks', () => {
  it('meta-tasks are listed newest first, by pages, with archived ones on demand', async () => {
    const { body: project } = await server.call<{ id: string }>('POST', '/projects', {
      body: { name: 'Lists' },
    });
    const base = `/projects/${project.id}/task-types/`;
    for (const name of ['a', 'b', 'c', 'd']) await server.call('POST', base, { body: { name } });
    await server.call('POST', `${base}b/archive`);
    const names = async (query: string): Promise<string> =>
      (await server.call<MetaTask[]>('GET', `${base}?${query}`)).body
        .map(({ name }) => name)
        .join('');
    expect(await names('')).toBe('dca');
    expect(await names('archived=true')).toBe('dcba');
    expect(await names('limit=2&offset=1')).toBe('ca');
    expect(await names('offset=10')).toBe('');
    for (const query of ['limit=0', 'limit=201', 'offset=-1', 'archived=maybe', 'colour=red'])
      expect(readError(await server.call('GET', `${base}?${query}`))).toBe('422 validation_failed');
  });

  it('an unknown meta-task or version is answered with 404', async () => {
    for (const path of ['unknown', UNKNOWN, `${UNKNOWN}/versions`, 'unknown/versions/1'])
      expect(readError(await read(path))).toBe('404 not_found');
    expect(readError(await patch('unknown', { name: 'x' }))).toBe('404 not_found');
    for (const action of ['archive', 'restore', 'versions/1/restore'])
      expect(readError(await server.call('POST', `${TYPES}/unknown/${action}`))).toBe(
        '404 not_found',
      );
  });
});

describe('changing a meta-task', () => {
  it('a change makes a new version, and no version where nothing differs', async () => {
    const first = await newMetaTask(server, {
      name: 'Changing',
      script: PYTHON,
      timeout_seconds: 9,
    });
    const second = await patch(first.id, { description: 'now with words' });
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({
      version: 2,
      current_version: 2,
      description: 'now with words',
      script: PYTHON,
    });
    expect((await patch(first.id, {})).body.version).toBe(2);
    expect(
      (await patch(first.id, { description: 'now with words', script: PYTHON })).body.version,
    ).toBe(2);
    const third = await patch('changing', {
      timeout_seconds: null,
      description: null,
      script_language: null,
    });
    expect(third.body).toMatchObject({
      version: 3,
      timeout_seconds: null,
      description: null,
      script_language: 'python',
    });
    const versions = await server.call<MetaTask[]>('GET', `${TYPES}/changing/versions`);
    expect(versions.body.map(({ version, timeout_seconds }) => [version, timeout_seconds])).toEqual(
      [
        [3, null],
        [2, 9],
        [1, 9],
      ],
    );
    expect((await read('changing/versions/1')).body).toMatchObject({
      version: 1,
      current_version: 3,
      description: null,
    });
    for (const version of ['0', '4', '-1', 'x', '1e0', '01', '99999999999'])
      expect(readError(await read(`changing/versions/${version}`))).toBe('404 not_found');
  });

  it('a change refuses what creation refuses, and a new identifier', async () => {
    const { identifier } = await newMetaTask(server, { name: 'Strict', script: PYTHON });
    for (const body of [
      { name: '' },
      { name: null },
      { identifier: 'other' },
      { colour: 1 },
      { memory_mb: 1 },
    ])
      expect([body, readError(await patch(identifier, body))]).toEqual([
        body,
        '422 validation_failed',
      ]);
    expect(readError(await patch(identifier, { script: 'def run(' }))).toBe('422 invalid_script');
    expect(readError(await patch(identifier, { script_language: 'typescript' }))).toBe(
      '422 invalid_script',
    );
    expect((await read(identifier)).body.version).toBe(1);
  });

  it('simultaneous changes number each version once', async () => {
    const { id } = await newMetaTask(server, { name: 'Contended', script: PYTHON });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => patch(id, { description: `change ${index}` })),
    );
    const done = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status !== 200).map(readError)).toEqual(
      Array(10 - done.length).fill('409 conflict'),
    );
    const versions = await server.call<MetaTask[]>('GET', `${TYPES}/${id}/versions`);
    const numbers = versions.body.map(({ version }) => version);
    expect(numbers).toEqual(
      Array.from({ length: done.length + 1 }, (_, index) => done.length + 1 - index),
    );
  });

  it('a restored version becomes the current one, and the next change counts on from the latest', async () => {
    const { identifier } = await newMetaTask(server, { name: 'Back and forth', script: PYTHON });
    await patch(identifier, { script: `${PYTHON}# second\n` });
    const back = await server.call<MetaTask>('POST', `${TYPES}/${identifier}/versions/1/restore`);
    expect([back.status, back.body.version, back.body.script]).toEqual([200, 1, PYTHON]);
    expect((await patch(identifier, { description: 'third' })).body).toMatchObject({
      version: 3,
      script: PYTHON,
    });
    expect(readError(await server.call('POST', `${TYPES}/${identifier}/versions/9/restore`))).toBe(
      '404 not_found',
    );
  });

  it('a task keeps the version that it was created with', async () => {
    const script =
      'import time\ndef run(params, reporter):\n    time.sleep(0.3)\n    return [1, reporter.task.version]\n';
    const { identifier } = await newMetaTask(server, { name: 'Kept version', script });
    const old = await createTask(server, identifier);
    await patch(identifier, { script: script.replace('[1,', '[2,') });
    const recent = await createTask(server, identifier);
    expect(await taskWhen(server, old)).toMatchObject({ result: [1, 1], task_type_version: 1 });
    expect(await taskWhen(server, recent)).toMatchObject({ result: [2, 2], task_type_version: 2 });
  });
});

describe('archiving', () => {
  it('an archived meta-task keeps its tasks, takes no new ones, and can be restored', async () => {
    const { identifier } = await newMetaTask(server, { name: 'Old', script: PYTHON });
    const id = await createTask(server, identifier);
    const archived = await server.call<MetaTask>('POST', `${TYPES}/${identifier}/archive`);
    expect([archived.status, typeof archived.body.archived_at]).toEqual([200, 'string']);
    const again = await server.call<MetaTask>('POST', `${TYPES}/${identifier}/archive`);
    expect(again.body.archived_at).toBe(archived.body.archived_at);
    const body = { task_type_identifier: identifier };
    expect(readError(await server.call('POST', TASKS, { body }))).toBe('422 task_type_archived');
    expect((await taskWhen(server, id)).status).toBe('success');
    expect(readError(await postMetaTask(server, { name: 'Old', identifier }))).toBe(
      '409 duplicate',
    );
    const back = await server.call<MetaTask>('POST', `${TYPES}/${identifier}/restore`);
    expect(back.body.archived_at).toBeNull();
    expect((await taskWhen(server, await createTask(server, identifier))).status).toBe('success');
  });

  it('a meta-task without a script takes no tasks until it has one', async () => {
    const { identifier } = await newMetaTask(server, { name: 'Scriptless' });
    const body = { task_type_identifier: identifier };
    expect(readError(await server.call('POST', TASKS, { body }))).toBe(
      '422 task_type_without_script',
    );
    await patch(identifier, { script: PYTHON });
    expect((await taskWhen(server, await createTask(server, identifier, { a: 1 }))).result).toEqual(
      { a: 1 },
    );
  });
});
