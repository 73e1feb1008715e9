import type { QueryRunner } from 'typeorm';
import { Migration } from '../migration.js';

/** Plain SQL that means the same on SQLite and on PostgreSQL; the drift check holds it to the entities. */
const STATEMENTS = [
  `CREATE TABLE "access_tokens" (
    "id" text PRIMARY KEY NOT NULL,
    "user_id" text NOT NULL,
    "name" text NOT NULL,
    "role" text NOT NULL,
    "hash" text NOT NULL,
    "hint" text NOT NULL,
    "created_at" bigint NOT NULL,
    "expires_at" bigint,
    "revoked_at" bigint,
    "last_used_at" bigint
  )`,
  `CREATE INDEX "access_tokens_user" ON "access_tokens" ("user_id")`,
  `CREATE UNIQUE INDEX "access_tokens_hash" ON "access_tokens" ("hash")`,
  `CREATE TABLE "api_keys" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "name" text NOT NULL,
    "scopes" text NOT NULL,
    "hash" text NOT NULL,
    "hint" text NOT NULL,
    "created_by" text,
    "created_at" bigint NOT NULL,
    "expires_at" bigint,
    "revoked_at" bigint,
    "last_used_at" bigint
  )`,
  `CREATE INDEX "api_keys_project" ON "api_keys" ("project_id")`,
  `CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" ("hash")`,
  `CREATE TABLE "event_counters" (
    "project_id" text PRIMARY KEY NOT NULL,
    "seq" bigint NOT NULL
  )`,
  `CREATE TABLE "files" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "workspace_id" text NOT NULL,
    "path" text NOT NULL,
    "parent_path" text NOT NULL,
    "name" text NOT NULL,
    "type" text NOT NULL,
    "size" bigint NOT NULL,
    "mime_type" text NOT NULL,
    "etag" text NOT NULL,
    "blob_id" text,
    "converted_from" text,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL
  )`,
  `CREATE INDEX "files_workspace_parent" ON "files" ("workspace_id", "parent_path", "type", "name")`,
  `CREATE INDEX "files_blob" ON "files" ("blob_id")`,
  `CREATE UNIQUE INDEX "files_workspace_path" ON "files" ("workspace_id", "path")`,
  `CREATE TABLE "members" (
    "project_id" text NOT NULL,
    "user_id" text NOT NULL,
    "role" text NOT NULL,
    "created_at" bigint NOT NULL,
    PRIMARY KEY ("project_id", "user_id")
  )`,
  `CREATE INDEX "members_user" ON "members" ("user_id")`,
  `CREATE TABLE "projects" (
    "id" text PRIMARY KEY NOT NULL,
    "slug" text NOT NULL,
    "name" text NOT NULL,
    "created_at" bigint NOT NULL,
    "archived_at" bigint
  )`,
  `CREATE UNIQUE INDEX "projects_slug" ON "projects" ("slug")`,
  `CREATE TABLE "schema_marks" (
    "name" text PRIMARY KEY NOT NULL,
    "breaking" boolean NOT NULL,
    "applied_at" bigint NOT NULL
  )`,
  `CREATE TABLE "tasks" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "version_id" text NOT NULL,
    "task_type" text NOT NULL,
    "task_type_version" integer NOT NULL,
    "name" text NOT NULL,
    "status" text NOT NULL,
    "progress" integer NOT NULL,
    "current_phase" text,
    "params" text NOT NULL,
    "result" text,
    "error_code" text,
    "error_message" text,
    "error_stack" text,
    "attempt" integer NOT NULL,
    "crashes" integer NOT NULL,
    "fence" integer NOT NULL,
    "worker_id" text,
    "lease_until" bigint,
    "priority" integer NOT NULL,
    "run_at" bigint NOT NULL,
    "cancel_requested_at" bigint,
    "created_at" bigint NOT NULL,
    "started_at" bigint,
    "finished_at" bigint
  )`,
  `CREATE INDEX "tasks_running" ON "tasks" ("lease_until") WHERE status = 'running'`,
  `CREATE INDEX "tasks_pending" ON "tasks" ("run_at", "priority") WHERE status = 'pending'`,
  `CREATE INDEX "tasks_project_status" ON "tasks" ("project_id", "status", "created_at", "id")`,
  `CREATE INDEX "tasks_project_created" ON "tasks" ("project_id", "created_at", "id")`,
  `CREATE TABLE "task_events" (
    "project_id" text NOT NULL,
    "seq" bigint NOT NULL,
    "task_id" text NOT NULL,
    "attempt" integer NOT NULL,
    "type" text NOT NULL,
    "level" text,
    "data" text NOT NULL,
    "created_at" bigint NOT NULL,
    PRIMARY KEY ("project_id", "seq")
  )`,
  `CREATE INDEX "task_events_task" ON "task_events" ("task_id", "seq")`,
  `CREATE TABLE "task_types" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "identifier" text NOT NULL,
    "current_version" integer NOT NULL,
    "latest_version" integer NOT NULL,
    "created_at" bigint NOT NULL,
    "updated_at" bigint NOT NULL,
    "archived_at" bigint
  )`,
  `CREATE UNIQUE INDEX "task_types_project_identifier" ON "task_types" ("project_id", "identifier")`,
  `CREATE TABLE "task_type_versions" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "task_type_id" text NOT NULL,
    "version" integer NOT NULL,
    "name" text NOT NULL,
    "description" text,
    "execution_mode" text NOT NULL,
    "script_language" text NOT NULL,
    "script" text,
    "program_code" text,
    "program_source_map" text,
    "workspace_id" text,
    "auto_approve" boolean NOT NULL,
    "extract_memory" boolean NOT NULL,
    "allow_mcp" boolean NOT NULL,
    "params_schema" text,
    "result_schema" text,
    "timeout_seconds" integer,
    "memory_mb" integer,
    "created_by" text NOT NULL,
    "created_at" bigint NOT NULL
  )`,
  `CREATE UNIQUE INDEX "task_type_versions_number" ON "task_type_versions" ("task_type_id", "version")`,
  `CREATE TABLE "users" (
    "id" text PRIMARY KEY NOT NULL,
    "name" text NOT NULL,
    "is_admin" boolean NOT NULL,
    "created_at" bigint NOT NULL
  )`,
  `CREATE TABLE "workspaces" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "name" text NOT NULL,
    "kind" text NOT NULL,
    "is_default" boolean NOT NULL,
    "quota_bytes" bigint,
    "created_at" bigint NOT NULL
  )`,
  `CREATE UNIQUE INDEX "workspaces_project_name" ON "workspaces" ("project_id", "name")`,
];

export class Initial1700000000001 extends Migration {
  readonly breaking = true;
  readonly name = 'Initial1700000000001';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
