import { Injectable } from '@nestjs/common';
import { hashSha256 } from '../../../base/kernel/sha256.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { InstallationServers } from '../stdio/installation-servers.js';
import type { StdioDefinition } from '../stdio/stdio-definition.js';
import type { McpLocalStateEntity } from './local-state.entity.js';
import type { LocalServer } from './mcp-server.js';

/** The installation's MCP servers in each project. */
@Injectable()
export class LocalServers {
  constructor(
    private readonly database: Database,
    private readonly installation: InstallationServers,
  ) {}

  /** Lists the servers that a project may use, by name. */
  async list(projectId: string): Promise<LocalServer[]> {
    const definitions = await this.installation.of(() => this.findProjectSlug(projectId));
    if (definitions.length === 0) return [];
    const rows = await this.database.query<McpLocalStateEntity>(
      'SELECT * FROM mcp_local_states WHERE project_id = ?',
      [projectId],
    );
    const states = new Map(rows.map((row) => [row.id, row]));
    return definitions.map((definition) => {
      const id = computeServerId(projectId, definition);
      const state = states.get(id);
      const { name, tools, timeout_seconds, max_concurrency } = definition;
      return {
        scope: 'installation',
        id,
        projectId,
        name,
        tools,
        timeout_seconds,
        max_concurrency,
        revision: state?.revision ?? null,
        error: state?.error ?? null,
        checkedAt: state?.checked_at ?? null,
        definition,
      };
    });
  }

  /** Records the result of listing a server's tools. `revision`: undefined to keep the current one. */
  async note(
    transaction: Pick<Transaction, 'query'>,
    { id, projectId, revision: before }: LocalServer,
    { revision = before, error }: { revision?: string | null; error: string | null },
  ): Promise<void> {
    await transaction.query(
      `INSERT INTO mcp_local_states (id, project_id, revision, error, checked_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET revision = excluded.revision, error = excluded.error, checked_at = excluded.checked_at`,
      [id, projectId, revision, error, Date.now()],
    );
  }

  private async findProjectSlug(projectId: string): Promise<string | null> {
    const [row] = await this.database.query<{ slug: string }>(
      'SELECT slug FROM projects WHERE id = ?',
      [projectId],
    );
    return row?.slug ?? null;
  }
}

/** Returns the id of a server in a project, which is the same at every start (UUID version 8). */
function computeServerId(projectId: string, { name }: StdioDefinition): string {
  const hex = hashSha256(`${projectId} ${name}`);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
