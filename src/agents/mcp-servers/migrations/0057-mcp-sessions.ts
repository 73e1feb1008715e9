import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The sessions in which tasks of MCP servers of the revision 2025-11-25 were begun. */
export class McpSessions1700000000057 extends Migration {
  readonly breaking = false;
  readonly name = 'McpSessions1700000000057';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "mcp_sessions" (
      "task_id" text NOT NULL,
      "server_id" text NOT NULL,
      "remote_id" text NOT NULL,
      "project_id" text NOT NULL,
      "session" text NOT NULL,
      "created_at" bigint NOT NULL,
      PRIMARY KEY ("task_id", "server_id", "remote_id")
    )`);
  }
}
