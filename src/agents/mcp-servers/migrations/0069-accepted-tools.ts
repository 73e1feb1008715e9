import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The accepted descriptions of the tools of MCP servers, which are shown beside those of now. */
export class McpAcceptedTools1700000000069 extends Migration {
  /** A server that does not know the column leaves it behind; what was accepted is then known by its hash alone. */
  readonly breaking = false;
  readonly name = 'McpAcceptedTools1700000000069';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE "mcp_tools" ADD COLUMN "accepted_definition" text');
    await runner.query(
      'UPDATE "mcp_tools" SET "accepted_definition" = "definition" WHERE "accepted_hash" = "hash"',
    );
  }
}
