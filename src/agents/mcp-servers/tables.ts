import { McpStdio1700000000056 } from './migrations/0056-mcp-stdio.js';
import { McpSessions1700000000057 } from './migrations/0057-mcp-sessions.js';
import { McpServers1700000000062 } from './migrations/0062-mcp-servers.js';
import { McpAcceptedTools1700000000069 } from './migrations/0069-accepted-tools.js';
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
export const migrations = [
  McpStdio1700000000056,
  McpSessions1700000000057,
  McpServers1700000000062,
  McpAcceptedTools1700000000069,
];
