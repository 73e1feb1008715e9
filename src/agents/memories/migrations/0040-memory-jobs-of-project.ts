import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE INDEX "memory_jobs_project" ON "memory_jobs" ("project_id", "task_id")`,
  // Few are open, however many are done.
  `CREATE INDEX "memory_jobs_open" ON "memory_jobs" ("project_id", "state", "task_id") WHERE state <> 'done'`,
];

/** The jobs of a project are listed, and those that are not done are counted. */
export class MemoryJobsOfProject1700000000040 extends Migration {
  readonly breaking = false;
  readonly name = 'MemoryJobsOfProject1700000000040';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
