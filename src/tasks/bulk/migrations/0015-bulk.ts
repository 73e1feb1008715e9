import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of bulk operations. */
export class Bulk1700000000015 extends Migration {
  readonly breaking = true;
  readonly name = 'Bulk1700000000015';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "bulk_items" (
        "bulk_id" text NOT NULL,
        "number" integer NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text NOT NULL,
        "outcome" text,
        "detail" text,
        PRIMARY KEY ("bulk_id", "number")
      )`,
      `CREATE INDEX "bulk_items_open" ON "bulk_items" ("bulk_id", "number") WHERE outcome IS NULL`,
      `CREATE INDEX "bulk_items_refused"
        ON "bulk_items" ("bulk_id", "number") WHERE outcome IS NOT NULL AND outcome <> 'done'`,
      `CREATE TABLE "bulk_operations" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "action" text NOT NULL,
        "version" text NOT NULL,
        "name" text,
        "state" text NOT NULL,
        "total" integer NOT NULL,
        "done" integer NOT NULL,
        "refused" integer NOT NULL,
        "attempts" integer NOT NULL,
        "next_at" bigint,
        "created_by" text NOT NULL,
        "created_by_name" text,
        "created_at" bigint NOT NULL,
        "finished_at" bigint
      )`,
      `CREATE INDEX "bulk_operations_due" ON "bulk_operations" ("next_at") WHERE state = 'running'`,
      `CREATE INDEX "bulk_operations_finished"
        ON "bulk_operations" ("finished_at") WHERE finished_at IS NOT NULL`,
      `CREATE INDEX "bulk_operations_project" ON "bulk_operations" ("project_id", "id")`,
    ];
  }
}
