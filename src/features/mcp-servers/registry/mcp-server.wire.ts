import { isoTime, isoTimeOrNull } from '../../../base/kernel/clock.js';
import type { McpServer, McpTool, McpToolDefinition } from './mcp-server.js';
import type { McpServerDto, McpToolDescriptionDto, McpToolDto } from './mcp-server.dto.js';

export function mcpServerDto(server: McpServer): McpServerDto {
  return {
    id: server.id,
    name: server.name,
    url: server.url,
    auth: { ...server.auth },
    tools: server.tools,
    timeout_seconds: server.timeout_seconds,
    max_concurrency: server.max_concurrency,
    revision: server.revision,
    error: server.error,
    checked_at: isoTimeOrNull(server.checkedAt),
    updated_by: server.updatedBy,
    created_at: isoTime(server.createdAt),
    updated_at: isoTime(server.updatedAt),
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
