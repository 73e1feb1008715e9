/** Tests the operator's MCP servers over stdio: their sandbox, their projects, and their end. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newFolder, removeFolders } from '../support/folders.js';
import { ROOT } from '../support/markdown.js';
import {
  refresh,
  SERVERS,
  type ServerRow,
  loadToolStates,
} from '../support/mcp-servers/registry.js';
import { noneNames } from '../support/processes.js';
import { withBody } from '../support/inline-script.js';
import { startServer, type TestServer } from '../support/server.js';
import { runScript } from '../support/tasks.js';
import { type LocalServer, serve } from '../support/local-server.js';

const FOLDER = `${ROOT}/test/fixtures/mcp-stdio`;
const written = newFolder();
let server: TestServer;
let site: LocalServer;
let port = 0;
beforeAll(async () => {
  site = await serve((_request, response) => response.end('the site'));
  port = site.port;
  const common = {
    command: '/usr/bin/python3',
    args: ['-u', `${FOLDER}/server.py`],
    readable: [FOLDER],
    tools: ['*'],
    environment: { API_KEY: 'PATH' },
    memory_mb: 128,
  };
  const servers = [
    { ...common, name: 'tools', projects: ['*'], network: [`127.0.0.1:${port}`] },
    { ...common, name: 'picky', projects: ['default'], args: [...common.args, '--picky'] },
    { ...common, name: 'slow', projects: ['default'], args: [...common.args, '--picky', '--slow'] },
    { ...common, name: 'others', projects: ['another'] },
    // This server takes longer to start than a call may last.
    {
      ...common,
      name: 'busy',
      projects: ['*'],
      args: [...common.args, '--busy'],
      timeout_seconds: 1,
    },
    ...['evades', 'writes'].map((name) => ({
      ...common,
      name,
      projects: ['default'],
      writable: join(written, name),
      quota_mb: 4,
    })),
    {
      name: 'node',
      projects: ['default'],
      command: process.execPath,
      args: [`${FOLDER}/server.mjs`],
      readable: [FOLDER],
      tools: ['*'],
    },
    ...['hostile-1', 'hostile-2', 'hostile-3', 'hostile-4', 'mortal'].map((name) => ({
      ...common,
      name,
      projects: ['default'],
    })),
  ];
  server = await startServer({
    METARUN_MCP_SERVERS: JSON.stringify({ servers }),
    METARUN_NETWORK_RANGES: '127.0.0.0/8',
  });
});
afterAll(async () => {
  await server.stop();
  await site.close();
  removeFolders();
});

/** Calls tools in turn and returns the text or error of each. */
async function called(
  calls: [tool: string, args?: object][],
  name = 'tools',
  seconds = 20,
): Promise<string[]> {
  const code = `found = []
for tool, given in params["calls"]:
    try:
        found.append(reporter.mcp.call(${JSON.stringify(name)}, tool, given, timeout=params["seconds"]).text)
    except Exception as thrown:
        found.append(f"{thrown.code}: {thrown}")
return found`;
  const params = { calls: calls.map(([tool, args = {}]) => [tool, args]), seconds };
  const more = { params, metaTask: { allow_mcp: true } };
  const task = await runScript(server, 'python', withBody('python', code), more);
  return task.result as string[];
}

/** Lists the tools of a server for the first time, which accepts them. */
async function accept(name: string): Promise<void> {
  const { body } = await server.call<ServerRow[]>('GET', SERVERS);
  const { id = '' } = body.find((one) => one.name === name) ?? {};
  const { status, text } = await refresh(server, id);
  expect([status, text]).toEqual([200, expect.any(String)]);
}

