/** Tests that every operation of the API has a command with the described effect. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CliAnswer, runCli, startOnTerminal } from '../support/cli.js';
import * as commands from './admin-commands.js';
import { answerAs, type LocalServer, sendOn, serve } from '../support/local-server.js';
import type { TestServer } from '../support/server.js';
import { sharedServer } from '../support/shared-server.js';
import { createMetaTask, createTask, taskWhen } from '../support/tasks.js';
import { until } from '../support/until.js';
import { expectAllAudited, operationsWithout, WITHOUT_COMMAND } from './api-commands.js';

const ASKS = `
def run(params: dict, reporter):
    print("asking")
    if params.get("event"):
        return reporter.wait_for_event("go")
    return reporter.ask_approval("Go on?")["decision"]
`;

let server: TestServer;
let env: Record<string, string>;
let folder: string;
let recorder: LocalServer;
/** Method and path of each request that a command made. */
const requests = new Set<string>();

beforeAll(async () => {
  server = await sharedServer();
  folder = mkdtempSync(join(tmpdir(), 'metarun-admin-'));
  recorder = await serve(async (request, response) => {
    requests.add(`${request.method} ${new URL(request.url ?? '', server.url).pathname}`);
    answerAs(await sendOn(request, response, server.url), response);
  });
  env = { METARUN_URL: recorder.url, METARUN_TOKEN: server.adminToken, XDG_CONFIG_HOME: folder };
  await createMetaTask(server, 'python', ASKS, { name: 'Asks' });
});

afterAll(async () => {
  await recorder.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

function here(...args: string[]): Promise<CliAnswer> {
  return runCli(args, { env, cwd: folder });
}

/** Runs a command that must succeed and returns its output for people. */
async function done(...args: string[]): Promise<string> {
  const answer = await here(...args);
  if (answer.code !== 0) throw new Error(`${args.join(' ')}: ${answer.code} ${answer.stderr}`);
  return answer.stdout;
}

/** Runs a command with `--json` and returns its document. */
async function document<T = Record<string, unknown>>(...args: string[]): Promise<T> {
  return JSON.parse(await done(...args, '--json')) as T;
}

const admin = (): commands.Admin => ({ server, folder, here, done, document });

describe('metarun secrets', () => {
  it('metarun secrets sets values from standard input or a file, lists only names, and deletes', async () => {
    const set = await runCli(['secrets', 'set', 'TOKEN'], { env, stdin: 'hidden value\n' });
    expect(set).toMatchObject({ code: 0, stdout: '✓ TOKEN is set\n' });
    writeFileSync(join(folder, 'key.pem'), 'line one\nline two\n');
    await done('secrets', 'set', 'KEY', '--file', 'key.pem');
    const script = `
def run(params, reporter):
    return [len(reporter.secrets.get(name)) for name in ("TOKEN", "KEY")]
`;
    await createMetaTask(server, 'python', script, { name: 'Reads secrets' });
    const task = await taskWhen(server, await createTask(server, 'reads-secrets'));
    expect(task.result).toEqual(['hidden value'.length, 'line one\nline two\n'.length]);
    const listed = (await done('secrets', 'list')) + (await done('secrets', 'list', '--json'));
    expect(listed).toMatch(/TOKEN +readable/);
    expect(listed).not.toMatch(/hidden|line one/);
    const weak = await runCli(['secrets', 'set', 'TOKEN'], { env, stdin: 'prod\n' });
    expect(weak).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^warning: .*whole word/),
    });
    await done('secrets', 'rm', 'TOKEN', 'KEY', '--yes');
    expect(await document('secrets', 'list')).toEqual({ secrets: [] });
  });

  it('metarun secrets set prompts on a terminal without echoing the value', async () => {
    const asking = startOnTerminal(['secrets', 'set', 'TYPED'], 80, { env });
    await asking.says('The value of TYPED');
    asking.process.stdin.write('hunter2\r');
    const { code, stdout } = await asking.ended;
    expect(code).toBe(0);
    expect(stdout).toContain('TYPED is set');
    expect(stdout).not.toContain('hunter2');
  });

  it('metarun secrets set accepts no value as an argument and no empty value', async () => {
    const given = await here('secrets', 'set', 'TOKEN', 'value');
    expect(given).toMatchObject({ code: 2, stdout: '' });
    const empty = await runCli(['secrets', 'set', 'TOKEN'], { env });
    expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('no value') });
  });
});

