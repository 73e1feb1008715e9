/** Tests the limit for drafts, and their early deletion. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readError, requireProblem } from '../support/http.js';
import { type HostedServer, startServer } from '../support/server.js';
import { loadNumber } from '../support/sql.js';
import { type TaskSummary, taskWhen } from '../support/tasks.js';

const TRY = '/projects/default/task-types/try';
const DRAFTS = '/projects/default/drafts';
const WAITS = `def run(params, reporter):
    reporter.wait_for_event("go")
`;
const ENDS = 'def run(params, reporter):\n    return 1\n';

let server: HostedServer;
beforeAll(async () => {
  server = await startServer({ METARUN_LIMITS: 'drafts=3,user_drafts=2' });
});
afterAll(() => server.stop());

function tried(script: string, token?: string) {
  const options = { body: { name: 'Tried', script }, ...(token !== undefined && { token }) };
  return server.call<TaskSummary>('POST', TRY, options);
}

async function author(name: string): Promise<string> {
  const { body: member } = await server.call<{ user_id: string }>(
    'POST',
    '/projects/default/members',
    { body: { name, role: 'author' } },
  );
  const body = { name, role: 'author', user_id: member.user_id };
  return (await server.call<{ token: string }>('POST', '/auth/tokens', { body })).body.token;
}

it('drafts are limited for each user and project, and ended ones can be deleted', async () => {
  const [ada, bob] = [await author('Ada'), await author('Bob')];
  const ended = await tried(ENDS, ada);
  await taskWhen(server, ended.body.id);
  const waits = await tried(WAITS, ada);
  const full = requireProblem(await tried(ENDS, ada));
  expect(full).toMatchObject({ status: 422, code: 'project_quota_exceeded' });
  expect(full.detail).toMatch(
    /METARUN_LIMITS.user_drafts allows you 2 .*metarun tasks delete-drafts/,
  );
  const ofBob = await tried(ENDS, bob);
  expect(ofBob.status).toBe(201);
  await taskWhen(server, ofBob.body.id);
  const project = requireProblem(await tried(ENDS, bob));
  expect(project).toMatchObject({ status: 422, code: 'project_quota_exceeded' });
  expect(project.detail).toMatch(/METARUN_LIMITS.drafts allows a project 3 .*delete-drafts/);
  const { body: usage } = await server.call<object[]>('GET', '/projects/default/usage');
  expect(usage).toContainEqual(
    expect.objectContaining({ setting: 'METARUN_LIMITS.drafts', used: 3, limit: 3 }),
  );

  const denied = await server.call('DELETE', `${DRAFTS}?all=true`, { token: ada });
  expect(readError(denied)).toBe('403 forbidden');
  expect(readError(await server.call('DELETE', DRAFTS, { token: server.apiKey }))).toBe(
    '403 forbidden',
  );
  // Waiting drafts and those of others remain.
  expect((await server.call('DELETE', DRAFTS, { token: ada })).body).toEqual({ deleted: 1 });
  expect((await tried(ENDS, ada)).status).toBe(201);
  expect((await server.call('DELETE', DRAFTS, { token: server.adminToken })).body).toEqual({
    deleted: 0,
  });
  await server.call('POST', `/external/v1/projects/default/tasks/${waits.body.id}/cancel`);
  for (const { id } of (
    await server.call<TaskSummary[]>('GET', '/external/v1/projects/default/tasks?draft=true')
  ).body)
    await taskWhen(server, id, ({ status }) => ['success', 'cancelled'].includes(status));
  expect((await server.call('DELETE', `${DRAFTS}?all=true`)).body).toEqual({ deleted: 3 });
  const left = 'SELECT COUNT(*) FROM task_type_versions WHERE version < 0';
  expect(await loadNumber(server, left)).toBe(0);
  expect(await loadNumber(server, 'SELECT COUNT(*) FROM tasks WHERE draft = 1')).toBe(0);
});
