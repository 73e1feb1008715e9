import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createBrowsers } from '../support/browser-sessions.js';
import { readError } from '../support/http.js';
import type { Answer, TestServer } from '../support/server.js';
import { logFromNow } from '../support/server-host.js';
import { sharedServer } from '../support/shared-server.js';
import { sql } from '../support/sql.js';
import { NO_OP } from '../support/scripts.js';
import { createMetaTask, TASKS, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import type { Wire } from '../support/wire.js';

type AuditRecord = Wire['AuditRecordDto'];

const LOG = '/projects/default/audit';
const SECRET = 'correct-horse-battery';

let server: TestServer;
let log: () => string;
const { signIn, byCookie } = createBrowsers(() => server);
beforeAll(async () => {
  server = await sharedServer();
  log = logFromNow();
});
afterAll(() => server.stop());

async function newest(query = '', path = LOG): Promise<AuditRecord> {
  const { body } = await server.call<AuditRecord[]>('GET', `${path}?limit=1${query}`);
  const [record] = body;
  if (record === undefined) throw new Error('the audit log is empty');
  return record;
}

type Change = AuditRecord['diff'][number];

/** Creates a meta-task that does nothing, and returns its identifier. */
function noOp(): Promise<string> {
  return createMetaTask(server, 'python', NO_OP.python);
}

describe('a record', () => {
  it('an audit record names the actor, the address, the action and the changed fields', async () => {
    const member = await server.call<{ user_id: string }>('POST', '/projects/default/members', {
      body: { name: 'Ada', role: 'viewer' },
    });
    const { user_id } = member.body;
    const path = `/projects/default/members/${user_id}`;
    const headers = { 'X-Request-Id': 'asked-by-me-1' };
    await server.call('PATCH', path, { body: { role: 'author' }, headers });
    const me = await server.call<{ id: string; token_id: string }>('GET', '/auth/me');
    expect(await newest()).toMatchObject({
      by: {
        kind: 'access_token',
        name: 'admin',
        user_id: me.body.id,
        credential_id: me.body.token_id,
      },
      address: '127.0.0.1',
      request_id: 'asked-by-me-1',
      action: 'members.change',
      target: { user_id },
      diff: [{ field: 'role', from: 'viewer', to: 'author' }],
    });
    await server.call('DELETE', path);
    expect(await newest()).toMatchObject({
      action: 'members.remove',
      diff: [
        { field: 'name', from: 'Ada' },
        { field: 'role', from: 'author' },
      ],
    });
  });

  it('an audit record distinguishes a browser session, an API key and an access token', async () => {
    const { cookie, session } = await signIn();
    const signedIn = await newest('', '/audit');
    expect(signedIn).toMatchObject({ action: 'sign-in.create', target: { id: session.id } });
    expect(JSON.stringify(signedIn)).not.toContain('mrt_');
    await byCookie(cookie, 'PATCH', '/projects/default', { body: { name: 'Renamed' } });
    expect(await newest()).toMatchObject({
      by: { kind: 'session', credential_id: session.token_id },
      action: 'projects.rename',
      diff: [{ field: 'name', from: 'Default', to: 'Renamed' }],
    });
    const files = '/external/v1/projects/default/files/content';
    const put = await server.call('PUT', files, { body: { path: '/a.txt', content: SECRET } });
    expect(put.status).toBeLessThan(300);
    expect(await newest()).toMatchObject({
      by: { kind: 'api_key', user_id: null },
      target: { path: '/a.txt' },
    });
  });

  const MEMBER = '/projects/default';
  it.each<[string, object, object, Change[], Change[]]>([
    [
      `${MEMBER}/schedules`,
      { name: 'Daily', task_type_identifier: '', cron: '@daily' },
      { name: 'Hourly', cron: '@hourly', overlap: 'allow', missed: null },
      [
        { field: 'name', from: 'Daily', to: 'Hourly' },
        { field: 'cron', to: '@hourly' },
        { field: 'overlap', from: 'skip', to: 'allow' },
        { field: 'missed', from: 'one', to: null },
      ],
      [{ field: 'name', from: 'Hourly' }],
    ],
    [
      `${MEMBER}/workspaces`,
      { name: 'Drafts', quota_bytes: 5 },
      { name: 'Letters', quota_bytes: null },
      [
        { field: 'name', from: 'Drafts', to: 'Letters' },
        { field: 'quota_bytes', from: 5, to: null },
      ],
      [{ field: 'name', from: 'Letters' }],
    ],
    [
      `${MEMBER}/mcp-servers`,
      { name: 'shop', url: 'https://1.1.1.1/mcp' },
      { name: 'store', timeout_seconds: 9 },
      [
        { field: 'name', from: 'shop', to: 'store' },
        { field: 'timeout_seconds', from: 60, to: 9 },
      ],
      [{ field: 'name', from: 'store' }],
    ],
    [
      `${MEMBER}/webhooks`,
      { url: 'https://1.1.1.1/', events: ['task.success'] },
      { enabled: false, description: 'Off' },
      [{ field: 'enabled', from: true, to: false }, { field: 'description' }],
      [],
    ],
    [
      '/users',
      { name: 'Alan' },
      { name: 'Alonzo', is_admin: true },
      [
        { field: 'name', from: 'Alan', to: 'Alonzo' },
        { field: 'is_admin', from: false, to: true },
      ],
      [
        { field: 'name', from: 'Alonzo' },
        { field: 'is_admin', from: true },
      ],
    ],
  ])(
    'a change at %s is recorded with what was there before',
    async (path, given, change, diff, gone) => {
      const log = path.startsWith(MEMBER) ? LOG : '/audit';
      const identifier =
        'task_type_identifier' in given ? { task_type_identifier: await noOp() } : {};
      const made = await server.call<{ id: string }>('POST', path, {
        body: { ...given, ...identifier },
      });
      expect(made.status).toBe(201);
      const one = `${path}/${made.body.id}`;
      expect((await server.call('PATCH', one, { body: change })).status).toBe(200);
      expect((await newest('', log)).diff).toEqual(diff);
      expect((await server.call('DELETE', one)).status).toBe(204);
      expect((await newest('', log)).diff).toEqual(gone);
    },
  );

  it.each<[string, object, Change[]]>([
    [
      'memory-settings',
      { memory_review: 'all' },
      [{ field: 'memory_review', from: 'low_trust', to: 'all' }],
    ],
    [
      'model-budget',
      { model_budget_usd_month: 5, model_budget_tokens_month: 9 },
      [
        { field: 'model_budget_usd_month', from: null, to: 5 },
        { field: 'model_budget_tokens_month', from: null, to: 9 },
      ],
    ],
    ['mcp', { mcp_approvals: 'on' }, [{ field: 'mcp_approvals', from: 'links', to: 'on' }]],
  ])('a change of the setting %s is recorded with its former value', async (path, body, diff) => {
    expect((await server.call('PATCH', `${MEMBER}/${path}`, { body })).status).toBe(200);
    expect((await newest()).diff).toEqual(diff);
  });

  it('the audit log never contains a secret', async () => {
    await server.call('PUT', '/projects/default/secrets/SHOP', { body: { value: SECRET } });
    expect(await newest()).toMatchObject({
      target: { name: 'SHOP' },
      diff: expect.arrayContaining([{ field: 'value' }]),
    });
    await server.call('POST', '/auth/tokens', { body: { name: 'laptop' } });
    const own = `project_id = (SELECT id FROM projects WHERE slug = 'default')`;
    const records = `SELECT * FROM audit_log WHERE ${own} OR project_id IS NULL`;
    const [rows, text] = [await sql(server, records), log()];
    expect(rows.length).toBeGreaterThan(3);
    expect(JSON.stringify([rows, text])).not.toMatch(new RegExp(`${SECRET}|mr[tkcs]_[\\w-]{43}`));
  });

  it('requests that are refused or change nothing leave no audit record', async () => {
    const before = await newest();
    const refused = await Promise.all([
      server.call('PATCH', '/projects/default/retention', { body: { tasks_days: 'x' } }),
      server.call('DELETE', '/projects/default/secrets/NONE'),
      server.call('PATCH', '/projects/default', { token: server.apiKey, body: { name: 'x' } }),
      server.call('POST', '/projects', { token: null, body: { name: 'x' } }),
    ]);
    for (const { status } of refused) expect(status).toBeGreaterThanOrEqual(400);
    await server.call('GET', '/projects/default');
    expect(await newest()).toEqual(before);
  });

  it('a new task leaves no audit record, but its cancellation and its retry do', async () => {
    const before = await newest();
    const script = 'def run(params, reporter):\n    reporter.sleep(3600)\n';
    await server.call('POST', '/projects/default/task-types/', { body: { name: 'Waits', script } });
    const made = await newest();
    expect(made.id).not.toBe(before.id);
    expect(made.diff).toContainEqual({ field: 'script' });
    const body = { task_type_identifier: 'waits' };
    const task = await server.call<{ id: string }>('POST', TASKS, { body });
    expect(task.status).toBe(201);
    expect(await newest()).toEqual(made);
    await server.call('POST', `${TASKS}/${task.body.id}/cancel`);
    expect(await newest()).toMatchObject({
      action: 'tasks.cancel',
      target: { task_id: task.body.id },
    });
    await taskWhen(server, task.body.id);
    const retried = await server.call('POST', `${TASKS}/${task.body.id}/retry`);
    expect(retried.status).toBeLessThan(300);
    expect(await newest()).toMatchObject({ action: 'tasks.retry' });
    await server.call('POST', `${TASKS}/${task.body.id}/cancel`);
  });
});

describe('the list', () => {
  it('the audit log can be filtered, paged and exported', async () => {
    for (const days of [11, 12, 13])
      await server.call('PATCH', '/projects/default/retention', { body: { tasks_days: days } });
    const action = '&action=retention.change';
    const first = await server.call<AuditRecord[]>('GET', `${LOG}?limit=2${action}`);
    expect(first.body.map(({ diff }) => diff)).toEqual([
      [{ field: 'tasks_days', from: 12, to: 13 }],
      [{ field: 'tasks_days', from: 11, to: 12 }],
    ]);
    const [, next = ''] = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
    const second = await server.call<AuditRecord[]>('GET', next);
    expect(second.body.map(({ diff }) => diff)).toEqual([
      [{ field: 'tasks_days', from: null, to: 11 }],
    ]);
    const { at } = first.body[1] as AuditRecord;
    const before = await server.call<AuditRecord[]>('GET', `${LOG}?before=${at}${action}`);
    expect(before.body.every((record) => record.at < at)).toBe(true);
    const after = await server.call<AuditRecord[]>('GET', `${LOG}?after=${at}${action}`);
    expect(after.body.length).toBeGreaterThan(0);
    expect(after.body.every((record) => record.at >= at)).toBe(true);
    const exported = await fetch(`${server.url}${LOG}/export?action=retention.change`, {
      headers: { Authorization: `Bearer ${server.adminToken}` },
    });
    expect(exported.headers.get('content-type')).toContain('application/jsonl');
    const lines = (await exported.text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as AuditRecord)).toEqual([
      ...first.body,
      ...second.body,
    ]);
  });

  it.each(['?action=x', '?user_id=x', '?after=monday', '?limit=0', '?cursor=1', '?odd=1'])(
    'the audit log refuses the query %s',
    async (query) => {
      expect(readError(await server.call('GET', LOG + query))).toMatch(/^422 /);
    },
  );

  it('only administrators read the audit log of their project or of the installation', async () => {
    const as = async (role: string): Promise<Answer[]> => {
      const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
        body: { name: role, role },
      });
      const { token } = body;
      return Promise.all(
        [LOG, `${LOG}/export`, '/audit'].map((path) => server.call('GET', path, { token })),
      );
    };
    for (const answer of await as('author')) expect(readError(answer)).toBe('403 forbidden');
    const member = await server.call<{ user_id: string }>('POST', '/projects/default/members', {
      body: { name: 'Grace', role: 'admin' },
    });
    const { body } = await server.call<{ token: string }>('POST', '/auth/tokens', {
      body: { name: 'x', user_id: member.body.user_id, role: 'admin' },
    });
    expect((await server.call('GET', LOG, { token: body.token })).status).toBe(200);
    expect(readError(await server.call('GET', '/audit', { token: body.token }))).toBe(
      '403 forbidden',
    );
    const slug = `other-${Date.now()}`;
    await server.call('POST', '/projects', { body: { name: 'Other', slug } });
    const path = `/projects/${slug}/audit`;
    expect(readError(await server.call('GET', path, { token: body.token }))).toBe('404 not_found');
    expect((await server.call('GET', path)).body).toEqual([]);
  });
});

it('an audited change is an event in the stream of the project', async () => {
  const ended = new AbortController();
  const stream = await fetch(`${server.url}/external/v1/projects/default/events?types=audit`, {
    headers: { Authorization: `Bearer ${server.apiKey}` },
    signal: ended.signal,
  });
  let text = '';
  const reading = (async () => {
    for await (const chunk of stream.body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await server.call('PATCH', '/projects/default/retention', { body: { events_days: 20 } });
  await until('the event has come', () => text.includes('event: audit'));
  ended.abort();
  await reading;
  expect(text).toContain('"action":"retention.change"');
  expect(text).not.toContain('127.0.0.1');
});
