import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
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
  `CREATE UNIQUE INDEX "schedules_project_name" ON "schedules" ("project_id", "name")`,
  `CREATE INDEX "schedules_project_created" ON "schedules" ("project_id", "created_at", "id")`,
  `CREATE INDEX "schedules_next" ON "schedules" ("next_at", "id") WHERE next_at IS NOT NULL`,
  `ALTER TABLE "tasks" ADD COLUMN "schedule_id" text`,
  `ALTER TABLE "tasks" ADD COLUMN "scheduled_for" bigint`,
  // Tasks that no schedule has made are in none of these.
  `CREATE INDEX "tasks_schedule" ON "tasks" ("schedule_id", "created_at", "id")
   WHERE schedule_id IS NOT NULL`,
  `CREATE INDEX "tasks_schedule_open" ON "tasks" ("schedule_id")
   WHERE schedule_id IS NOT NULL AND status IN ('pending', 'running', 'waiting')`,
  `CREATE UNIQUE INDEX "tasks_schedule_tick" ON "tasks" ("schedule_id", "scheduled_for")
   WHERE scheduled_for IS NOT NULL`,
];

export class Schedules1700000000011 extends Migration {
  /** A server that does not know it makes no tasks of schedules; another one, or it once upgraded, does. */
  readonly breaking = false;
  readonly name = 'Schedules1700000000011';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
