import { Injectable } from '@nestjs/common';
import { invalidField, MetarunError } from '../../../base/kernel/errors.js';
import { newId } from '../../../base/kernel/ids.js';
import type { JsonObject } from '../../../base/kernel/json.js';
import { quoted } from '../../../base/kernel/quoted.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/unique-violation.js';
import { assertConditions, type Conditions, overtaken } from '../../../platform/wire/conditions.js';
import { removeAsRead } from '../../../platform/wire/remove-as-read.js';
import { noteFormer } from '../../../access/audit/former-values.js';
import { ServiceEgress } from '../../../sandbox/egress/service-egress.js';
import { Quotas } from '../../../access/projects/quotas.service.js';
import {
  type AnyMcpServer,
  type McpServer,
  type McpServerDefinition,
  serverTag,
} from './mcp-server.js';
import type { McpServerEntity } from './mcp-server.entity.js';
import { readServer } from './server-reader.js';
import { toColumns, toMcpServer, ServerStore } from './server-store.js';
import { ToolStore } from './tool-store.js';

/** Manages the MCP servers of projects. */
@Injectable()
export class McpServersService {
  constructor(
    private readonly database: Database,
    private readonly store: ServerStore,
    private readonly tools: ToolStore,
    private readonly egress: ServiceEgress,
    private readonly quotas: Quotas,
  ) {}

  /** Lists the servers of a project by name. */
  list(projectId: string): Promise<AnyMcpServer[]> {
    return this.store.list(projectId);
  }

  get(projectId: string, id: string): Promise<AnyMcpServer> {
    return this.store.byId(projectId, id);
  }

  async create(projectId: string, given: JsonObject, by: string): Promise<McpServer> {
    const columns = toColumns(await this.checked(projectId, given));
    const names = Object.keys(columns);
    const now = Date.now();
    return this.database.write(async (transaction) => {
      await this.quotas.admit(transaction, projectId, 'maxMcpServers');
      const [row] = await transaction.query<McpServerEntity>(
        `INSERT INTO mcp_servers (id, project_id, ${names.join(', ')}, created_at, updated_at, updated_by)
         VALUES (?, ?, ${names.map(() => '?').join(', ')}, ?, ?, ?)
         ON CONFLICT (project_id, name) DO NOTHING RETURNING *`,
        [newId(), projectId, ...Object.values(columns), now, now, by],
      );
      if (row === undefined) throw duplicate(columns.name);
      return toMcpServer(row);
    });
  }

  /**
   * Changes a server. Omitted fields are kept; `auth` and `tools` are replaced as a whole. A new address means a
   * different server with unknown tools. Tools that the allow list newly includes are accepted in their known form.
   */
  async update(
    projectId: string,
    id: string,
    given: JsonObject,
    { by, conditions }: { by: string; conditions: Conditions },
  ): Promise<McpServer> {
    const before = await this.store.own(projectId, id);
    assertConditions(conditions, 'MCP server', serverTag(before));
    const { name, url, auth, tools, timeout_seconds, max_concurrency } = before;
    const kept = { name, url, auth, tools, timeout_seconds, max_concurrency };
    const definition = await this.checked(projectId, { ...kept, auth: { ...auth }, ...given });
    noteFormer(kept);
    const columns = toColumns(definition);
    const sets = Object.keys(columns).map((column) => `${column} = ?`);
    const moved = definition.url !== before.url;
    if (moved) sets.push('revision = NULL', 'error = NULL', 'checked_at = NULL');
    // Ensures different times for two changes in one millisecond.
    const now = Math.max(Date.now(), before.updatedAt + 1);
    try {
      return await this.database.write(async (transaction) => {
        const [row] = await transaction.query<McpServerEntity>(
          `UPDATE mcp_servers SET ${sets.join(', ')}, updated_at = ?, updated_by = ?
           WHERE id = ? AND project_id = ? AND updated_at = ? RETURNING *`,
          [...Object.values(columns), now, by, before.id, projectId, before.updatedAt],
        );
        if (row === undefined) throw overtaken(describeServer(before), conditions);
        const changed = toMcpServer(row);
        if (moved) await this.tools.removeAll(transaction, changed);
        else await this.tools.acceptNamed(transaction, changed, before.tools, by);
        return changed;
      });
    } catch (error) {
      throw isUniqueViolation(error) ? duplicate(definition.name) : error;
    }
  }

  async remove(projectId: string, id: string, conditions: Conditions): Promise<void> {
    const server = await this.store.own(projectId, id);
    assertConditions(conditions, 'MCP server', serverTag(server));
    noteFormer({ name: server.name });
    const same = { sql: 'updated_at = ?', values: [server.updatedAt] };
    const read = { id: server.id, projectId, what: describeServer(server), same };
    await this.database.write(async (transaction) => {
      await this.tools.removeAll(transaction, server);
      await removeAsRead(transaction, 'DELETE FROM mcp_servers', read, conditions);
    });
  }

  private async checked(projectId: string, given: JsonObject): Promise<McpServerDefinition> {
    const read = readServer(given);
    if ('errors' in read) {
      const text = read.errors.map(({ pointer, message }) => `${pointer} ${message}`).join('; ');
      throw new MetarunError('validation_failed', `${text}.`, { errors: read.errors });
    }
    const { url, auth } = read.server;
    const addresses: [string, string][] = [['/url', url]];
    if (auth.kind === 'client_credentials') {
      if (auth.token_url !== undefined) addresses.push(['/auth/token_url', auth.token_url]);
      if (auth.issuer !== undefined) addresses.push(['/auth/issuer', auth.issuer]);
    }
    for (const [pointer, address] of addresses) {
      const refusal = await this.egress.findRefusal({ projectId, base_url: address });
      if (refusal !== null) throw invalidField(pointer, refusal);
    }
    return read.server;
  }
}

function describeServer({ name }: McpServer): string {
  return `MCP server ${quoted(name)}`;
}

function duplicate(name: string): MetarunError {
  return new MetarunError(
    'duplicate',
    `The project has an MCP server ${quoted(name)} already: choose another name, or change that one.`,
  );
}
