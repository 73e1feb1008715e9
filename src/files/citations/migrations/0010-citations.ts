import { Migration } from '../../../platform/database/migration.js';

/** Creates the table of citations. */
export class Citations1700000000010 extends Migration {
  readonly breaking = true;
  readonly name = 'Citations1700000000010';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "citations" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text NOT NULL,
        "workspace_id" text NOT NULL,
        "path" text NOT NULL,
        "quote" text NOT NULL,
        "heading" text NOT NULL,
        "line" integer NOT NULL,
        "etag" text NOT NULL,
        "seen_etag" text NOT NULL,
        "stale" text,
        "stale_at" bigint,
        "created_at" bigint NOT NULL,
        "lines_hash" text
      )`,
      `CREATE INDEX "citations_file" ON "citations" ("project_id", "path", "id")`,
      `CREATE INDEX "citations_project" ON "citations" ("project_id", "id")`,
      `CREATE INDEX "citations_stale" ON "citations" ("project_id", "id") WHERE stale IS NOT NULL`,
      `CREATE INDEX "citations_task" ON "citations" ("task_id", "id")`,
    ];
  }
}
