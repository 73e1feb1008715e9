import { queryOptions } from '@tanstack/react-query';
import { api, readBody } from './client.js';
import { ifMatch, type Tagged, readTaggedBody } from './conditions.js';
import { pagesQuery } from './pages.js';
import type { McpServer, McpTool } from './types.js';

const LIST = '/projects/{project_id}/mcp-servers' as const;
const ONE = `${LIST}/{server_id}` as const;
/** Tools per page: the maximum, since they are shown in groups. */
const PAGE = 200;

export const MCP_AUTH_KINDS = [
  'none',
  'bearer',
  'header',
  'client_credentials',
] as const satisfies readonly McpServer['auth']['kind'][];

/** Authentication methods at the token endpoint; '' lets the issuer choose. */
export const MCP_TOKEN_METHODS = [
  '',
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
] as const satisfies readonly (NonNullable<McpServer['auth']['method']> | '')[];

export interface McpServerBody {
  name: string;
  url: string;
  auth: McpServer['auth'];
  tools: string[];
  timeout_seconds: number;
  max_concurrency: number;
}

const buildPathParams = (project: string, id: string) => ({
  path: { project_id: project, server_id: id },
});

/** MCP servers of a project, sorted by name. */
export function mcpServersQuery(project: string) {
  return queryOptions({
    queryKey: ['mcp servers', project],
    queryFn: ({ signal }): Promise<McpServer[]> =>
      readBody(api.GET(LIST, { params: { path: { project_id: project } }, signal })),
  });
}

export function mcpServerQuery(project: string, id: string) {
  return queryOptions({
    queryKey: ['mcp server', project, id],
    queryFn: ({ signal }): Promise<Tagged<McpServer>> =>
      readTaggedBody(api.GET(ONE, { params: buildPathParams(project, id), signal })),
  });
}

/** Known tools of a server. */
export function mcpToolsQuery(project: string, id: string) {
  return pagesQuery<McpTool>(['mcp server', project, id, 'tools'], (place, signal) =>
    api.GET(`${ONE}/tools`, {
      params: { ...buildPathParams(project, id), query: { limit: PAGE, ...place } },
      signal,
    }),
  );
}

export function createMcpServer(project: string, body: McpServerBody): Promise<McpServer> {
  return readBody(api.POST(LIST, { params: { path: { project_id: project } }, body }));
}

export function changeMcpServer(
  project: string,
  id: string,
  body: Partial<McpServerBody>,
  etag: string,
): Promise<Tagged<McpServer>> {
  return readTaggedBody(
    api.PATCH(ONE, { params: buildPathParams(project, id), body, ...ifMatch(etag) }),
  );
}

export async function deleteMcpServer(project: string, id: string, etag: string): Promise<void> {
  await readBody(api.DELETE(ONE, { params: buildPathParams(project, id), ...ifMatch(etag) }));
}

/** Reads the tools of a server again. Throws a RequestError if the server fails to list them. */
export function refreshMcpServer(project: string, id: string) {
  return readBody(api.POST(`${ONE}/refresh`, { params: buildPathParams(project, id) }));
}

/** Accepts the definition of a tool that the user saw. The server responds with a conflict if it has changed since. */
export function acceptMcpTool(
  project: string,
  id: string,
  { name, hash }: Pick<McpTool, 'name' | 'hash'>,
): Promise<McpTool> {
  return readBody(
    api.POST(`${ONE}/tools/{tool}/accept`, {
      params: { path: { project_id: project, server_id: id, tool: name } },
      body: { hash },
    }),
  );
}