it('a project lists and calls the stdio servers that name it, but cannot change them', async () => {
  const { body } = await server.call<ServerRow[]>('GET', SERVERS);
  expect(body.map(({ name }) => name)).toEqual([
    'busy',
    'evades',
    'hostile-1',
    'hostile-2',
    'hostile-3',
    'hostile-4',
    'mortal',
    'node',
    'picky',
    'slow',
    'tools',
    'writes',
  ]);
  expect(JSON.stringify(body)).not.toMatch(/python3|server\.py|API_KEY/);
  const tools = body.find(({ name }) => name === 'tools');
  const id = tools?.id ?? '';
  expect(tools).toMatchObject({ scope: 'installation', url: null, revision: null });
  expect((await server.call('DELETE', `${SERVERS}/${id}`)).text).toContain('METARUN_MCP_SERVERS');
  expect((await server.call('PATCH', `${SERVERS}/${id}`, { body: {} })).status).toBe(409);
  const listed = await refresh(server, id);
  expect([listed.status, listed.body.server.revision]).toEqual([200, '2025-06-18']);
  expect(await loadToolStates(server, id)).toMatchObject({ get_echo: 'allowed' });
  // A server that ends on an unknown request is asked again as an earlier revision requires.
  const picky = ['picky', 'slow'].map((name) => body.find((one) => one.name === name)?.id ?? '');
  for (const asked of await Promise.all(picky.map((one) => refresh(server, one))))
    expect([asked.status, asked.text]).toEqual([200, expect.any(String)]);

  const [first = '', second = '', third = ''] = await called([
    ['get_echo', { a: 1 }],
    ['get_echo', { a: 2 }],
    ['environment'],
  ]);
  expect(first).toMatch(/"said": \{"a": 1\}/);
  // The same process handles both calls.
  expect(/"pid": \d+/.exec(first)?.[0]).toBe(/"pid": \d+/.exec(second)?.[0]);
  expect(third).toContain('"key": "[redacted]"');
  expect(third).not.toContain('METARUN_');

  const calls = await server.call<Record<string, unknown>[]>(
    'GET',
    `${SERVERS}/${id}/calls?limit=2`,
  );
  expect(calls.body).toMatchObject([
    { tool: 'environment', outcome: 'ok' },
    { tool: 'get_echo', outcome: 'ok' },
  ]);
  expect(Object.keys(calls.body[0] ?? {})).toEqual([
    'id',
    'task_id',
    'tool',
    'outcome',
    'at',
    'duration_ms',
  ]);
  const next = /<([^>]+)>/.exec(calls.headers.get('link') ?? '')?.[1] ?? '';
  const rest = await server.call<unknown[]>('GET', next.replace(/^https?:\/\/[^/]+/, ''));
  expect(rest.body).toMatchObject([{ tool: 'get_echo' }]);
});

it('a TypeScript script calls a stdio server, and another project sees none of the calls', async () => {
  await accept('tools');
  const code = `const { content } = await reporter.mcp.call('tools', 'get_echo', { a: 3 });
return content[0].text;`;
  const more = { metaTask: { allow_mcp: true } };
  const task = await runScript(server, 'typescript', withBody('typescript', code), more);
  expect(task.result).toMatch(/"said": \{"a": 3\}/);
  const { body: mine } = await server.call<ServerRow[]>('GET', SERVERS);
  const id = mine.find(({ name }) => name === 'tools')?.id ?? '';
  await server.call('POST', '/projects', { body: { name: 'Another', slug: 'another' } });
  const theirs = '/projects/another/mcp-servers';
  const { body } = await server.call<ServerRow[]>('GET', theirs);
  expect(body.map(({ name }) => name)).toEqual(['busy', 'others', 'tools']);
  for (const own of body) {
    expect(own.id).not.toBe(id);
    expect((await server.call('GET', `${theirs}/${own.id}/calls`)).body).toEqual([]);
  }
  expect((await server.call('GET', `${theirs}/${id}/calls`)).status).toBe(404);
});

it('a call before the first refresh is refused, and leaves the acceptance of tools to the administrator', async () => {
  const calls = () => called([['get_memory']], 'node');
  expect(await calls()).toEqual([
    expect.stringMatching(/^mcp_denied: .*an administrator calls POST/),
  ]);
  await accept('node');
  expect(await calls()).toEqual([expect.stringContaining('MiB')]);
});

it('a server that is a Node program runs within the default memory, at its own path', async () => {
  await accept('node');
  expect(await called([['get_memory']], 'node')).toEqual([`${process.execPath}: 40 MiB`]);
});

it('memory that the processes of a stdio server share counts once', async () => {
  await accept('tools');
  // The server may use 128 MiB.
  expect(await called([['share', { mb: 60 }]])).toEqual(['[0, 0, 0]']);
  expect(await called([['share', { mb: 150 }]])).toEqual([
    expect.stringMatching(/has used more than 128 MiB of memory/),
  ]);
});

it('a stdio server reaches only the hosts that it names, and no files of the machine', async () => {
  await accept('tools');
  const found = await called([
    ['network', { url: `http://127.0.0.1:${port}/` }],
    ['network', { url: 'http://127.0.0.2:9/' }],
    ['network_raw', { host: '127.0.0.1', port }],
    ['file', { path: '/etc/passwd' }],
    ['file', { path: `${ROOT}/package.json` }],
    ['write_file', { path: '/tmp/x' }],
  ]);
  expect(found[0]).toBe('the site');
  expect(found[1]).toContain('403');
  expect(found[2]).toMatch(/refused|unreachable/i);
  expect(found[3]).toContain('FileNotFoundError');
  expect(found[4]).toContain('FileNotFoundError');
  expect(found[5]).toMatch(/Read-only|Permission/);
});

