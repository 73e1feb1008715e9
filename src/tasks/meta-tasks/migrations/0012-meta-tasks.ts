import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of meta-tasks, versions, examples and large scripts. */
export class MetaTasks1700000000012 extends Migration {
  readonly breaking = true;
  readonly name = 'MetaTasks1700000000012';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "script_contents" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "sha256" text NOT NULL,
        "blob_id" text NOT NULL,
        "size" bigint NOT NULL,
        "etag" text NOT NULL,
        "code_bytes" bigint NOT NULL,
        "map_bytes" bigint,
        "used_at" bigint NOT NULL
      )`,
      `CREATE INDEX "script_contents_blob" ON "script_contents" ("blob_id")`,
      `CREATE UNIQUE INDEX "script_contents_sha256" ON "script_contents" ("project_id", "sha256")`,
      `CREATE INDEX "script_contents_used" ON "script_contents" ("used_at")`,
      `CREATE TABLE "task_type_examples" (
        "task_type_id" text NOT NULL,
        "name" text NOT NULL,
        "project_id" text NOT NULL,
        "description" text,
        "params" text NOT NULL,
        "updated_by" text NOT NULL,
        "updated_at" bigint NOT NULL,
        PRIMARY KEY ("task_type_id", "name")
      )`,
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
        "created_at" bigint NOT NULL,
        "inferred_params_schema" text,
        "network" text NOT NULL DEFAULT 'none',
        "allowed_hosts" text NOT NULL DEFAULT '[]',
        "cpu_seconds" integer,
        "program_lock" text,
        "max_attempts" integer NOT NULL DEFAULT 1,
        "retry_rules" text,
        "total_timeout_seconds" integer,
        "priority" integer NOT NULL DEFAULT 0,
        "concurrency_limit" integer,
        "concurrency_key" text,
        "phases" text NOT NULL DEFAULT '[]',
        "max_tokens" integer,
        "max_cost_usd" double precision,
        "agent_id" text,
        "memory" text,
        "memory_subject" text,
        "note" text,
        "mcp" text NOT NULL DEFAULT 'auto',
        "mcp_hints" text,
        "isolation" text NOT NULL DEFAULT 'reuse',
        "draft_of" text,
        "runs_on" text NOT NULL DEFAULT '[]',
        "needs" text NOT NULL DEFAULT '',
        "runtime" text NOT NULL DEFAULT 'isolate',
        "docker_image_id" text,
        "image_version_id" text,
        "image_digest" text,
        "content_id" text,
        "script_bytes" bigint,
        "script_sha256" text
      )`,
      `CREATE INDEX "task_type_versions_content"
        ON "task_type_versions" ("content_id") WHERE content_id IS NOT NULL`,
      `CREATE INDEX "task_type_versions_image"
        ON "task_type_versions" ("image_version_id") WHERE image_version_id IS NOT NULL`,
      `CREATE UNIQUE INDEX "task_type_versions_number" ON "task_type_versions" ("task_type_id", "version")`,
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
    ];
  }
}
