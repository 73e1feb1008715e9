// Commands of `metarun` that test/cli/admin.test.ts runs in order, each with its expected output.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Session } from '../support/browser-sessions.js';
import type { CliAnswer } from '../support/cli.js';
import { insertImage } from '../support/image-rows.js';
import { NO_OP } from '../support/scripts.js';
import type { TestServer } from '../support/server.js';
import { sql } from '../support/sql.js';
import { createMetaTask, createTask, TASKS, taskWhen } from '../support/tasks.js';

export interface Admin {
  server: TestServer;
  /** Folder in which the commands run. */
  folder: string;
  here: (...args: string[]) => Promise<CliAnswer>;
  /** Runs a command that must succeed and returns its output. */
  done: (...args: string[]) => Promise<string>;
  /** Runs a command with `--json` and returns its document. */
  document: <T = Record<string, unknown>>(...args: string[]) => Promise<T>;
}

/** Part of the output, the whole document, or the exit code of a failure with part of its reason. */
type Said = string | RegExp | object | number | readonly [code: number, stderr: string];

/** Runs each command, whose words may be in single quotes, and compares its output. */
async function run(
  { here }: Admin,
  steps: readonly (readonly [command: string, said?: Said])[],
): Promise<void> {
  for (const [command, said = ''] of steps) {
    const words = command.match(/'[^']*'|\S+/g) ?? [];
    const { code, stdout, stderr } = await here(...words.map((word) => word.replaceAll("'", '')));
    const [wanted, why] = Array.isArray(said)
      ? (said as [number, string])
      : [typeof said === 'number' ? said : 0, ''];
    const failed = expect.stringContaining(why);
    expect({ command, code, stderr }).toEqual({ command, code: wanted, stderr: failed });
    if (said instanceof RegExp) expect(stdout).toMatch(said);
    else if (typeof said === 'string') expect(stdout).toContain(said);
    else if (wanted === 0) expect(JSON.parse(stdout)).toEqual(said);
  }
}

/** Uses each operation of `metarun agents`. `a.yaml` contains the name "A". */
export async function driveAgents(admin: Admin): Promise<void> {
  writeFileSync(join(admin.folder, 'a.yaml'), 'name: A\n');
  await run(admin, [
    ['agents create a.yaml'],
    ['agents change a a.yaml'],
    ['agents show a'],
    ['agents show a --version 1'],
    ['agents list'],
    ['agents versions a'],
    ['agents rollback a 1'],
    ['agents archive a --yes'],
    ['agents restore a'],
  ]);
}

export async function driveUsers(admin: Admin): Promise<void> {
  await run(admin, [
    ['users create Lin', /Lin is a user; id \S+/],
    ["users change Lin --name 'Lin Chen' --admin"],
    ['users list --admins', /Lin Chen +admin +0 +0 +never/],
    ["users change 'Lin Chen' --no-admin", 'no administrator'],
    ['users list --query chen', /^(?![^]*admin )/],
    ["users change 'Lin Chen'", 2],
    [
      "users end-access 'Lin Chen' --api-keys --yes --json",
      { tokens: 0, sessions: 0, api_keys: 0 },
    ],
    ["users show 'Lin Chen'", /projects +none/],
    ["users rm 'Lin Chen' --yes", 'Lin Chen is deleted'],
    ["users show 'Lin Chen'", [1, 'There is no user']],
  ]);
}

