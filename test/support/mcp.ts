import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { call, type Answer, type TestServer } from './server.js';

export const MCP = '/external/v1/projects/default/mcp';
export const REVISION = '2026-07-28';
const TASKS_EXTENSION = 'io.modelcontextprotocol/tasks';

interface Options {
  /** Query string of the URL, such as `?tools=a`. */
  query?: string;
  token?: string;
  project?: string;
  capabilities?: Record<string, object>;
}

/** Connects a client of the protocol's SDK. */
export async function connect(
  server: TestServer,
  options: Options & { mode?: 'auto' | 'legacy' } = {},
): Promise<Client> {
  const { query = '', token = server.apiKey, mode = 'auto', project = 'default' } = options;
  const client = new Client(
    { name: 'tests', version: '1' },
    { versionNegotiation: { mode }, capabilities: options.capabilities ?? {} },
  );
  const url = new URL(`${server.url}/external/v1/projects/${project}/mcp${query}`);
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}

export interface Rpc {
  result: Record<string, unknown> & { content: { type: string; text: string }[] };
  error: { code: number; message: string; data?: { code?: string } };
}

export type MessageOptions = Options & { headers?: Record<string, string> };

let id = 0;

/** Sends a message of the current revision. */
export function rpc(
  server: Pick<TestServer, 'url' | 'apiKey'>,
  method: string,
  params: Record<string, unknown> = {},
  options: MessageOptions = {},
): Promise<Answer<Rpc>> {
  const { capabilities = {}, token = server.apiKey, query = '', project = 'default' } = options;
  const { _meta: meta, ...rest } = params;
  const name = params['name'] ?? params['uri'] ?? params['taskId'];
  id += 1;
  return call<Rpc>(server.url, 'POST', `/external/v1/projects/${project}/mcp${query}`, {
    token,
    headers: {
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': REVISION,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': name }),
      ...options.headers,
    },
    body: {
      jsonrpc: '2.0',
      id,
      method,
      params: {
        ...rest,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': REVISION,
          'io.modelcontextprotocol/clientInfo': { name: 'tests', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': capabilities,
          ...(typeof meta === 'object' && meta),
        },
      },
    },
  });
}

export function callTool(
  server: Pick<TestServer, 'url' | 'apiKey'>,
  name: string,
  given: Record<string, unknown> = {},
  options: MessageOptions & { params?: Record<string, unknown> } = {},
): Promise<Answer<Rpc>> {
  const params = { name, arguments: given, ...options.params };
  return rpc(server, 'tools/call', params, options);
}

/** Capabilities of a client that accepts tasks as answers. */
export const TAKES_TASKS = { extensions: { [TASKS_EXTENSION]: {} } };
