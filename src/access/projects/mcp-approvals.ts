/**
 * How MCP clients take part in the approvals of a project: not at all, by links for people, by deciding themselves, or by
 * deciding also on tasks that the same key has created.
 */
export const MCP_APPROVALS = ['off', 'links', 'on', 'on_self'] as const;
export type McpApprovals = (typeof MCP_APPROVALS)[number];

/** The setting as the database holds it. One that this version does not know allows nothing. */
export function storedMcpApprovals(text: string): McpApprovals {
  return MCP_APPROVALS.find((known) => known === text) ?? 'off';
}
