import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "mcp_local_states" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "revision" text,
    "error" text,
    "checked_at" bigint
  )`,
  `CREATE INDEX "task_steps_mcp" ON "task_steps" ("project_id", "id") WHERE kind = 'mcp'`,
];

/** The state of the installation's MCP servers in each project, and the calls of MCP servers by project. */
export class McpStdio1700000000056 extends Migration {
  readonly breaking = false;
  readonly name = 'McpStdio1700000000056';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
