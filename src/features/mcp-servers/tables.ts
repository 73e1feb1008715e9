import { McpServers1700000000062 } from './migrations/0062-mcp-servers.js';
import { McpServerEntity } from './registry/mcp-server.entity.js';
import { McpToolEntity } from './registry/mcp-tool.entity.js';
import { McpRemoteTaskEntity } from './steps/mcp-remote-task.entity.js';

export const entities = [McpServerEntity, McpToolEntity, McpRemoteTaskEntity];
export const migrations = [McpServers1700000000062];
