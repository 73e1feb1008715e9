import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  `CREATE TABLE "script_contents" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "sha256" text NOT NULL,
    "blob_id" text NOT NULL,
    "size" bigint NOT NULL,
    "etag" text NOT NULL,
    "code_bytes" bigint NOT NULL,
    "map_bytes" bigint,
    "used_at" bigint NOT NULL
  )`,
  'CREATE UNIQUE INDEX "script_contents_sha256" ON "script_contents" ("project_id", "sha256")',
  'CREATE INDEX "script_contents_blob" ON "script_contents" ("blob_id")',
  'CREATE INDEX "script_contents_used" ON "script_contents" ("used_at")',
  'ALTER TABLE "task_type_versions" ADD COLUMN "content_id" text',
  'ALTER TABLE "task_type_versions" ADD COLUMN "script_bytes" bigint',
  'ALTER TABLE "task_type_versions" ADD COLUMN "script_sha256" text',
  'CREATE INDEX "task_type_versions_content" ON "task_type_versions" ("content_id") WHERE content_id IS NOT NULL',
];

/** Large scripts as stored contents. */
export class ScriptContents1700000000079 extends Migration {
  /** A server that does not know it would run an empty script, and remove the contents of large ones. */
  readonly breaking = true;
  readonly name = 'ScriptContents1700000000079';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
