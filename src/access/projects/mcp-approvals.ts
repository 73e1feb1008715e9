/**
 * Roles of MCP clients in the approvals of a project: none, showing links to people, deciding, or deciding also on
 * tasks that the same key has created.
 */
export const MCP_APPROVALS = ['off', 'links', 'on', 'on_self'] as const;
export type McpApprovals = (typeof MCP_APPROVALS)[number];

/** Parses the setting stored in the database. A value unknown to this version allows nothing. */
export function storedMcpApprovals(text: string): McpApprovals {
  return MCP_APPROVALS.find((known) => known === text) ?? 'off';
}
