import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of approvals and of their links. */
export class Approvals1700000000013 extends Migration {
  readonly breaking = true;
  readonly name = 'Approvals1700000000013';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "approval_links" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "approval_id" text NOT NULL,
        "name" text NOT NULL,
        "created_by" text NOT NULL,
        "created_at" bigint NOT NULL,
        "used_at" bigint,
        "revoked_at" bigint
      )`,
      `CREATE INDEX "approval_links_approval" ON "approval_links" ("approval_id")`,
      `CREATE TABLE "approvals" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text NOT NULL,
        "attempt" integer NOT NULL,
        "prompt" text NOT NULL,
        "proposal" text,
        "form" text,
        "hash" text NOT NULL,
        "status" text NOT NULL,
        "automatic" boolean NOT NULL,
        "comment" text,
        "payload" text,
        "decided_by" text,
        "decided_via" text,
        "created_at" bigint NOT NULL,
        "expires_at" bigint,
        "decided_at" bigint
      )`,
      `CREATE INDEX "approvals_project" ON "approvals" ("project_id", "id")`,
      `CREATE INDEX "approvals_status" ON "approvals" ("project_id", "status", "id")`,
      `CREATE INDEX "approvals_task" ON "approvals" ("task_id")`,
    ];
  }
}
