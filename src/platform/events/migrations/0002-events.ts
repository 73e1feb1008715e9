import { Migration } from '../../database/migration.js';

/** Creates the tables of task events and their counter. */
export class Events1700000000002 extends Migration {
  readonly breaking = true;
  readonly name = 'Events1700000000002';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "event_counters" (
        "project_id" text PRIMARY KEY NOT NULL,
        "seq" bigint NOT NULL,
        "open_params_bytes" bigint NOT NULL DEFAULT 0
      )`,
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
      `CREATE INDEX "task_events_text" ON "task_events" ("task_id", "seq") WHERE type = 'text'`,
    ];
  }
}
