import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of MCP servers with their tools, sessions and tasks. */
export class McpServers1700000000022 extends Migration {
  readonly breaking = true;
  readonly name = 'McpServers1700000000022';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "mcp_local_states" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "revision" text,
        "error" text,
        "checked_at" bigint
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
      `CREATE TABLE "mcp_sessions" (
        "task_id" text NOT NULL,
        "server_id" text NOT NULL,
        "remote_id" text NOT NULL,
        "project_id" text NOT NULL,
        "session" text NOT NULL,
        "created_at" bigint NOT NULL,
        PRIMARY KEY ("task_id", "server_id", "remote_id")
      )`,
      `CREATE TABLE "mcp_tools" (
        "server_id" text NOT NULL,
        "name" text NOT NULL,
        "project_id" text NOT NULL,
        "definition" text NOT NULL,
        "hash" text NOT NULL,
        "accepted_hash" text,
        "accepted_by" text,
        "accepted_at" bigint,
        "accepted_definition" text,
        PRIMARY KEY ("server_id", "name")
      )`,
    ];
  }
}
