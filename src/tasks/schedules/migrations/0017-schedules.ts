import { Migration } from '../../../platform/database/migration.js';

/** Creates the tables of schedules. */
export class Schedules1700000000017 extends Migration {
  readonly breaking = true;
  readonly name = 'Schedules1700000000017';

  protected override statements(): string[] {
    return [
      `CREATE TABLE "schedules" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "task_type" text NOT NULL,
        "params" text NOT NULL,
        "task_name" text,
        "cron" text,
        "every_seconds" integer,
        "once_at" bigint,
        "time_zone" text NOT NULL,
        "anchor_at" bigint,
        "missed" text NOT NULL,
        "overlap" text NOT NULL,
        "next_at" bigint,
        "last_tick_at" bigint,
        "paused_at" bigint,
        "pause_reason" text,
        "failures" integer NOT NULL,
        "last_error" text,
        "last_error_at" bigint,
        "skipped_ticks" integer NOT NULL,
        "last_skipped_at" bigint,
        "last_skip_reason" text,
        "revision" integer NOT NULL,
        "created_by" text NOT NULL,
        "created_at" bigint NOT NULL,
        "updated_at" bigint NOT NULL
      )`,
      `CREATE INDEX "schedules_next" ON "schedules" ("next_at", "id") WHERE next_at IS NOT NULL`,
      `CREATE INDEX "schedules_project_created" ON "schedules" ("project_id", "created_at", "id")`,
      `CREATE UNIQUE INDEX "schedules_project_name" ON "schedules" ("project_id", "name")`,
    ];
  }
}
