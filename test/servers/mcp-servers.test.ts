/** Tests the MCP servers of a project: their fields, their credentials, and the acceptance of their tools. */
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { text } from 'node:stream/consumers';
import {
  newMcpServer,
  refresh,
  SERVERS,
  type ServerRow,
  loadToolStates,
} from '../support/mcp-servers/registry.js';
import {
  SCHEMA,
  startToolServer,
  TOOLS,
  type ToolServer,
} from '../support/mcp-servers/tool-server.js';
import { startServer, type TestServer } from '../support/server.js';
import { createMetaTask } from '../support/tasks.js';
import { sendJson, serve } from '../support/local-server.js';

let server: TestServer;
let tools: ToolServer;
beforeAll(async () => {
  [server, tools] = await Promise.all([
    startServer({ METARUN_NETWORK_RANGES: '127.0.0.0/8', METARUN_LIMITS: 'mcp_servers=6' }),
    startToolServer(),
  ]);
});
afterAll(async () => {
  await server.stop();
  await tools.close();
});
beforeEach(() => tools.reset());

it.each<[object, string, string]>([
  [{ name: 'A b' }, '/name', 'has 1 to 50 of a-z'],
  [{ url: 'ftp://a.b/' }, '/url', 'only http: and https:'],
  [{ url: 'https://u:p@a.b/' }, '/url', 'send them in "auth", by a secret'],
  [{ url: 'http://10.0.0.1/mcp' }, '/url', 'https'],
  [{ url: 'https://169.254.169.254/' }, '/url', 'which MCP servers cannot reach'],
  [{ auth: 'x' }, '/auth', 'must be an object'],
  [{ auth: { kind: 'basic' } }, '/auth/kind', 'none, bearer, header, client_credentials'],
  [{ auth: { kind: 'bearer' } }, '/auth/secret', 'is needed'],
  [{ auth: { kind: 'none', secret: 'A' } }, '/auth/secret', 'is not known here'],
  [{ auth: { kind: 'header', secret: 'A', header: 'Host' } }, '/auth/header', 'sets itself'],
  [
    { auth: { kind: 'client_credentials', secret: 'A', client_id: 'b', token_url: 'x' } },
    '/auth/token_url',
    'absolute URL',
  ],
  [
    { auth: { kind: 'client_credentials', secret: 'A', client_id: 'b' } },
    '/auth/issuer',
    'or "token_url" in its place',
  ],
  [
    { auth: { kind: 'client_credentials', issuer: 'https://a.b/', token_url: 'https://a.b/' } },
    '/auth/token_url',
    'does not go with',
  ],
  [
    { auth: { kind: 'client_credentials', issuer: 'https://a.b/?c', method: 'none' } },
    '/auth/issuer',
    'must end before "?"',
  ],
  [{ auth: { kind: 'client_credentials', method: 'none' } }, '/auth/method', 'must be one of'],
  [{ tools: ['a b'] }, '/tools/0', 'such as get_*'],
  [{ tools: ['******'] }, '/tools/0', 'more than 5'],
  [{ timeout_seconds: 0 }, '/timeout_seconds', 'from 1 to 3600'],
  [{ max_concurrency: 1.5 }, '/max_concurrency', 'from 1 to 64'],
  [{ extra: 1 }, '/extra', 'is not a known field'],
])('an MCP server with %j is refused at %s', async (more, pointer, said) => {
  const body = { name: 'a', url: 'https://mcp.example.com/', ...more };
  const refused = await server.call<{ errors: { pointer: string; message: string }[] }>(
    'POST',
    SERVERS,
    { body },
  );
  expect(refused.status).toBe(422);
  const found = refused.body.errors.find((one) => one.pointer === pointer);
  expect([found?.pointer, refused.text]).toEqual([
    pointer,
    expect.stringContaining(JSON.stringify(said).slice(1, -1)),
  ]);
});

it('an MCP server is added, changed with If-Match and deleted; allow_mcp requires a server', async () => {
  const refused = await createMetaTask(server, 'python', 'def run(p, r):\n    pass\n', {
    allow_mcp: true,
  }).catch(String);
  expect(refused).toContain('not_available');
  const made = await server.call<ServerRow>('POST', SERVERS, {
    body: { name: 'plain', url: tools.url },
  });
  expect(made).toMatchObject({
    status: 201,
    body: { name: 'plain', tools: [], auth: { kind: 'none' }, revision: null, error: null },
  });
  await createMetaTask(server, 'python', 'def run(p, r):\n    pass\n', { allow_mcp: true });
  const twice = await server.call('POST', SERVERS, { body: { name: 'plain', url: tools.url } });
  expect(twice.status).toBe(409);
  const path = `${SERVERS}/${made.body.id}`;
  const etag = made.headers.get('etag') ?? '';
  const changed = await server.call<ServerRow>('PATCH', path, {
    body: { timeout_seconds: 5 },
    headers: { 'If-Match': etag },
  });
  expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  const late = await server.call('DELETE', path, { headers: { 'If-Match': etag } });
  expect(late.status).toBe(412);
  expect((await server.call('DELETE', path)).status).toBe(204);
  expect((await server.call('GET', path)).status).toBe(404);
  expect((await server.call('GET', `${SERVERS}/nonsense`)).text).toContain('an id is a UUID');
});

