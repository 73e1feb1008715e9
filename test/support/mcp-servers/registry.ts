import { sent } from '../http.js';
import type { Answer, TestServer } from '../server.js';
import type { Wire } from '../wire.js';

export const SERVERS = '/projects/default/mcp-servers';

export type ServerRow = Wire['McpServerDto'];

export type ToolRow = Wire['McpToolDto'];

/** Adds a server and lists its tools. */
export async function newMcpServer(server: TestServer, body: object): Promise<ServerRow> {
  const { id } = await sent<ServerRow>(server, 'POST', SERVERS, body);
  return (await sent<{ server: ServerRow }>(server, 'POST', `${SERVERS}/${id}/refresh`)).server;
}

export function refresh(
  server: TestServer,
  id: string,
): Promise<Answer<{ server: ServerRow; tools: ToolRow[] }>> {
  return server.call('POST', `${SERVERS}/${id}/refresh`);
}

export async function loadToolStates(
  server: TestServer,
  id: string,
): Promise<Record<string, string>> {
  const { body } = await server.call<ToolRow[]>('GET', `${SERVERS}/${id}/tools`);
  return Object.fromEntries(body.map(({ name, state }) => [name, state]));
}
