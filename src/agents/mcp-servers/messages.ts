import { message } from '../../platform/events/event-bus.js';

/** A conversation with an MCP server has ended. `outcome`: `ok`, or the code of the error. */
export const mcpCalled = message<{
  projectId: string;
  server: string;
  outcome: string;
  seconds: number;
}>('mcp.called');
