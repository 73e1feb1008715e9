import type { Feature } from '../../platform/database/feature.js';
import { MCP_ERRORS } from './errors.js';
import { MCP_SETTINGS } from './settings.js';

export const mcpServers = {
  name: 'mcp-servers',
  settings: MCP_SETTINGS,
  errors: MCP_ERRORS,
  tags: [
    { name: 'mcp-servers', about: 'MCP servers that scripts and agents can call', position: 118 },
  ],
} as const satisfies Feature;
