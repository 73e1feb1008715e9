import type { Feature } from '../../platform/database/feature.js';

export const mcp = {
  name: 'mcp',
  tags: [{ name: 'mcp', about: 'Tools for assistants that support MCP', position: 65 }],
} as const satisfies Feature;
