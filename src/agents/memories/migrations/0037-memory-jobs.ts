import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The tasks of which memories are to be distilled, and how that went. */
export class MemoryJobs1700000000037 extends Migration {
  /** A server that does not know it distils nothing. */
  readonly breaking = false;
  readonly name = 'MemoryJobs1700000000037';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE "memory_jobs" (
      "task_id" text PRIMARY KEY NOT NULL,
      "project_id" text NOT NULL,
      "state" text NOT NULL,
      "attempts" integer NOT NULL,
      "next_at" bigint NOT NULL,
      "error" text,
      "candidates" integer,
      "admitted" integer,
      "refused" integer,
      "created_at" bigint NOT NULL,
      "finished_at" bigint)`);
    await runner.query(
      `CREATE INDEX "memory_jobs_due" ON "memory_jobs" ("next_at") WHERE state = 'pending'`,
    );
  }
}
