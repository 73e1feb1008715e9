import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

const STATEMENTS = [
  'ALTER TABLE "files" ADD COLUMN "version" integer NOT NULL DEFAULT 1',
  `CREATE TABLE "file_versions" (
    "id" text PRIMARY KEY NOT NULL,
    "file_id" text NOT NULL,
    "number" integer NOT NULL,
    "project_id" text NOT NULL,
    "workspace_id" text NOT NULL,
    "path" text NOT NULL,
    "size" bigint NOT NULL,
    "mime_type" text NOT NULL,
    "etag" text NOT NULL,
    "blob_id" text NOT NULL,
    "converted_from" text,
    "updated_at" bigint NOT NULL,
    "ended_at" bigint NOT NULL,
    "ended_by" text NOT NULL
  )`,
  'CREATE UNIQUE INDEX "file_versions_file" ON "file_versions" ("file_id", "number")',
  'CREATE INDEX "file_versions_blob" ON "file_versions" ("blob_id")',
  'CREATE INDEX "file_versions_path" ON "file_versions" ("workspace_id", "path")',
  'CREATE INDEX "file_versions_oldest" ON "file_versions" ("workspace_id", "ended_at", "id")',
  'CREATE INDEX "file_versions_ended" ON "file_versions" ("project_id", "ended_at", "id")',
  'ALTER TABLE "workspaces" ADD COLUMN "deleted_at" bigint',
  'ALTER TABLE "retention" ADD COLUMN "file_versions_days" integer',
];

export class FileVersions1700000000015 extends Migration {
  /** A server that does not know it would remove the contents that only earlier versions name. */
  readonly breaking = true;
  readonly name = 'FileVersions1700000000015';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
