import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "tasks" ADD COLUMN "attempt_queued_at" bigint',
  'ALTER TABLE "tasks" ADD COLUMN "attempt_started_at" bigint',
  'ALTER TABLE "tasks" ADD COLUMN "attempt_worker" text',
  'ALTER TABLE "tasks" ADD COLUMN "attempt_waits" text',
  'ALTER TABLE "tasks" ADD COLUMN "attempt_phases" text',
  `CREATE TABLE "task_attempts" (
    "task_id" text NOT NULL, "attempt" integer NOT NULL, "project_id" text NOT NULL,
    "queued_at" bigint, "started_at" bigint, "finished_at" bigint NOT NULL,
    "outcome" text NOT NULL, "error_code" text, "error_message" text, "error_stack" text,
    "cpu_ms" bigint, "peak_memory_bytes" bigint, "worker_id" text, "waits" text, "phases" text,
    "retried_by" text, "retried_by_name" text,
    PRIMARY KEY ("task_id", "attempt"))`,
];

/** The attempts of tasks that others have followed. Of those before this migration nothing is known. */
export class Attempts1700000000042 extends Migration {
  readonly breaking = false;
  readonly name = 'Attempts1700000000042';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
