import { Injectable } from '@nestjs/common';
import { MetarunError, unknownId } from '../../../base/kernel/errors.js';
import { isUuid } from '../../../base/kernel/ids.js';
import type { Json } from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Database } from '../../../platform/database/database.js';
import { LocalServers } from './local-servers.js';
import type { AnyMcpServer, McpAuth, McpServer, McpServerDefinition } from './mcp-server.js';
import type { McpServerEntity } from './mcp-server.entity.js';

/** Reads the MCP servers of projects. A project's server hides the installation's server of the same name. */
@Injectable()
export class ServerStore {
  constructor(
    private readonly database: Database,
    private readonly local: LocalServers,
  ) {}

  /** Lists the servers of a project by name. */
  async list(projectId: string): Promise<AnyMcpServer[]> {
    const rows = await this.database.query<McpServerEntity>(
      'SELECT * FROM mcp_servers WHERE project_id = ?',
      [projectId],
    );
    const own = rows.map(toMcpServer);
    const names = new Set(own.map(({ name }) => name));
    const offered = (await this.local.list(projectId)).filter(({ name }) => !names.has(name));
    return [...own, ...offered].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  async byId(projectId: string, id: string): Promise<AnyMcpServer> {
    const [row] = isUuid(id)
      ? await this.database.query<McpServerEntity>(
          'SELECT * FROM mcp_servers WHERE id = ? AND project_id = ?',
          [id.toLowerCase(), projectId],
        )
      : [];
    if (row !== undefined) return toMcpServer(row);
    const offered = await this.local.list(projectId);
    const found = offered.find((one) => one.id === id.toLowerCase());
    if (found === undefined) throw unknownId('MCP server', id, 'mcp-servers');
    return found;
  }

  /** Returns a server that the project can change. Throws `conflict` for one of the installation. */
  async own(projectId: string, id: string): Promise<McpServer> {
    const found = await this.byId(projectId, id);
    if (found.scope === 'project') return found;
    throw new MetarunError(
      'conflict',
      `The MCP server ${quoted(found.name)} is one of the installation: its operator changes it in METARUN_MCP_SERVERS.`,
    );
  }

  /** Returns a server by name. Throws `not_found`. */
  async named(projectId: string, name: string): Promise<AnyMcpServer> {
    const [row] = await this.database.query<McpServerEntity>(
      'SELECT * FROM mcp_servers WHERE project_id = ? AND name = ?',
      [projectId, name],
    );
    if (row !== undefined) return toMcpServer(row);
    const offered = await this.local.list(projectId);
    const found = offered.find((one) => one.name === name);
    if (found !== undefined) return found;
    throw new MetarunError(
      'not_found',
      `There is no MCP server ${quoted(name)} in this project. On a server, an administrator of the project adds it by POST …/mcp-servers; a case of metarun test has stubs.mcp.`,
    );
  }

  /** Returns whether a project has any servers. */
  async any(projectId: string): Promise<boolean> {
    const rows = await this.database.query(
      'SELECT id FROM mcp_servers WHERE project_id = ? LIMIT 1',
      [projectId],
    );
    return rows.length > 0 || (await this.local.list(projectId)).length > 0;
  }
}

/** Converts a row to a server. */
export function toMcpServer(row: McpServerEntity): McpServer {
  return {
    scope: 'project',
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    url: row.url,
    auth: JSON.parse(row.auth) as McpAuth,
    tools: JSON.parse(row.allow) as string[],
    timeout_seconds: row.timeout_seconds,
    max_concurrency: row.max_concurrency,
    revision: row.revision,
    error: row.error,
    checkedAt: row.checked_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedBy: row.updated_by,
  };
}

/** Converts a definition to columns. */
export function toColumns({ auth, tools, ...plain }: McpServerDefinition) {
  return { ...plain, auth: JSON.stringify(auth), allow: JSON.stringify(tools satisfies Json) };
}
