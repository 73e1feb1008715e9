import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "mcp_servers" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "name" text NOT NULL,
    "url" text NOT NULL,
    "auth" text NOT NULL,
    "allow" text NOT NULL,
    "timeout_seconds" integer NOT NULL,
    "max_concurrency" integer NOT NULL,
    "revision" text,
    "error" text,
    "checked_at" bigint,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "updated_by" text NOT NULL
  )`,
  `CREATE UNIQUE INDEX "mcp_servers_name" ON "mcp_servers" ("project_id", "name")`,
  `CREATE TABLE "mcp_tools" (
    "server_id" text NOT NULL,
    "name" text NOT NULL,
    "project_id" text NOT NULL,
    "definition" text NOT NULL,
    "hash" text NOT NULL,
    "accepted_hash" text,
    "accepted_by" text,
    "accepted_at" bigint,
    PRIMARY KEY ("server_id", "name")
  )`,
  `CREATE TABLE "mcp_remote_tasks" (
    "step_id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "task_id" text NOT NULL,
    "server_id" text NOT NULL,
    "remote_id" text NOT NULL,
    "poll_ms" bigint NOT NULL,
    "next_at" bigint NOT NULL,
    "attempts" integer NOT NULL,
    "failures" integer NOT NULL,
    "created_at" bigint NOT NULL
  )`,
  `CREATE INDEX "mcp_remote_tasks_due" ON "mcp_remote_tasks" ("next_at")`,
  `CREATE INDEX "mcp_remote_tasks_server" ON "mcp_remote_tasks" ("server_id")`,
];

/** MCP servers of projects, their tools, and their tasks that calls wait for. */
export class McpServers1700000000062 extends Migration {
  /** A server that does not know them takes a step of kind "mcp" for one of its own, and asks no MCP server how a task stands. */
  readonly breaking = true;
  readonly name = 'McpServers1700000000062';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
