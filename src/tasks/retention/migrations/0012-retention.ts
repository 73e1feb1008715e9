import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "retention" (
    "project_id" text PRIMARY KEY NOT NULL,
    "tasks_days" integer,
    "events_days" integer,
    "logs_days" integer,
    "events_deleted_until" bigint NOT NULL DEFAULT 0,
    "logs_deleted_until" bigint NOT NULL DEFAULT 0
  )`,
  // What the sweep of retention goes by: with a million finished tasks it reads those that are due alone.
  `CREATE INDEX "tasks_finished" ON "tasks" ("project_id", "finished_at", "id") WHERE finished_at IS NOT NULL`,
  // Lists by meta-task: without it one that few tasks are of had the whole project read (0.3 s for a million).
  `CREATE INDEX "tasks_project_type" ON "tasks" ("project_id", "task_type", "created_at", "id")`,
];

export class Retention1700000000012 extends Migration {
  /** A server that does not know it deletes nothing. */
  readonly breaking = false;
  readonly name = 'Retention1700000000012';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
