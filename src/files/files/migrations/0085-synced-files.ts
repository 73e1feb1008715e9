import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "files" ADD COLUMN "synced_as" text',
  'DROP INDEX "conversion_jobs_due"',
  `CREATE INDEX "conversion_jobs_due" ON "conversion_jobs" ("project_id", "due_at", "created_at", "file_id")`,
];

/** Which sync of a folder a file is kept by, and the order in which documents wait. No present file is kept by one. */
export class SyncedFiles1700000000085 extends Migration {
  readonly breaking = false;
  readonly name = 'SyncedFiles1700000000085';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
