import { McpServers1700000000022 } from './migrations/0022-mcp-servers.js';
import { McpLocalStateEntity } from './registry/local-state.entity.js';
import { McpServerEntity } from './registry/mcp-server.entity.js';
import { McpToolEntity } from './registry/mcp-tool.entity.js';
import { McpRemoteTaskEntity } from './steps/mcp-remote-task.entity.js';
import { McpSessionEntity } from './steps/mcp-session.entity.js';

export const entities = [
  McpServerEntity,
  McpLocalStateEntity,
  McpToolEntity,
  McpRemoteTaskEntity,
  McpSessionEntity,
];
export const migrations = [McpServers1700000000022];