describe('what deletes or takes a right away', () => {
  it.each([
    [['secrets', 'rm', 'TYPED']],
    [['workspaces', 'rm', 'default']],
    [['members', 'rm', 'admin']],
    [['api-keys', 'revoke', 'tests']],
    [['meta-tasks', 'archive', 'asks']],
    [['sessions', 'end']],
    [['users', 'rm', 'admin']],
    [['tasks', 'delete-drafts']],
    [['files', 'drop-versions', '/x']],
  ])('a destructive command without a terminal needs --yes: %j', async (args) => {
    const { code, stderr } = await here(...args);
    expect({ args, code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--yes'),
    });
  });
});

it('metarun agents has a command for each operation', () => commands.driveAgents(admin()));

describe('metarun schedules', () => {
  it('schedules are created, shown, changed, paused, run and deleted by name', async () => {
    const when = ['--cron', '0 7 * * MON', '--time-zone', 'Europe/Oslo'];
    const made = await done('schedules', 'create', 'asks', '--name', 'Weekly', ...when);
    expect(made).toContain('Weekly is made; its next time is');
    await done('schedules', 'create', 'asks', '--name', 'Often', '--every', '30m', '--paused');
    await done('schedules', 'change', 'Weekly', '--param', 'event=true', '--missed', 'one');
    expect(await document('schedules', 'show', 'Weekly')).toMatchObject({
      cron: '0 7 * * MON',
      params: { event: true },
      missed: 'one',
    });
    expect(await done('schedules', 'show', 'Weekly')).toContain('Europe/Oslo');
    const list = await done('schedules', 'list');
    expect(list).toMatch(/paused +every 30m/);
    expect((await done('schedules', 'preview', ...when)).trim().split('\n').length).toBeGreaterThan(
      2,
    );
    await done('schedules', 'pause', 'Weekly');
    await done('schedules', 'resume', 'Weekly');
    expect((await done('schedules', 'run', 'Weekly')).trim()).toMatch(/^[0-9a-f-]{36}$/);
    for (const name of ['Weekly', 'Often']) await done('schedules', 'rm', name, '--yes');
    expect(await document('schedules', 'list')).toEqual({ schedules: [] });
  });

  it.each([
    [['create', 'asks', '--name', 'x', '--every', 'often'], 2, '30s, 30m, 2h or 1d'],
    [['create', 'asks', '--cron', '* * * * *'], 2, '--name'],
    [['create', 'asks', '--name', 'x'], 1, 'cron'],
    [['change', 'nothing'], 1, 'There is no schedule "nothing"'],
    [['show', 'nothing'], 1, 'metarun schedules list'],
  ])('metarun schedules refuses %j', async (args, exit, said) => {
    const { code, stdout, stderr } = await here('schedules', ...args);
    expect({ code, stdout, stderr }).toEqual({
      code: exit,
      stdout: '',
      stderr: expect.stringContaining(said),
    });
  });
});

describe('metarun webhooks', () => {
  it('webhooks are created with a secret, tested, changed and deleted', async () => {
    const url = 'https://hooks.example.com/metarun';
    const events = ['task.failed', 'task.success', 'approval.pending'];
    const made = await here('webhooks', 'create', url, '--event', ...events);
    expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\S{20,}\n$/) });
    expect(await done('webhooks', 'list')).toMatch(
      /enabled +task\.failed task\.success approval\.pending/,
    );
    const { id } = await document<{ id: string }>('webhooks', 'show', url);
    expect((await done('webhooks', 'rotate-secret', id, '--keep', '1h')).trim()).not.toBe(
      made.stdout.trim(),
    );
    const test = await document<{ id: string }>('webhooks', 'test', id);
    expect(await document('webhooks', 'deliveries', id)).toMatchObject({
      deliveries: [{ id: test.id }],
    });
    expect(await done('webhooks', 'delivery', id, test.id.slice(-8))).toContain(test.id);
    expect((await here('webhooks', 'redeliver', id, test.id)).code).toBeLessThan(2);
    expect(await done('webhooks', 'redeliver', id)).toContain('sent again');
    await done('webhooks', 'change', id, '--type', 'asks', '--disable');
    expect(await done('webhooks', 'show', id)).toMatch(/state +disabled[^]*meta-tasks +asks/);
    await done('webhooks', 'rm', id, '--yes');
  });
});

