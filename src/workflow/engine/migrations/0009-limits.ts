import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `ALTER TABLE "task_type_versions" ADD COLUMN "max_attempts" integer NOT NULL DEFAULT 1`,
  `ALTER TABLE "task_type_versions" ADD COLUMN "retry_rules" text`,
  `ALTER TABLE "task_type_versions" ADD COLUMN "total_timeout_seconds" integer`,
  `ALTER TABLE "task_type_versions" ADD COLUMN "priority" integer NOT NULL DEFAULT 0`,
  `ALTER TABLE "task_type_versions" ADD COLUMN "concurrency_limit" integer`,
  `ALTER TABLE "task_type_versions" ADD COLUMN "concurrency_key" text`,
  `ALTER TABLE "tasks" ADD COLUMN "max_attempts" integer NOT NULL DEFAULT 1`,
  `ALTER TABLE "tasks" ADD COLUMN "failures" integer NOT NULL DEFAULT 0`,
  `ALTER TABLE "tasks" ADD COLUMN "deadline_at" bigint`,
  `ALTER TABLE "tasks" ADD COLUMN "slot_key" text`,
  `ALTER TABLE "tasks" ADD COLUMN "parked" integer NOT NULL DEFAULT 0`,
  // Due tasks are looked up project by project, so that no project hides behind the flood of another.
  `DROP INDEX "tasks_pending"`,
  `CREATE INDEX "tasks_ready" ON "tasks" ("project_id", "priority", "run_at")
    WHERE status = 'pending' AND parked = 0`,
  `CREATE INDEX "tasks_limited" ON "tasks" ("parked", "slot_key", "priority", "run_at")
    WHERE status = 'pending' AND slot_key IS NOT NULL`,
  `CREATE INDEX "tasks_deadline" ON "tasks" ("deadline_at")
    WHERE finished_at IS NULL AND deadline_at IS NOT NULL`,
];

/** Retries, total time limits, priorities and concurrency limits. Versions and tasks that exist stay as they were. */
export class Limits1700000000009 extends Migration {
  /** A server that does not know it would pass concurrency limits, and would not try again. */
  readonly breaking = true;
  readonly name = 'Limits1700000000009';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
