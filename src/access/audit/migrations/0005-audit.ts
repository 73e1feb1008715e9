import { Migration } from '../../../platform/database/migration.js';

export class Audit1700000000005 extends Migration {
  readonly breaking = true;
  readonly name = 'Audit1700000000005';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "audit_log" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "at" bigint NOT NULL,
        "by_kind" text NOT NULL,
        "by_name" text NOT NULL,
        "user_id" text,
        "credential_id" text NOT NULL,
        "address" text NOT NULL,
        "request_id" text NOT NULL,
        "action" text NOT NULL,
        "target" text NOT NULL,
        "diff" text NOT NULL
      )`,
      `CREATE INDEX "audit_log_at" ON "audit_log" ("at")`,
      `CREATE INDEX "audit_log_project" ON "audit_log" ("project_id", "id")`,
    ];
  }
}
