import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "concurrency_slots" ("slot_key" text NOT NULL, "n" integer NOT NULL, "project_id" text NOT NULL,
     "task_id" text, "fence" integer, "used_at" bigint NOT NULL, PRIMARY KEY ("slot_key", "n"))`,
  `CREATE INDEX "concurrency_slots_task" ON "concurrency_slots" ("task_id") WHERE task_id IS NOT NULL`,
  `CREATE INDEX "concurrency_slots_free" ON "concurrency_slots" ("used_at") WHERE task_id IS NULL`,
];

/** Slots of concurrency limits. The sweep gives one to each task that runs without, as at an upgrade. */
export class ConcurrencySlots1700000000058 extends Migration {
  readonly breaking = false;
  readonly name = 'ConcurrencySlots1700000000058';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
