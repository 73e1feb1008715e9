import { defineErrors } from '../../base/kernel/errors.js';

export const MCP_ERRORS = defineErrors({
  mcp_unavailable: { kind: 'invalid', title: 'The MCP server cannot be used' },
  mcp_timeout: { kind: 'invalid', title: 'The MCP server has not answered in time' },
  mcp_error: { kind: 'invalid', title: 'The MCP server has answered with an error' },
  mcp_denied: { kind: 'invalid', title: 'The project does not allow this tool' },
  mcp_tool_changed: { kind: 'invalid', title: 'The tool is not as it was accepted' },
  mcp_outcome_unknown: { kind: 'conflict', title: 'It is not known whether the tool was called' },
});

export type McpErrorCode = keyof typeof MCP_ERRORS;