export async function driveSessions(admin: Admin): Promise<void> {
  const url = expect.stringMatching(/^http:.*\/ui\/login#code=mrc_[\w-]{43}$/);
  const none = { sessions: [] };
  await run(admin, [
    ['open --json', expect.objectContaining({ url })],
    ['open --print', '/ui/login#code=mrc_'],
    ['sessions end --yes'],
    ['sessions list --json', none],
  ]);
  const first = await signIn(admin.server);
  const second = await signIn(admin.server);
  await run(admin, [
    ['sessions list', 'Netscape 4'],
    [`sessions end ${first.id} --yes`],
    ['sessions list --json', { sessions: [expect.objectContaining({ id: second.id })] }],
    ['sessions end --yes'],
    ['sessions list --json', none],
  ]);
}

async function signIn(server: TestServer): Promise<Session> {
  const { status, body } = await server.call<Session>('POST', '/auth/sessions', {
    token: null,
    headers: { 'User-Agent': 'Netscape 4' },
    body: { token: server.adminToken },
  });
  expect(status).toBe(201);
  return body;
}

/** Uses each command of `metarun images` on a server without a container engine. */
export async function driveImages(admin: Admin): Promise<void> {
  const { server } = admin;
  const reference = 'registry.example.com/team/tools:1';
  await run(admin, [[`images add tools ${reference} --secret LOGIN`, [1, 'CONTAINER_ENGINE']]]);
  await insertImage(server, { reference, error: 'It is gone.', by: 'an-admin' });
  await run(admin, [
    ['images list', /tools +registry\S+ +failed +sha256:abcdefabcdef +3\.12\.4 +2 MB/],
    ['images show tools', /state +failed: It is gone\.[^]*there is no node[^]*1 version/],
    ['images refresh tools --wait', [1, 'CONTAINER_ENGINE']],
    ['images remove tools', 2],
    ['images remove tools --yes'],
    ['images list --json', { images: [] }],
  ]);
  const ofDefault = `(SELECT id FROM projects WHERE slug = 'default')`;
  await sql(server, `DELETE FROM image_versions WHERE project_id = ${ofDefault}`);
}

export async function driveModelProviders(admin: Admin): Promise<void> {
  const models = [
    { name: 'flash', model: 'gemini', context_tokens: 1_000, max_output_tokens: 100 },
  ];
  const fields = { name: 'shop', kind: 'google', secret: 'NO_KEY', models };
  await run(admin, [
    [`model-providers create '${JSON.stringify(fields)}'`, 'shop is added'],
    ['model-providers list', /shop +google +project +flash/],
    [`model-providers change shop '{"max_concurrency": 3}'`],
    ['model-providers show shop', /at once +3/],
    ['model-providers test shop flash', [1, 'There is no secret "NO_KEY"']],
    ['model-providers rm shop --yes'],
    ['model-providers list --json', { model_providers: [] }],
  ]);
}

export async function driveMcpServers(admin: Admin): Promise<void> {
  // No machine has this name, so the server is added but cannot be reached.
  const url = 'https://mcp.invalid/mcp';
  await run(admin, [
    [`mcp-servers add shop ${url} --tool get_* send`, [1, 'cannot be reached']],
    ['mcp-servers list', /shop +https:\S+ +get_\* send +The MCP server/],
    ['mcp-servers refresh shop', 1],
    ['mcp-servers change shop', 2],
    ['mcp-servers change shop --header X', 2],
    ['mcp-servers change shop --secret KEY --header X-Key'],
    ['mcp-servers show shop', /auth +header KEY X-Key/],
  ]);
  await sql(
    admin.server,
    `INSERT INTO mcp_tools (server_id, name, project_id, definition, hash)
     SELECT id, 'get_it', project_id, '{"title":null,"description":"Gets it.","inputSchema":{},"outputSchema":null,"annotations":{}}', 'abc'
     FROM mcp_servers WHERE name = 'shop' AND project_id IN (SELECT id FROM projects WHERE slug = 'default')`,
  );
  await run(admin, [
    ['mcp-servers tools shop', /get_it +new +abc +Gets it\./],
    ['mcp-servers accept shop get_it', 'accepted, and allowed'],
    ['mcp-servers calls shop --json', { calls: [] }],
    ['mcp-servers remove shop --yes'],
    ['mcp-servers list --json', { mcp_servers: [] }],
  ]);
}

export async function driveMemories(admin: Admin): Promise<void> {
  const about = '--scope subject --subject admin-test';
  const added = ['memories', 'add', 'Pays by card', ...about.split(' ')];
  const { id } = await admin.document<{ id: string }>(...added);
  await run(admin, [
    [`memories add 'pays by CARD' ${about}`, 'already'],
    [`memories list ${about}`, /subject +fact +active .*Pays by card/],
    [`memories change ${id} --kind preference --expires 30d`],
    [`memories search 'how does one pay, by card?' ${about}`, id],
    [`memories show ${id}`, /kind +preference[^]*made by .*person/],
    [
      `memories export ${about}`,
      expect.objectContaining({ id, sources: [expect.objectContaining({ task_id: null })] }),
    ],
    [`memories rm ${id} --yes`, '1 revoked'],
    ['memories revoke --subject admin-test --purge --yes', '1 erased'],
    ['memories settings', /model +the default[^]*review +low_trust/],
    ['memories settings --review all', /review +all/],
    ['memories settings --review low_trust --no-model'],
    ['memories stats', /memories .*revoked[^]*jobs +0 pending, 0 failed/],
    ['memories jobs --state failed --json', { jobs: [] }],
    ['memories retry 0190f3a0-0000-7000-8000-000000000000', [1, 'no task with a job of memories']],
  ]);
}

/** Uses the commands for a project as a whole. */
export async function driveProject(admin: Admin): Promise<void> {
  await driveOverview(admin);
  await driveBulk(admin);
  await run(admin, [['projects mcp --approvals off'], ['projects mcp', /approvals +off/]]);
}

async function driveOverview(admin: Admin): Promise<void> {
  const { server } = admin;
  const fails = 'def run(params, reporter):\n    raise ValueError("no such month")\n';
  const failing = await createMetaTask(server, 'python', fails, { name: 'Fails' });
  await taskWhen(server, await createTask(server, failing));
  const row = expect.objectContaining({ task_type: failing, count: 1 });
  await run(admin, [
    ['now', /^\d+ running, \d+ of \d+ slots of the server in use/],
    ['now', /Failing\n[^]*\nfails +1 .* v1 .* ✗ +script_error: ValueError: no such month/],
    ['now --json', expect.objectContaining({ failing: [row] })],
    ['stats --since 2h', /FROM +SUCCESS[^]*of the last \d+ tasks?: ran p50/],
    [`stats --type ${failing} --json`, expect.objectContaining({ sampled: 1 })],
    ['find fail', /KIND +ID +HINT +TITLE\n[^]*meta-task +fails +version 1 +Fails/],
    ['installation', /version +\S+, Node v\d[^]*sandbox +level \d of 3/],
    ["find 'no such thing' --json", { found: [] }],
    ['schedules upcoming --until 2h --json', expect.objectContaining({ ticks: [] })],
    [`meta-tasks archive ${failing} --yes`],
  ]);
}

async function driveBulk(admin: Admin): Promise<void> {
  const { server } = admin;
  const type = await createMetaTask(server, 'python', NO_OP.python, { name: 'In bulk' });
  const run_at = new Date(Date.now() + 86_400_000).toISOString();
  const tasks = Array.from({ length: 3 }, () => ({ task_type_identifier: type, run_at }));
  const made = await server.call<{ id: string }[]>('POST', `${TASKS}/batch`, { body: { tasks } });
  await run(admin, [
    [`bulk cancel --type ${type}`, [2, '--yes']],
    ['bulk cancel --yes', [2, 'No condition is given']],
    [`bulk cancel --type ${type} --status pending --yes`, /^3 of 3 tasks cancelled\n$/],
    [`bulk retry --type ${type} --status cancelled --yes`, /^3 of 3 tasks retried\n$/],
    [`bulk retry --ids ${made.body[0]?.id} --yes`, [1, made.body[0]?.id ?? '']],
  ]);
  const refused = await admin.here('bulk', 'cancel', '--type', type, '--yes', '--json');
  const { id } = JSON.parse(refused.stdout) as { id: string };
  await run(admin, [
    [`bulk rerun --type ${type} --task-version current --yes`, /^3 of 3 tasks made again\n$/],
    [`bulk cancel --type ${type} --status failed --yes`, [1, 'No task matches']],
    ['bulk list', /rerun +done +3 of 3/],
    [`bulk show ${id.slice(-12)}`, /action +cancel\n[^]*done +3 of 3/],
    [`bulk stop ${id}`, 'is done'],
  ]);
}

/** Tests a change of the meta-task `greet`, uses its sources, examples and versions, and restores its first version. */
export async function driveMetaTasks(admin: Admin): Promise<void> {
  const { server, done, folder } = admin;
  writeFileSync(join(folder, 'greet.py'), 'def run(params, reporter):\n    return 3\n');
  writeFileSync(join(folder, 'other.py'), 'def run(params, reporter):\n    return params["n"]\n');
  const workflow = expect.objectContaining({ path: 'workflow.py', language: 'python' });
  await run(admin, [
    ['try greet.py', /^3\n$/],
    ['try other.py --param n=4', /^4\n$/],
    ['tasks list --drafts', /success +other .*\n.*success +greet /],
    ['tasks delete-drafts --all --yes', /2 drafts are deleted/],
    ['meta-tasks show other', 1],
    [
      'meta-tasks sources greet --version 1',
      /^==> workflow\.py <==\ndef run\(params, reporter\):\n {4}return 1\n\n$/,
    ],
    ['meta-tasks sources greet --json', expect.objectContaining({ sources: [workflow] })],
    [
      'meta-tasks set-example greet june --param month=june --description Short',
      'greet has the example june',
    ],
    ['meta-tasks examples greet', /june .* Short/],
    ['meta-tasks examples greet june', { month: 'june' }],
  ]);
  const like = ['create', 'greet', '--example', 'june', '--param', 'day=4'];
  const started = (await done('tasks', ...like)).trim();
  expect((await taskWhen(server, started)).params).toEqual({ month: 'june', day: 4 });
  await run(admin, [
    ['meta-tasks rm-example greet june --yes'],
    ['tasks create greet --example june', [1, 'no example "june"']],
    ['meta-tasks versions greet', /2 \(current\)[^]*1 /],
    ['meta-tasks rollback greet 1'],
    ['meta-tasks show greet --script', 'return 1'],
  ]);
}
