import { afterAll, beforeAll, expect } from '@jest/globals';
import { contractText } from '../../support/agents.js';
import { proves } from './proves.js';
import type { TestServer } from '../../support/server.js';
import { sharedServer } from '../../support/shared-server.js';
import { newMetaTask, postMetaTask, type MetaTask, TYPES } from '../../support/meta-tasks.js';
import { createTask, runScript, TASKS, taskWhen } from '../../support/tasks.js';

const UNKNOWN = '00000000-0000-7000-8000-000000000000';
const MODEL = 'specification/m';
const PYTHON = 'def run(params, reporter):\n    return params\n';

let server: TestServer;
let bare: MetaTask;
beforeAll(async () => {
  server = await sharedServer();
  bare = await newMetaTask(server, { name: 'Bare' });
});
afterAll(() => server.stop());

/** Creates a meta-task with a field and returns the status and the field's value in the answer. */
async function given<K extends keyof MetaTask | 'agent_id' | 'docker_image_id'>(
  field: K,
  value: unknown,
): Promise<unknown[]> {
  const { status, body } = await postMetaTask(server, { name: 'Given', [field]: value });
  return [status, status === 201 ? Reflect.get(body, field) : null];
}

/** Creates a model that is never called. */
async function makeModel(): Promise<void> {
  const models = [{ name: 'm', model: 'm', context_tokens: 10_000, max_output_tokens: 1_000 }];
  const base_url = 'https://models.example.com/v1';
  const body = { name: 'specification', kind: 'openai_compatible', base_url, models };
  const made = await server.call('POST', '/projects/default/model-providers', { body });
  expect([201, 409]).toContain(made.status);
}

proves('task_types.create', async () => {
  const { status, body } = await postMetaTask(server, { name: 'Seven' });
  expect(status).toBe(201);
  const seven = [
    'id',
    'name',
    'identifier',
    'execution_mode',
    'script_language',
    'extract_memory',
    'version',
  ];
  expect(Object.keys(body)).toEqual(expect.arrayContaining(seven));
});
proves('task_types.create.slash', async () => {
  for (const path of [`${TYPES}/`, TYPES])
    expect((await server.call('POST', path, { body: { name: 'Slash' } })).status).toBe(201);
});
proves('task_types.create.name', async () => {
  expect(bare.name).toBe('Bare');
  expect((await postMetaTask(server, {})).status).toBe(422);
});
proves('task_types.create.identifier', async () => {
  const { identifier } = await newMetaTask(server, {
    name: 'Named',
    identifier: 'My_name.1',
    script: PYTHON,
  });
  expect((await taskWhen(server, await createTask(server, 'My_name.1'))).task_type).toBe(
    identifier,
  );
});
proves('task_types.create.identifier.default', async () => expect(bare.identifier).toBe('bare'));
proves('task_types.create.script', async () => {
  expect(await given('script', PYTHON)).toEqual([201, PYTHON]);
  expect(bare.script).toBeNull();
});
proves('task_types.create.execution_mode', async () => {
  expect(bare.execution_mode).toBe('script');
  expect(await given('execution_mode', 'script')).toEqual([201, 'script']);
  expect(await given('execution_mode', 'agent')).toEqual([422, null]);
  await makeModel();
  const contract = { execution_mode: 'agent', script: contractText({ model: MODEL }) };
  const { status, body } = await postMetaTask(server, { name: 'Agent', ...contract });
  expect([status, body.execution_mode]).toEqual([201, 'agent']);
});
proves('task_types.create.script_language', async () => {
  expect(bare.script_language).toBe('python');
  expect(await given('script_language', 'typescript')).toEqual([201, 'typescript']);
  expect(await given('script_language', 'cobol')).toEqual([422, null]);
});
proves('task_types.create.workspace_id', async () => {
  const made = await server.call<{ id: string }>('POST', '/projects/default/workspaces', {
    body: { name: 'W' },
  });
  const workspace_id = made.body.id;
  const script = 'def run(params, reporter):\n    reporter.files.write("/here.txt", "x")\n';
  await runScript(server, 'python', script, { metaTask: { workspace_id } });
  const files = '/external/v1/projects/default/files/content?path=/here.txt';
  expect((await server.call('GET', `${files}&ws=${workspace_id}`)).status).toBe(200);
  expect(await given('workspace_id', UNKNOWN)).toEqual([422, null]);
});
proves('task_types.create.agent_id', async () => {
  expect(await given('agent_id', UNKNOWN)).toEqual([422, null]);
  await makeModel();
  const agent = await server.call<{ id: string }>('POST', '/projects/default/agents', {
    body: { name: 'Runs it', model: MODEL },
  });
  const bound = { execution_mode: 'agent', agent_id: agent.body.id };
  const { status, body } = await postMetaTask(server, { name: 'Bound', ...bound });
  expect([status, body]).toEqual([201, expect.objectContaining(bound)]);
});
proves('task_types.create.docker_image_id', async () =>
  expect(await given('docker_image_id', UNKNOWN)).toEqual([422, null]),
);
proves('task_types.create.auto_approve', async () => {
  expect(bare.auto_approve).toBe(false);
  expect(await given('auto_approve', true)).toEqual([201, true]);
  expect(await given('auto_approve', 'yes')).toEqual([422, null]);
});
proves('task_types.create.extract_memory', async () => {
  expect(bare.extract_memory).toBe(false);
  expect(await given('extract_memory', false)).toEqual([201, false]);
  expect(await given('extract_memory', true)).toEqual([422, null]);
});
proves('task_types.create.allow_mcp', async () => {
  expect(bare.allow_mcp).toBe(false);
  expect(await given('allow_mcp', false)).toEqual([201, false]);
  expect(await given('allow_mcp', true)).toEqual([422, null]);
});
proves('task_types.create.result_schema', async () => {
  const result_schema = { type: 'object', required: ['ok'] };
  const bad = await runScript(server, 'python', PYTHON, { metaTask: { result_schema } });
  expect(bad).toMatchObject({ status: 'failed', error_code: 'invalid_result' });
  const good = await runScript(server, 'python', PYTHON, {
    metaTask: { result_schema },
    params: { ok: 1 },
  });
  expect(good.status).toBe('success');
});
proves('task_types.id', async () =>
  expect(bare.id).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
);
proves('task_types.version', async () => expect(bare.version).toBe(1));

proves('auth.access_token', async () => {
  expect((await server.call('GET', TYPES, { token: server.adminToken })).status).toBe(200);
  expect((await server.call('GET', TYPES, { token: server.apiKey })).status).toBe(403);
});
proves('auth.required', async () => {
  for (const path of [TASKS, TYPES, '/external/v1/projects/default/files'])
    for (const token of [null, 'mrk_wrong', `mrt_${'x'.repeat(43)}`])
      expect((await server.call('GET', path, { token })).status).toBe(401);
});