it('metarun images lists, shows and removes images, and reports a missing container engine', () =>
  commands.driveImages(admin()));

it('metarun model-providers and mcp-servers manage providers and servers', async () => {
  await commands.driveModelProviders(admin());
  await commands.driveMcpServers(admin());
});
it('metarun users creates, changes, lists and deletes users, and ends their access', () =>
  commands.driveUsers(admin()));

it('metarun sessions lists the browsers of a user and signs them out', () =>
  commands.driveSessions(admin()));
it('metarun memories adds, searches, exports, revokes and erases memories', () =>
  commands.driveMemories(admin()));
it('metarun now, stats and bulk show a project and act on many tasks', () =>
  commands.driveProject(admin()));

describe('metarun projects, members, api-keys, tokens', () => {
  it('metarun whoami and metarun projects show the user, and projects with their limits and budget', async () => {
    expect(await done('whoami')).toMatch(/^name +admin[^]*administrator/);
    const slug = `more-${Date.now()}`;
    await done('projects', 'create', 'More', '--slug', slug);
    await done('projects', 'rename', 'Much more', '--project', slug);
    expect(await done('projects', 'show', '--project', slug)).toContain('Much more');
    const { projects } = await document<{ projects: object[] }>('projects', 'list');
    expect(projects).toContainEqual(expect.objectContaining({ slug }));
    expect(await done('projects', 'usage')).toMatch(/METARUN_\w+/);
    expect(await done('projects', 'limits')).toMatch(/memory_mb +\d+, at most \d+/);
    expect(await done('projects', 'retention', '--tasks', '90')).toMatch(/tasks +90 days\n/);
    expect(await done('projects', 'retention')).toContain('(default)');
    await done('projects', 'retention', '--tasks', 'default');
    await done('usage', '--by', 'model');
    await done('projects', 'model-budget', '--usd', '12.5', '--tokens', '1000000');
    expect(await done('projects', 'model-budget')).toMatch(
      /usd +0.0000 USD of 12.5\ntokens +0 of 1000000\n/,
    );
    await done('projects', 'model-budget', '--usd', 'none', '--tokens', 'none');
  });

  it('metarun members adds, changes and removes members', async () => {
    const name = `ada-${Date.now()}`;
    await done('members', 'add', name, '--role', 'author');
    await done('members', 'change', name, '--role', 'viewer');
    expect(await done('members', 'list')).toMatch(new RegExp(`${name} +viewer`));
    await done('members', 'rm', name, '--yes');
    expect(await done('members', 'list')).not.toContain(name);
  });

  it('new API keys and tokens are printed once, alone, and revoked tokens no longer work', async () => {
    const key = await done('api-keys', 'create', 'shop', '--scopes', 'tasks:read', '--days', '7');
    expect(key).toMatch(/^mrk_\S+\n$/);
    const token = await done('tokens', 'create', 'CI', '--role', 'viewer', '--days', '7');
    expect(token).toMatch(/^mrt_\S+\n$/);
    const lists = (await done('api-keys', 'list')) + (await done('tokens', 'list'));
    expect(lists).toMatch(/shop +tasks:read[^]*viewer[^]*CI/);
    expect(lists).not.toContain(key.trim());
    expect(lists).not.toContain(token.trim());
    const ask = (): Promise<Response> =>
      fetch(`${server.url}/auth/me`, {
        headers: { Authorization: `Bearer ${token.trim()}` },
      });
    expect((await ask()).status).toBe(200);
    await done('api-keys', 'revoke', 'shop', '--yes');
    // A token is revoked by the part that the list shows.
    await done('tokens', 'revoke', token.slice(0, 8), '--yes');
    expect((await ask()).status).toBe(401);
    const gone = await here('tokens', 'revoke', token.trim(), '--yes');
    expect(gone.stderr).toContain(`There is no access token "${token.slice(0, 8)}…".`);
  });
});

