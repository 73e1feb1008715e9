import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The fields of a meta-task for MCP clients: `mcp` and `mcp_hints`. */
export class McpTools1700000000054 extends Migration {
  readonly breaking = false;
  readonly name = 'McpTools1700000000054';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE "task_type_versions" ADD COLUMN "mcp" text NOT NULL DEFAULT 'auto'`,
    );
    await runner.query('ALTER TABLE "task_type_versions" ADD COLUMN "mcp_hints" text');
  }
}
