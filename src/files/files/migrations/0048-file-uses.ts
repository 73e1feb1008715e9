import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "files" ADD COLUMN "written_by" text',
  'ALTER TABLE "files" ADD COLUMN "written_by_name" text',
  `CREATE TABLE "task_files" (
    "id" text PRIMARY KEY NOT NULL, "project_id" text NOT NULL, "task_id" text NOT NULL,
    "workspace_id" text NOT NULL, "path" text NOT NULL, "how" text NOT NULL,
    "version_id" text, "used_at" bigint NOT NULL)`,
  `CREATE UNIQUE INDEX "task_files_use" ON "task_files" ("task_id", "workspace_id", "path", "how")`,
];

/** The writers of files, and the files that tasks have used. Of earlier writes and tasks neither is known. */
export class FileUses1700000000048 extends Migration {
  readonly breaking = false;
  readonly name = 'FileUses1700000000048';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