describe('metarun meta-tasks and deploy', () => {
  it('metarun deploy warns about a missing secret and a private host that the server refuses', async () => {
    writeFileSync(
      join(folder, 'metatask.yaml'),
      'name: Needy\nscript: needy.py\nnetwork: restricted\nallowed_hosts: [10.1.2.3, example.com]\n',
    );
    const script = 'def run(params, reporter):\n    return reporter.secrets.get("MISSING")\n';
    writeFileSync(join(folder, 'needy.py'), script);
    const { code, stderr } = await here('deploy', '.', '--no-check');
    expect(code).toBe(0);
    expect(stderr).toContain('warning: needy: the project has no secret MISSING');
    expect(stderr).toContain(
      '10.1.2.3 is a private address (10.0.0.0/8), which the server lets no',
    );
    expect(stderr).not.toContain('example.com');
    rmSync(join(folder, 'metatask.yaml'));
  });

  it('metarun meta-tasks lists versions, shows them and rolls back to one', async () => {
    writeFileSync(join(folder, 'greet.py'), 'def run(params, reporter):\n    return 1\n');
    await done('deploy', 'greet.py', '--no-check');
    writeFileSync(join(folder, 'greet.py'), 'def run(params, reporter):\n    return 2\n');
    await done('deploy', 'greet.py', '--no-check');
    expect(await done('meta-tasks', 'list')).toMatch(/greet +2 +python/);
    expect(await done('meta-tasks', 'show', 'greet', '--version', '1', '--script')).toContain(
      'return 1',
    );
    await commands.driveMetaTasks(admin());
    expect(await document('meta-tasks', 'show', 'greet')).toMatchObject({ current_version: 1 });
    await done('meta-tasks', 'archive', 'greet', '--yes');
    expect(await done('meta-tasks', 'list', '--archived')).toContain('greet');
    await done('meta-tasks', 'restore', 'greet');
    expect(await here('meta-tasks', 'show', 'nowhere')).toMatchObject({ code: 1 });
  });
});

