import { Injectable } from '@nestjs/common';
import { MetarunError } from '../../../base/kernel/errors.js';
import { Database } from '../../../platform/database/database.js';
import { McpGateway } from '../connection/mcp-gateway.service.js';
import type { McpConnection } from '../connection/mcp-connection.js';
import type { AnyMcpServer, ListedTool, McpTool } from './mcp-server.js';
import { LocalServers } from './local-servers.js';
import { ServerStore } from './server-store.js';
import { ToolStore } from './tool-store.js';

/** Time for which the known tools of a server are considered current, before a call lists them again, in ms. */
const KNOWN_MS = 10 * 60_000;

/** The known tools of MCP servers, and their acceptance. */
@Injectable()
export class McpTools {
  /** Times at which this server has listed the tools of each MCP server, by the monotonic clock in ms. */
  private readonly listedAt = new Map<string, number>();

  constructor(
    private readonly database: Database,
    private readonly servers: ServerStore,
    private readonly local: LocalServers,
    private readonly store: ToolStore,
    private readonly gateway: McpGateway,
  ) {}

  async list(
    projectId: string,
    id: string,
    { cursor = '', limit }: { cursor?: string | undefined; limit: number },
  ): Promise<McpTool[]> {
    return this.store.page(await this.servers.byId(projectId, id), cursor, limit);
  }

  /**
   * Lists the tools of a server again. The first time, the caller accepts those in the allow list. Rejects with the
   * error of the server, which is stored with it.
   */
  async refresh(
    projectId: string,
    id: string,
    by: string,
    signal: AbortSignal,
  ): Promise<{ server: AnyMcpServer; tools: McpTool[] }> {
    const server = await this.servers.byId(projectId, id);
    const seconds = server.timeout_seconds;
    try {
      await this.gateway.hold(server, { signal, seconds }, async ({ connection }) => {
        const tools = await connection.tools();
        await this.keep(server, tools, connection.revision, server.revision === null ? by : null);
      });
    } catch (error) {
      if (error instanceof MetarunError) await this.noteError(server, error.message);
      throw error;
    }
    const now = await this.servers.byId(projectId, id);
    return { server: now, tools: await this.store.list(now) };
  }

  /**
   * Accepts the known definition of a tool. `hash`: of the definition that the caller has seen; null for any. Throws
   * `conflict` if they differ.
   */
  async accept(
    projectId: string,
    id: string,
    { name, hash }: { name: string; hash: string | null },
    by: string,
  ): Promise<McpTool> {
    const server = await this.servers.byId(projectId, id);
    const tool = await this.store.get(server, name);
    if (tool.state === 'gone')
      throw new MetarunError(
        'conflict',
        'The server has this tool no more: there is nothing to accept.',
      );
    const seen = hash ?? tool.hash;
    const accepted = await this.database.write((transaction) =>
      this.store.accept(transaction, server, { name, hash: seen }, by),
    );
    if (!accepted)
      throw new MetarunError(
        'conflict',
        'The tool has another hash than this: read it again, and accept what you see.',
      );
    return this.store.get(server, name);
  }

  find(server: AnyMcpServer, name: string): Promise<McpTool | null> {
    return this.store.find(server, name);
  }

  listKnown(server: AnyMcpServer): Promise<McpTool[]> {
    return this.store.list(server);
  }

  /** Lists the tools of a server during a conversation with it, unless this was done recently. */
  async update(server: AnyMcpServer, connection: McpConnection): Promise<void> {
    const before = this.listedAt.get(server.id);
    if (before !== undefined && performance.now() - before < KNOWN_MS) return;
    await this.keep(server, await connection.tools(), connection.revision, null);
  }

  private async keep(
    server: AnyMcpServer,
    tools: readonly ListedTool[],
    revision: string,
    by: string | null,
  ): Promise<void> {
    await this.database.write(async (transaction) => {
      if (server.scope === 'installation') {
        await this.local.note(transaction, server, { revision, error: null });
        return this.store.replace(transaction, server, tools, by);
      }
      const [row] = await transaction.query(
        `UPDATE mcp_servers SET revision = ?, error = NULL, checked_at = ?
         WHERE id = ? AND project_id = ? AND url = ? RETURNING id`,
        [revision, Date.now(), server.id, server.projectId, server.url],
      );
      // The server may have been deleted or replaced.
      if (row !== undefined) await this.store.replace(transaction, server, tools, by);
    });
    this.listedAt.set(server.id, performance.now());
  }

  private async noteError(server: AnyMcpServer, message: string): Promise<void> {
    if (server.scope === 'installation')
      return this.database.write((transaction) =>
        this.local.note(transaction, server, { error: message }),
      );
    const { id, projectId, url } = server;
    await this.database.execute(
      'UPDATE mcp_servers SET error = ?, checked_at = ? WHERE id = ? AND project_id = ? AND url = ?',
      [message, Date.now(), id, projectId, url],
    );
  }
}
