import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of projects, members, workspaces and stored amounts. */
export class Projects1700000000006 extends Migration {
  readonly breaking = true;
  readonly name = 'Projects1700000000006';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "members" (
        "project_id" text NOT NULL,
        "user_id" text NOT NULL,
        "role" text NOT NULL,
        "created_at" bigint NOT NULL,
        PRIMARY KEY ("project_id", "user_id")
      )`,
      `CREATE INDEX "members_user" ON "members" ("user_id")`,
      `CREATE TABLE "project_usage" (
        "project_id" text PRIMARY KEY NOT NULL,
        "files" bigint NOT NULL,
        "file_bytes" bigint NOT NULL
      )`,
      `CREATE TABLE "projects" (
        "id" text PRIMARY KEY NOT NULL,
        "slug" text NOT NULL,
        "name" text NOT NULL,
        "created_at" bigint NOT NULL,
        "archived_at" bigint,
        "mcp_approvals" text NOT NULL DEFAULT 'links'
      )`,
      `CREATE UNIQUE INDEX "projects_slug" ON "projects" ("slug")`,
      `CREATE TABLE "workspaces" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "kind" text NOT NULL,
        "is_default" boolean NOT NULL,
        "quota_bytes" bigint,
        "created_at" bigint NOT NULL,
        "deleted_at" bigint
      )`,
      `CREATE UNIQUE INDEX "workspaces_project_name" ON "workspaces" ("project_id", "name")`,
    ];
  }
}
