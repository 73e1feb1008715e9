import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "tasks" ADD COLUMN "woken" integer NOT NULL DEFAULT 0',
  'ALTER TABLE "tasks" ADD COLUMN "step_count" integer NOT NULL DEFAULT 0',
  'ALTER TABLE "tasks" ADD COLUMN "wake_at" bigint',
  `CREATE INDEX "tasks_wake" ON "tasks" ("wake_at") WHERE status = 'waiting'`,
  `CREATE TABLE "task_steps" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "task_id" text NOT NULL,
    "position" integer NOT NULL,
    "kind" text NOT NULL,
    "name" text NOT NULL,
    "occurrence" integer NOT NULL,
    "ordered" boolean NOT NULL,
    "status" text NOT NULL,
    "attempts" integer NOT NULL,
    "result" text,
    "error_type" text,
    "error_message" text,
    "detail" text,
    "wake_at" bigint,
    "started_at" bigint NOT NULL,
    "finished_at" bigint
  )`,
  'CREATE UNIQUE INDEX "task_steps_key" ON "task_steps" ("task_id", "kind", "name", "occurrence")',
];

export class Steps1700000000008 extends Migration {
  /** A server that does not know it would leave tasks that wait for ever, and lose what steps have recorded. */
  readonly breaking = true;
  readonly name = 'Steps1700000000008';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
