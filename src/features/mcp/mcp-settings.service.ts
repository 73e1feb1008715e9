import type { Database } from '../../platform/database/database.js';
import { noteFormer } from '../audit/former-values.js';
import { type McpApprovals, storedMcpApprovals } from '../projects/mcp-approvals.js';

/** The settings of projects for MCP clients. */
export class McpSettings {
  constructor(private readonly database: Database) {}

  async approvals(projectId: string): Promise<McpApprovals> {
    const [row] = await this.database.query<{ mcp_approvals: string }>(
      'SELECT mcp_approvals FROM projects WHERE id = ?',
      [projectId],
    );
    return storedMcpApprovals(row?.mcp_approvals ?? 'off');
  }

  async change(projectId: string, approvals: McpApprovals): Promise<McpApprovals> {
    noteFormer({ mcp_approvals: await this.approvals(projectId) });
    await this.database.execute('UPDATE projects SET mcp_approvals = ? WHERE id = ?', [
      approvals,
      projectId,
    ]);
    return approvals;
  }
}
