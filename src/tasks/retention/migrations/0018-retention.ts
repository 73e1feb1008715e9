import { Migration } from '../../../platform/database/migration.js';

/** Creates the table of the projects' retention policies. */
export class Retention1700000000018 extends Migration {
  readonly breaking = true;
  readonly name = 'Retention1700000000018';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "retention" (
        "project_id" text PRIMARY KEY NOT NULL,
        "tasks_days" integer,
        "events_days" integer,
        "logs_days" integer,
        "events_deleted_until" bigint NOT NULL DEFAULT 0,
        "logs_deleted_until" bigint NOT NULL DEFAULT 0,
        "file_versions_days" integer
      )`,
    ];
  }
}
