import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "tasks" ADD COLUMN "parent_id" text',
  'ALTER TABLE "tasks" ADD COLUMN "parent_step_id" text',
  'ALTER TABLE "tasks" ADD COLUMN "root_id" text',
  'ALTER TABLE "tasks" ADD COLUMN "depth" integer NOT NULL DEFAULT 0',
  'ALTER TABLE "tasks" ADD COLUMN "waits_together" integer NOT NULL DEFAULT 0',
  'CREATE INDEX "tasks_children" ON "tasks" ("parent_id", "id") WHERE parent_id IS NOT NULL',
  `CREATE INDEX "tasks_open_children" ON "tasks" ("parent_step_id")
    WHERE parent_step_id IS NOT NULL AND finished_at IS NULL`,
  `CREATE INDEX "task_steps_waiting" ON "task_steps" ("task_id", "kind") WHERE status = 'waiting'`,
  `CREATE TABLE "task_inbox" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "task_id" text NOT NULL,
    "name" text NOT NULL,
    "position" integer NOT NULL,
    "payload" text NOT NULL,
    "size" integer NOT NULL,
    "created_at" bigint NOT NULL
  )`,
  'CREATE INDEX "task_inbox_task" ON "task_inbox" ("task_id", "name", "position")',
];

export class ChildTasks1700000000014 extends Migration {
  /** A server that does not know it would end children without telling their parents. */
  readonly breaking = true;
  readonly name = 'ChildTasks1700000000014';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
