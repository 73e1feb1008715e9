import type { Answer, TestServer } from '../server.js';
import type { Wire } from '../wire.js';

export const SERVERS = '/projects/default/mcp-servers';

export type ServerRow = Wire['McpServerDto'];

export type ToolRow = Wire['McpToolDto'];

/** Adds a server and lists its tools. */
export async function newMcpServer(server: TestServer, body: object): Promise<ServerRow> {
  const made = await server.call<ServerRow>('POST', SERVERS, { body });
  if (made.status !== 201) throw new Error(`${made.status} ${made.text}`);
  const listed = await refresh(server, made.body.id);
  if (listed.status !== 200) throw new Error(`${listed.status} ${listed.text}`);
  return listed.body.server;
}

export function refresh(
  server: TestServer,
  id: string,
): Promise<Answer<{ server: ServerRow; tools: ToolRow[] }>> {
  return server.call('POST', `${SERVERS}/${id}/refresh`);
}

export async function statesOf(server: TestServer, id: string): Promise<Record<string, string>> {
  const { body } = await server.call<ToolRow[]>('GET', `${SERVERS}/${id}/tools`);
  return Object.fromEntries(body.map(({ name, state }) => [name, state]));
}
