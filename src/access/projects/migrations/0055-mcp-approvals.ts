import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The setting of a project for MCP clients and approvals. */
export class McpApprovals1700000000055 extends Migration {
  readonly breaking = false;
  readonly name = 'McpApprovals1700000000055';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "projects" ADD COLUMN "mcp_approvals" text NOT NULL DEFAULT 'links'`,
    );
  }
}
