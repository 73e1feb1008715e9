import { Injectable } from '@nestjs/common';
import type { Json, JsonObject } from '../../../base/kernel/json.js';
import { mapTexts } from '../../../base/kernel/map-texts.js';
import { quoted } from '../../../base/kernel/quoted.js';
import type { TaskAnswer } from '../connection/answers.js';
import { mcpError, McpGateway } from '../connection/mcp-gateway.service.js';
import type { AnyMcpServer, ListedTool, McpTool } from '../registry/mcp-server.js';
import { McpTools } from '../registry/mcp-tools.service.js';
import { ServerStore } from '../registry/server-store.js';
import { isAllowed } from '../registry/tool-pattern.js';
import {
  type CallAnswer,
  type CallRequest,
  McpPort,
  type RemoteRef,
  type ServerRef,
  type ToolRef,
} from './mcp-port.js';
import { RemoteTasks } from './remote-tasks.js';

/** The MCP servers of projects, over the network or stdio. */
@Injectable()
export class RegisteredMcpPort extends McpPort {
  constructor(
    private readonly servers: ServerStore,
    private readonly known: McpTools,
    private readonly gateway: McpGateway,
    private readonly remote: RemoteTasks,
  ) {
    super();
  }

  any(projectId: string): Promise<boolean> {
    return this.servers.any(projectId);
  }

  async tools({ projectId, server: name }: ServerRef, signal: AbortSignal): Promise<ListedTool[]> {
    const server = await this.servers.named(projectId, name);
    if (server.revision === null) return [];
    await this.gateway.hold(server, { signal, seconds: server.timeout_seconds }, ({ connection }) =>
      this.known.update(server, connection),
    );
    const tools = await this.known.listKnown(server);
    return tools.filter(({ state }) => state === 'allowed');
  }

  async tool({ projectId, server: name, tool }: ToolRef): Promise<ListedTool | null> {
    const found = await this.known.find(await this.servers.named(projectId, name), tool);
    return found?.state === 'allowed' ? found : null;
  }

  async call(request: CallRequest): Promise<CallAnswer> {
    const { projectId, server: name, tool, args, answers, signal, onQuestion } = request;
    const server = await this.servers.named(projectId, name);
    if (!isAllowed(server.tools, tool)) throw denied(server, tool);
    // A call that lists the tools itself would bypass the first refresh by an administrator.
    if (server.revision === null) throw unlisted(server);
    const seconds = request.seconds ?? server.timeout_seconds;
    return this.gateway.hold(
      server,
      { signal, seconds, onQuestion },
      async ({ connection, hide }) => {
        await this.known.update(server, connection);
        const accepted = usable(server, tool, await this.known.find(server, tool));
        await request.onSending();
        const answer = await connection.call(accepted, args, answers);
        if (answer.kind === 'task')
          return { ...answer, task: { ...answer.task, serverId: server.id } };
        return mapTexts(answer as unknown as Json, hide) as unknown as CallAnswer;
      },
    );
  }

  async task(
    { projectId, server: name, taskId, remoteId }: RemoteRef,
    responses: JsonObject | null,
    signal: AbortSignal,
  ): Promise<{ answer: TaskAnswer; serverId: string }> {
    const server = await this.servers.named(projectId, name);
    const place = { projectId, taskId, serverId: server.id, remoteId };
    const session = await this.remote.findSession(place);
    const limits = { signal, seconds: server.timeout_seconds, session };
    const answer = await this.gateway.hold(server, limits, async ({ connection, hide }) => {
      const found = await connection.task(remoteId, responses);
      return mapTexts(found as unknown as Json, hide) as unknown as TaskAnswer;
    });
    if (answer.kind === 'result' || answer.kind === 'failed') await this.remote.over(place);
    return { answer, serverId: server.id };
  }
}

/** Returns a callable tool. Throws `mcp_denied` or `mcp_tool_changed`. */
function usable(server: AnyMcpServer, name: string, tool: McpTool | null): McpTool {
  const at = `…/mcp-servers/${server.id}/tools`;
  if (tool === null || tool.state === 'gone')
    throw mcpError(
      'mcp_denied',
      `The MCP server ${quoted(server.name)} has no tool ${quoted(name)}: GET ${at} shows the names.`,
    );
  switch (tool.state) {
    case 'allowed':
      return tool;
    case 'denied':
      throw denied(server, name);
    case 'new':
      throw mcpError(
        'mcp_denied',
        `The tool ${quoted(name)} of the MCP server ${quoted(server.name)} is new, and has not been accepted: an administrator reads it and calls POST ${at}/${name}/accept.`,
      );
    case 'changed':
      throw mcpError(
        'mcp_tool_changed',
        `The tool ${quoted(name)} of the MCP server ${quoted(server.name)} is not as it was when ${tool.acceptedBy ?? 'an administrator'} accepted it: an administrator reads what it says now and calls POST ${at}/${name}/accept.`,
      );
  }
}

function unlisted({ id, name }: AnyMcpServer): Error {
  return mcpError(
    'mcp_denied',
    `No tool of the MCP server ${quoted(name)} has been accepted: an administrator calls POST …/mcp-servers/${id}/refresh, which accepts those that its allow list names.`,
  );
}

function denied({ id, name, tools }: AnyMcpServer, tool: string): Error {
  const allowed = tools.length === 0 ? 'it is empty' : `it has ${tools.slice(0, 10).join(', ')}`;
  return mcpError(
    'mcp_denied',
    `The tool ${quoted(tool)} is not in the allow list of the MCP server ${quoted(name)}, ${allowed}: an administrator adds it to "tools" by PATCH …/mcp-servers/${id}.`,
  );
}
