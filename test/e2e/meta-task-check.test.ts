import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readError } from '../support/http.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask } from '../support/tasks.js';
import type { Wire } from '../support/wire.js';

const TASK_TYPES = '/projects/default/task-types/';
const GOOD = 'def run(params: dict, reporter):\n    return 1\n';

type Report = Wire['DefinitionCheckDto'];

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

async function check(body: object): Promise<Report> {
  const answer = await server.call<Report>('POST', `${TASK_TYPES}check`, { body });
  expect(answer.status).toBe(200);
  return answer.body;
}

describe('the check of a meta-task', () => {
  it('the check of a valid meta-task shows its params and creates nothing', async () => {
    const script = 'export function run(params: { name: string }) { return params.name; }';
    const body = { name: 'Not made', script, script_language: 'typescript' };
    expect(await check(body)).toMatchObject({
      ok: true,
      diagnostics: [],
      params_schema: { properties: { name: { type: 'string' } } },
      current_version: null,
      diff: [],
    });
    expect((await server.call('GET', `${TASK_TYPES}not-made`)).status).toBe(404);
  });

  it.each([
    ['python', 'def run(params, reporter):\n    return {', 2],
    ['typescript', 'export function run(params) {\n  return {;\n}', 2],
  ])('the check locates the error in a script of %s', async (script_language, script, line) => {
    const { ok, diagnostics } = await check({ name: 'Broken', script, script_language });
    expect(ok).toBe(false);
    expect(diagnostics).toMatchObject([{ pointer: '/script', severity: 'error', line }]);
    expect(diagnostics[0]?.column).toEqual(expect.any(Number));
  });

  it('the check reports every error, while creation reports only the first', async () => {
    const body = {
      name: 'Much',
      script: 'def other():\n    pass\n',
      timeout_seconds: 1_000_000,
      workspace_id: '00000000-0000-7000-8000-000000000000',
      params_schema: { type: 'nothing' },
    };
    const pointers = new Set((await check(body)).diagnostics.map(({ pointer }) => pointer));
    expect([...pointers].toSorted()).toEqual([
      '/params_schema/type',
      '/script',
      '/timeout_seconds',
      '/workspace_id',
    ]);
    const made = await server.call<{ errors: object[] }>('POST', TASK_TYPES, { body });
    expect(made.status).toBe(422);
    expect(made.body.errors).toHaveLength(1);
  });

  it('the check shows what would change in an existing meta-task, and warns if it is archived', async () => {
    const identifier = await createMetaTask(server, 'python', GOOD, { timeout_seconds: 20 });
    const same = { name: identifier, identifier, script: GOOD, timeout_seconds: 20 };
    const current = await server.call<{ name: string }>('GET', `${TASK_TYPES}${identifier}`);
    const named = { ...same, name: current.body.name };
    expect(await check(named)).toMatchObject({ ok: true, current_version: 1, diff: [] });
    const other = { ...named, script: `${GOOD}# more\n`, timeout_seconds: 30 };
    expect((await check(other)).diff).toEqual(['script', 'timeout_seconds']);
    await server.call('POST', `${TASK_TYPES}${identifier}/archive`);
    expect(await check(named)).toMatchObject({
      ok: true,
      diagnostics: [{ pointer: '/identifier', severity: 'warning' }],
    });
  });

  it('the check refuses a malformed body, and a user who may not create meta-tasks', async () => {
    const path = `${TASK_TYPES}check`;
    const odd = await server.call('POST', path, { body: { name: 3, colour: 'red' } });
    expect(readError(odd)).toBe('422 validation_failed');
    const viewer = await server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'looks on', role: 'viewer' },
    });
    const { token } = viewer.body;
    const refused = await server.call('POST', path, { body: { name: 'X' }, token });
    expect(refused.status).toBe(403);
  });
});
