import { sharedServer } from '../support/shared-server.js';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { callTool, MCP, REVISION, rpc } from '../support/mcp.js';
import { type TestServer } from '../support/server.js';

/** Maximum CPU time for one message, in s. */
const MOST_CPU_SECONDS = 3;
const MANY = 50_000;
const ID = '01890000-0000-7000-8000-000000000000';
const LOGS = `metarun://default/tasks/${ID}/logs`;

let server: TestServer;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.stop());

/** Returns the CPU time of the server's process so far, in s. */
async function cpuSeconds(): Promise<number> {
  const { text } = await server.call('GET', '/metrics', { token: null });
  return Number(/^process_cpu_seconds_total ([\d.]+)/m.exec(text)?.[1]);
}

function many<T>(one: (at: number) => T): T[] {
  return Array.from({ length: MANY }, (_, at) => one(at));
}

const call = (more: object): [string, object] => ['tools/call', { name: 'get_task', ...more }];
/** Methods and params of messages of up to a megabyte. */
const MESSAGES: Record<string, [string, object]> = {
  'a long id': call({ arguments: { task_id: 'a'.repeat(900_000) } }),
  'a deep argument': call({
    arguments: JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`) as object,
  }),
  'many arguments': call({ arguments: Object.fromEntries(many((at) => [`a${at}`, at])) }),
  'a long state': call({
    arguments: { task_id: ID },
    requestState: `${ID}.${'1'.repeat(900_000)}`,
  }),
  'many answers': [
    'tasks/update',
    { taskId: ID, inputResponses: Object.fromEntries(many((at) => [`k${at}`, { action: 'a' }])) },
  ],
  'a long URI': [
    'resources/read',
    { uri: `metarun://default/files/${ID}${'/%41'.repeat(200_000)}` },
  ],
  'a URI with many anchors': ['resources/read', { uri: `${LOGS}${'#L1'.repeat(250_000)}` }],
  'many URIs to follow': [
    'subscriptions/listen',
    { notifications: { resourceSubscriptions: many(() => LOGS).slice(0, 10_000) } },
  ],
  'a long path': [
    'completion/complete',
    {
      ref: { type: 'ref/resource', uri: 'metarun://default/files/{workspace}/{+path}' },
      argument: { name: 'path', value: 'a/'.repeat(400_000) },
    },
  ],
};

it.each(Object.keys(MESSAGES))('a message with %s takes little CPU time', async (what) => {
  const [method, params] = MESSAGES[what] ?? ['', {}];
  const before = await cpuSeconds();
  const headers = { Accept: 'application/json, text/event-stream' };
  const earlier = await server.call('POST', MCP, {
    token: server.apiKey,
    headers: { ...headers, 'MCP-Protocol-Version': '2025-11-25' },
    body: { jsonrpc: '2.0', id: 1, method, params },
  });
  expect(earlier.status).toBeLessThan(500);
  // Such a name is too long for a header, and a header that differs from the body is refused.
  if (method !== 'resources/read') {
    const { status } = await rpc(server, method, { ...params });
    expect(status).toBeLessThan(500);
  }
  expect((await cpuSeconds()) - before).toBeLessThan(MOST_CPU_SECONDS);
});

it.each<Record<string, string>>([
  { 'MCP-Protocol-Version': '2025-11-25' },
  { 'MCP-Protocol-Version': '1999-01-01' },
  { 'Mcp-Method': 'tools/list' },
  { 'Mcp-Name': 'list_tasks' },
  { 'Mcp-Name': '=?base64?%%%?=' },
])('headers that contradict the body are refused: %j', async (headers) => {
  const { status, body } = await callTool(server, 'get_task', { task_id: ID }, { headers });
  expect([REVISION, status, typeof body.error.code]).toEqual([REVISION, 400, 'number']);
});
