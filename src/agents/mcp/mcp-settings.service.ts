import { Injectable } from '@nestjs/common';
import { Database, type Transaction } from '../../platform/database/database.js';
import { assertConditions, type Conditions } from '../../platform/wire/conditions.js';
import { contentTag } from '../../platform/wire/content-tag.js';
import { noteFormer } from '../../access/audit/former-values.js';
import { type McpApprovals, storedMcpApprovals } from '../../access/projects/mcp-approvals.js';

/** Manages the settings of projects for MCP clients. */
@Injectable()
export class McpSettings {
  constructor(private readonly database: Database) {}

  async approvals(
    projectId: string,
    reader: Pick<Transaction, 'query'> = this.database,
  ): Promise<McpApprovals> {
    const [row] = await reader.query<{ mcp_approvals: string }>(
      'SELECT mcp_approvals FROM projects WHERE id = ?',
      [projectId],
    );
    return storedMcpApprovals(row?.mcp_approvals ?? 'off');
  }

  /** Throws `precondition_failed` if the conditions do not match the current settings. */
  async change(
    projectId: string,
    approvals: McpApprovals,
    conditions: Conditions = {},
  ): Promise<McpApprovals> {
    const before = await this.database.write(async (tx) => {
      await tx.lock(`project ${projectId}`);
      const present = await this.approvals(projectId, tx);
      assertConditions(conditions, 'policy for MCP clients', mcpSettingsTag(present));
      await tx.query('UPDATE projects SET mcp_approvals = ? WHERE id = ?', [approvals, projectId]);
      return present;
    });
    noteFormer({ mcp_approvals: before });
    return approvals;
  }
}

export function mcpSettingsTag(approvals: McpApprovals): string {
  return contentTag({ mcp_approvals: approvals });
}