describe('metarun tasks, approvals, files, workspaces', () => {
  it('metarun tasks creates a batch, waits, sends events and shows trees', async () => {
    writeFileSync(
      join(folder, 'tasks.json'),
      JSON.stringify([1, 2].map(() => ({ task_type_identifier: 'greet' }))),
    );
    const ids = (await done('tasks', 'batch', 'tasks.json')).trim().split('\n');
    expect(ids).toHaveLength(2);
    expect(await done('tasks', 'wait', ids[0] ?? '')).toBe('1\n');
    const waiting = await createTask(server, 'asks', { event: true });
    expect((await here('tasks', 'wait', waiting, '--timeout', '1')).code).toBe(1);
    await done('tasks', 'send', waiting, 'go', '--payload', '{"n": 1}');
    expect(await document('tasks', 'wait', waiting)).toMatchObject({ result: { n: 1 } });
    expect(await done('tasks', 'tree', waiting)).toMatch(/✓ success {2}asks-/);
    await done('tasks', 'create', 'greet');
    await done('tasks', 'show', waiting);
    await done('tasks', 'logs', waiting);
    await done('tasks', 'list');
    await here('tasks', 'cancel', waiting);
    await here('tasks', 'retry', waiting);
    await done('tasks', 'transcript', waiting);
    expect(await document('tasks', 'model-calls', waiting)).toEqual({ model_calls: [] });
    expect(await document('tasks', 'attempts', waiting)).toEqual({ attempts: expect.any(Array) });
    expect(await document('tasks', 'files', waiting)).toEqual({ files: [] });
    const again = await here('tasks', 'rerun', waiting);
    await here('tasks', 'cancel', again.stdout.trim());
    await done('tasks', 'watch', waiting);
  });

  it('metarun approvals creates and ends links to an approval', async () => {
    const task = await createTask(server, 'asks', {});
    const approval = await until('an approval', async () => {
      const list = ['approvals', 'list', '--task', task];
      const { approvals } = await document<{ approvals: { id: string }[] }>(...list);
      return approvals[0]?.id;
    });
    const link = await done('approvals', 'link', approval, '--name', 'Ada');
    expect(link).toMatch(/^http\S+\/approve\/\S+\n$/);
    expect(await done('approvals', 'links', approval)).toMatch(/open .*Ada/);
    await done('approvals', 'unlink', approval, 'Ada', '--yes');
    expect(await done('approvals', 'links', approval)).toMatch(/ended .*Ada/);
    await done('approvals', 'show', approval);
    await done('approvals', 'approve', approval);
  });

  it('metarun workspaces and metarun files create workspaces, and move, copy, search and restore files', async () => {
    await done('workspaces', 'create', 'Notes', '--quota-mb', '10');
    await done('workspaces', 'change', 'Notes', '--no-quota');
    await done('workspaces', 'create', 'Handbook', '--knowledge-base');
    expect(await done('workspaces', 'show', 'Handbook')).toContain('knowledge base');
    const files = (...args: string[]): Promise<string> =>
      done('files', ...args, '--workspace', 'Notes');
    writeFileSync(join(folder, 'a.md'), '# Travel\n\nThe first text.\n');
    await files('put', 'a.md', '/');
    expect(await files('ls', '/')).toContain('a.md');
    writeFileSync(join(folder, 'a.md'), '# Travel\n\nThe second text.\n');
    await files('put', 'a.md', '/');
    expect(await files('versions', '/a.md')).toMatch(/2 .* now[^]*1 .*replaced/);
    expect(await files('cat', '/a.md', '--version', '1')).toContain('first');
    await files('get', '/a.md', 'old.md', '--version', '1');
    await files('restore', '/a.md');
    expect(await files('cat', '/a.md')).toContain('first');
    await files('cat', '/a.md', '--json');
    await files('cp', '/a.md', '/b.md');
    await files('mv', '/b.md', '/c.md');
    expect(await files('outline', '/c.md')).toMatch(/1 +Travel/);
    await until('a result', async () =>
      (await files('search', 'first', 'text')).includes('/c.md') ? true : undefined,
    );
    for (const to of [[], ['--no-by-meaning']]) await done('files', 'search-settings', ...to);
    await done('files', 'citations', '--stale');
    expect(await here('files', 'ask', 'What is first?')).toMatchObject({ code: 1 });
    await files('rm', '/c.md', '--yes');
    expect(await files('deleted')).toContain('/c.md');
    await files('drop-versions', '/a.md', '--yes');
    await done('files', 'reconvert', '--all', '--workspace', 'Handbook');
    for (const name of ['Notes', 'Handbook']) await done('workspaces', 'rm', name, '--yes');
    expect(await done('workspaces', 'list')).not.toContain('Notes');
  });

  it('the help of metarun tasks watch says that it follows the whole project by default', async () => {
    // The stream would run in a separate process until Ctrl-C, so it is only added here.
    requests.add('GET /external/v1/projects/default/events');
    const watching = await runCli(['tasks', 'watch', '--help'], { env });
    expect(watching.stdout).toContain('or all tasks of the project if none is given');
  });
});

it('every operation of the API has a command, or a reason to have none', async () => {
  type Paths = Record<string, Record<string, object>>;
  const { body } = await server.call<{ paths: Paths }>('GET', '/openapi.json');
  await expectAllAudited(body.paths, done);
  // If an operation is missing, write its command in src/cli/commands/ and run it in this file.
  expect(operationsWithout(requests, body.paths).toSorted()).toEqual(
    Object.keys(WITHOUT_COMMAND).toSorted(),
  );
});
