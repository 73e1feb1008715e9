import { Injectable } from '@nestjs/common';
import { hashSha256 } from '../../../base/kernel/sha256.js';
import { notFound } from '../../../base/kernel/errors.js';
import { Database, type Transaction } from '../../../platform/database/database.js';
import { byBytes } from '../../../files/files/tree/subtree.js';
import type {
  ListedTool,
  AnyMcpServer,
  McpTool,
  McpToolDefinition,
  ToolState,
} from './mcp-server.js';
import type { McpToolEntity } from './mcp-tool.entity.js';
import { isAllowed } from './tool-pattern.js';
import { canonical } from '../../../base/kernel/canonical.js';

/** Stores the tools of MCP servers, with their latest and accepted definitions. */
@Injectable()
export class ToolStore {
  constructor(private readonly database: Database) {}

  /** Lists the tools of a server by name. */
  async list(server: AnyMcpServer): Promise<McpTool[]> {
    const rows = await this.database.query<McpToolEntity>(
      'SELECT * FROM mcp_tools WHERE server_id = ? AND project_id = ?',
      [server.id, server.projectId],
    );
    return rows
      .map((row) => toMcpTool(server, row))
      .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  /** Returns the tools after the name `after`, by name. */
  async page(server: AnyMcpServer, after: string, limit: number): Promise<McpTool[]> {
    const name = `name${byBytes(this.database)}`;
    const rows = await this.database.query<McpToolEntity>(
      `SELECT * FROM mcp_tools WHERE server_id = ? AND project_id = ? AND ${name} > ? ORDER BY ${name} LIMIT ?`,
      [server.id, server.projectId, after, limit],
    );
    return rows.map((row) => toMcpTool(server, row));
  }

  /** Returns a tool by name; null if none is known. */
  async find(server: AnyMcpServer, name: string): Promise<McpTool | null> {
    const [row] = await this.database.query<McpToolEntity>(
      'SELECT * FROM mcp_tools WHERE server_id = ? AND project_id = ? AND name = ?',
      [server.id, server.projectId, name],
    );
    return row === undefined ? null : toMcpTool(server, row);
  }

  /** Returns a tool by name. Throws `not_found`. */
  async get(server: AnyMcpServer, name: string): Promise<McpTool> {
    const found = await this.find(server, name);
    if (found !== null) return found;
    throw notFound('tool', name, 'GET …/mcp-servers/{id}/tools shows the names');
  }

  /**
   * Replaces the stored tools of a server by a new list. `by`: the user who accepts new tools in the allow list; null
   * to leave them to an administrator.
   */
  async replace(
    transaction: Transaction,
    server: AnyMcpServer,
    tools: readonly ListedTool[],
    by: string | null,
  ): Promise<void> {
    const rows = await transaction.query<Pick<McpToolEntity, 'name' | 'hash' | 'definition'>>(
      'SELECT name, hash, definition FROM mcp_tools WHERE server_id = ? AND project_id = ?',
      [server.id, server.projectId],
    );
    const known = new Map(rows.map((row) => [row.name, row]));
    for (const tool of tools) {
      const { name, ...definition } = tool;
      const json = JSON.stringify(definition satisfies McpToolDefinition);
      const hash = toolHash(tool);
      const before = known.get(name);
      known.delete(name);
      if (before?.hash === hash && before.definition === json) continue;
      const accepted = by !== null && isAllowed(server.tools, name);
      await transaction.query(
        `INSERT INTO mcp_tools (server_id, name, project_id, definition, hash, accepted_hash, accepted_definition, accepted_by, accepted_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (server_id, name) DO UPDATE SET definition = excluded.definition, hash = excluded.hash`,
        [
          server.id,
          name,
          server.projectId,
          json,
          hash,
          accepted ? hash : null,
          accepted ? json : null,
          accepted ? by : null,
          accepted ? Date.now() : null,
        ],
      );
    }
    // A removed tool that returns is compared with its accepted definition.
    for (const name of known.keys())
      await transaction.query(
        `UPDATE mcp_tools SET hash = '' WHERE server_id = ? AND project_id = ? AND name = ?`,
        [server.id, server.projectId, name],
      );
  }

  /**
   * Accepts the known definitions of tools that the allow list newly includes and that were never accepted. Tools that
   * it included already wait for an administrator, since changing another field is no review.
   */
  async acceptNamed(
    transaction: Transaction,
    server: AnyMcpServer,
    before: readonly string[],
    by: string,
  ): Promise<void> {
    const rows = await transaction.query<McpToolEntity>(
      `SELECT * FROM mcp_tools WHERE server_id = ? AND project_id = ? AND accepted_hash IS NULL AND hash <> ''`,
      [server.id, server.projectId],
    );
    for (const { name, hash } of rows)
      if (isAllowed(server.tools, name) && !isAllowed(before, name))
        await this.accept(transaction, server, { name, hash }, by);
  }

  /** Accepts the known definition of a tool; returns false if it has changed in the meantime. */
  async accept(
    transaction: Pick<Transaction, 'query'>,
    { id, projectId }: AnyMcpServer,
    { name, hash }: { name: string; hash: string },
    by: string,
  ): Promise<boolean> {
    const rows = await transaction.query(
      `UPDATE mcp_tools SET accepted_hash = hash, accepted_definition = definition, accepted_by = ?, accepted_at = ?
       WHERE server_id = ? AND project_id = ? AND name = ? AND hash = ? RETURNING name`,
      [by, Date.now(), id, projectId, name, hash],
    );
    return rows.length > 0;
  }

  async removeAll(transaction: Transaction, { id, projectId }: AnyMcpServer): Promise<void> {
    await transaction.query('DELETE FROM mcp_tools WHERE server_id = ? AND project_id = ?', [
      id,
      projectId,
    ]);
  }
}

function toMcpTool(server: AnyMcpServer, row: McpToolEntity): McpTool {
  const state = computeToolState(server, row);
  return {
    name: row.name,
    ...(JSON.parse(row.definition) as McpToolDefinition),
    hash: row.hash,
    state,
    accepted: state === 'changed' ? parseAcceptedDefinition(row) : null,
    acceptedBy: row.accepted_by,
    acceptedAt: row.accepted_at,
  };
}

function parseAcceptedDefinition(row: McpToolEntity): McpToolDefinition | null {
  if (row.accepted_definition === null) return null;
  const definition = JSON.parse(row.accepted_definition) as McpToolDefinition;
  return toolHash({ name: row.name, ...definition }) === row.accepted_hash ? definition : null;
}

function computeToolState(
  server: AnyMcpServer,
  { name, hash, accepted_hash: accepted }: McpToolEntity,
): ToolState {
  if (hash === '') return 'gone';
  if (!isAllowed(server.tools, name)) return 'denied';
  if (accepted === null) return 'new';
  return accepted === hash ? 'allowed' : 'changed';
}

/** Returns the SHA-256 in hex of a tool's full definition as canonical JSON (RFC 8785). */
function toolHash(tool: ListedTool): string {
  const { name, title, description, inputSchema, outputSchema, annotations } = tool;
  const text = canonical({ name, title, description, inputSchema, outputSchema, annotations });
  return hashSha256(text);
}