it.each<[server: string, seconds: number, hostile: [tool: string, said: RegExp][]]>([
  [
    'hostile-1',
    100,
    [
      ['big_line', /^mcp_outcome_unknown: .*written more than 8388608 bytes/],
      ['endless', /written more than 8388608 bytes/],
      ['flood', /written more than 8388608 bytes/],
      ['not_json', /^mcp_error: .*wrote something that is not a message/],
    ],
  ],
  [
    'hostile-2',
    100,
    [
      ['dies', /^mcp_outcome_unknown: .*has ended: exit code 3, after "the key is \[redacted\]"/],
      ['deep', /^mcp_error: .*more than 200 deep/],
      ['other_id', /^mcp_error: .*the request 9999, which was not made/],
      ['memory', /^mcp_outcome_unknown: .*[Mm]emory/],
    ],
  ],
  [
    'hostile-3',
    3,
    [
      ['silent', /^mcp_timeout: .*did not answer within 3/],
      ['late', /^mcp_timeout: /],
    ],
  ],
  [
    'hostile-4',
    100,
    [
      ['twice', /^once$/],
      ['closes_output', /^mcp_outcome_unknown: /],
      ['forks', /\d+ processes|MiB of memory/],
    ],
  ],
])(
  'a hostile stdio server ends in a clear error, leaves nothing behind, and others serve on: %s',
  async (name, seconds, hostile) => {
    await Promise.all([accept(name), accept('tools')]);
    for (const [tool, said] of hostile) {
      const [found] = await called([[tool]], name, seconds);
      expect([tool, found]).toEqual([tool, expect.stringMatching(said)]);
    }
    await noneNames('sleep 600');
    expect(await called([['get_echo', { a: 1 }]], 'tools')).toEqual([
      expect.stringContaining('"a": 1'),
    ]);
  },
);

it('a stdio server that keeps dying is not restarted for a while', async () => {
  await accept('mortal');
  const found = await called(
    Array.from({ length: 6 }, (): [string] => ['dies']),
    'mortal',
  );
  expect(found[4]).toContain('exit code 3');
  expect(found[5]).toMatch(/^mcp_unavailable: .*ended 5 times within a minute.*exit code 3/);
});

it('a start of a stdio server that takes longer than a call may is waited for, and not begun again', async () => {
  await accept('busy');
  const found = await called(
    [
      ['get_echo', { a: 1 }],
      ['get_echo', { a: 2 }],
    ],
    'busy',
    1,
  );
  const pids = found.map((text) => /"pid": \d+/.exec(text)?.[0] ?? text);
  expect(pids).toEqual([expect.stringMatching(/^"pid"/), pids[0]]);
});

it('a stdio server writes to the folder of its project alone, below its quota', async () => {
  await accept('writes');
  const own = join(written, 'writes');
  const at = (name: string): string => join(own, name);
  const mib = 1024 * 1024;
  expect(
    await called(
      [
        ['write_file', { path: at('kept'), size: 3 * mib }],
        ['write_file', { path: join(written, 'beside') }],
        ['write_file', { path: '/tmp/x' }],
      ],
      'writes',
    ),
  ).toEqual([String(3 * mib), expect.stringMatching(/Error/), expect.stringMatching(/Error/)]);
  const [project = '', ...others] = readdirSync(own);
  expect(others).toEqual([]);
  expect(statSync(at(`${project}/kept`)).size).toBe(3 * mib);

  // The kernel allows no file that exceeds the quota.
  const [full] = await called([['write_file', { path: at('large'), size: 5 * mib }]], 'writes');
  expect(full).toMatch(/File too large|has written more than 4 MiB to its folder/);
  const [over] = await called([['write_slowly', { path: at('more'), size: mib }]], 'writes');
  expect(over).toMatch(/has written more than 4 MiB to its folder/);
  // The server is started again and can free space.
  const deleted = await called(
    ['large', 'more', 'kept'].map((name): [string, object] => ['delete_file', { path: at(name) }]),
    'writes',
  );
  expect(deleted).toEqual(['None', 'None', 'None']);
  const [hidden] = await called([['hide_file', { path: at('hidden') }]], 'writes', 60);
  expect(hidden).toMatch(/has written more than 4 MiB to its folder/);
  expect(existsSync(at(`${project}/hidden`))).toBe(false);
});

it('a stdio server that hides what it writes is ended, and is not kept from making space', async () => {
  await accept('evades');
  const path = join(written, 'evades');
  const ways = ['lock_folder', 'write_odd_names', 'write_deep', 'hide_mapped'];
  // Each call writes more than the one before, since earlier files may remain.
  for (const [index, way] of ways.entries()) {
    const [ended] = await called([[way, { path, count: 2 + 2 * index }]], 'evades', 60);
    expect([way, ended]).toEqual([
      way,
      expect.stringMatching(/has written more than 4 MiB to its folder/),
    ]);
    expect(await called([['empty', { path }]], 'evades')).toEqual(['empty']);
  }
});
