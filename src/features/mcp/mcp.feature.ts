import type { Feature } from '../../platform/database/feature.js';

export const mcp = {
  name: 'mcp',
  tags: [{ name: 'mcp', about: 'Tools for assistants that speak MCP', position: 65 }],
  endpoints: async () => (await import('./mcp.module.js')).McpModule,
} as const satisfies Feature;
