import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { AnyMcpServer, McpTool, McpToolDefinition } from './mcp-server.js';
import type { McpServerDto, McpToolDescriptionDto, McpToolDto } from './mcp-server.dto.js';

/** Returns a server in the form for clients. For one of the installation, command and environment are hidden. */
export function mcpServerDto(server: AnyMcpServer): McpServerDto {
  const own = server.scope === 'project' ? server : null;
  return {
    id: server.id,
    scope: server.scope,
    name: server.name,
    url: own?.url ?? null,
    auth: own === null ? { kind: 'none' } : { ...own.auth },
    tools: server.tools,
    timeout_seconds: server.timeout_seconds,
    max_concurrency: server.max_concurrency,
    revision: server.revision,
    error: server.error,
    checked_at: isoTimeOrNull(server.checkedAt),
    updated_by: own?.updatedBy ?? null,
    created_at: own === null ? null : isoTime(own.createdAt),
    updated_at: own === null ? null : isoTime(own.updatedAt),
  };
}

export function mcpToolDto(tool: McpTool): McpToolDto {
  return {
    name: tool.name,
    ...descriptionDto(tool),
    hash: tool.hash,
    state: tool.state,
    accepted: tool.accepted === null ? null : descriptionDto(tool.accepted),
    accepted_by: tool.acceptedBy,
    accepted_at: isoTimeOrNull(tool.acceptedAt),
  };
}

function descriptionDto(tool: McpToolDefinition): McpToolDescriptionDto {
  return {
    title: tool.title,
    description: tool.description,
    input_schema: tool.inputSchema,
    output_schema: tool.outputSchema,
    annotations: tool.annotations,
  };
}