it('tools that the allow list names are accepted at once; later ones wait for an administrator', async () => {
  const { id } = await newMcpServer(server, { name: 'pins', url: tools.url, tools: ['get_*'] });
  expect(await loadToolStates(server, id)).toEqual({ get_echo: 'allowed', send: 'denied' });
  tools.tools = [
    ...TOOLS.map((one) => ({ ...one, description: 'Other words.' })),
    { name: 'get_more', inputSchema: SCHEMA },
  ];
  await refresh(server, id);
  expect(await loadToolStates(server, id)).toEqual({
    get_echo: 'changed',
    get_more: 'new',
    send: 'denied',
  });
  // A change of another field does not accept the tools.
  await server.call('PATCH', `${SERVERS}/${id}`, { body: { timeout_seconds: 30 } });
  const path = `${SERVERS}/${id}/tools`;
  const known = await server.call<{ name: string; state: string; accepted: object | null }[]>(
    'GET',
    path,
  );
  expect(known.body).toMatchObject([
    { name: 'get_echo', state: 'changed', accepted: { description: 'Says it again.' } },
    { name: 'get_more', state: 'new', accepted: null },
    { name: 'send', state: 'denied', accepted: null },
  ]);
  const wrong = { hash: 'a'.repeat(64) };
  expect((await server.call('POST', `${path}/get_echo/accept`, { body: wrong })).status).toBe(409);
  for (const name of ['get_echo', 'get_more']) {
    const accepted = await server.call('POST', `${path}/${name}/accept`, { body: {} });
    expect(accepted).toMatchObject({
      status: 200,
      body: { state: 'allowed', accepted: null, accepted_by: 'admin' },
    });
  }
  await server.call('PATCH', `${SERVERS}/${id}`, { body: { tools: ['get_*', 'send'] } });
  tools.tools = TOOLS.slice(1);
  await refresh(server, id);
  expect(await loadToolStates(server, id)).toEqual({
    get_echo: 'gone',
    get_more: 'gone',
    send: 'changed',
  });
  expect((await server.call('POST', `${path}/get_more/accept`, { body: {} })).status).toBe(409);
  expect((await server.call('POST', `${path}/drop/accept`, { body: {} })).status).toBe(404);
  // A new address counts as a new server.
  const moved = await server.call('PATCH', `${SERVERS}/${id}`, { body: { url: `${tools.url}2` } });
  expect(moved).toMatchObject({ body: { revision: null } });
  expect(await loadToolStates(server, id)).toEqual({});
});

it('calls carry the credentials of the project, and no answer reveals them', async () => {
  await server.call('PUT', '/projects/default/secrets/KEY', { body: { value: 'the-key-1' } });
  const sent: string[] = [];
  const tokens = await serve(async (request, response) => {
    sent.push(`${request.headers.authorization} ${await text(request)}`);
    sendJson(response, 200, { access_token: 'the-token-2', expires_in: 3600 });
  });
  try {
    const collectSentHeaders = async (auth: object, header: string): Promise<unknown> => {
      tools.reset();
      const name = `auth-${header.toLowerCase()}-${sent.length}-${Object.keys(auth).length}`;
      const made = await newMcpServer(server, { name, url: tools.url, tools: ['*'], auth });
      expect(JSON.stringify(made)).not.toMatch(/the-(key|token)/);
      await refresh(server, made.id);
      await server.call('DELETE', `${SERVERS}/${made.id}`);
      return [...new Set(tools.seen.map(({ headers }) => headers[header.toLowerCase()]))];
    };
    const bearer = { kind: 'bearer', secret: 'KEY' };
    expect(await collectSentHeaders(bearer, 'Authorization')).toEqual(['Bearer the-key-1']);
    const header = { kind: 'header', secret: 'KEY', header: 'X-Key' };
    expect(await collectSentHeaders(header, 'X-Key')).toEqual(['the-key-1']);
    const client = {
      kind: 'client_credentials',
      secret: 'KEY',
      client_id: 'us',
      token_url: `${tokens.url}/token`,
      scopes: ['a', 'b'],
    };
    expect(await collectSentHeaders(client, 'Authorization')).toEqual(['Bearer the-token-2']);
    const resource = encodeURIComponent(tools.url);
    expect(sent).toEqual([
      `Basic ${btoa('us:the-key-1')} grant_type=client_credentials&resource=${resource}&scope=a+b`,
    ]);
    const missing = await newMcpServer(server, {
      name: 'missing',
      url: tools.url,
      auth: { kind: 'bearer', secret: 'NONE' },
    }).catch(String);
    expect(missing).toContain('There is no secret');
    tools.onRaw = (_message, response, { headers }) => {
      response.writeHead(500).end(`you sent ${headers.authorization}`);
      return true;
    };
    const body = { name: 'echoing', url: tools.url, auth: bearer };
    const leaking = await newMcpServer(server, body).catch(String);
    expect(leaking).toContain('you sent Bearer [redacted]');
  } finally {
    await tokens.close();
  }
});
