import type { QueryRunner } from 'typeorm';
import { Migration } from '../../../platform/database/migration.js';

/** The columns about the original that a content was converted from; in `files` and in `file_versions`. */
const ORIGINAL = [
  '"original_blob_id" text',
  '"original_size" bigint NOT NULL DEFAULT 0',
  '"original_etag" text',
  '"converter" text',
];

const STATEMENTS = [
  ...['files', 'file_versions'].flatMap((table) => [
    ...ORIGINAL.map((column) => `ALTER TABLE "${table}" ADD COLUMN ${column}`),
    `CREATE INDEX "${table}_original" ON "${table}" ("original_blob_id") WHERE original_blob_id IS NOT NULL`,
  ]),
  'ALTER TABLE "files" ADD COLUMN "conversion" text',
  `CREATE TABLE "conversion_jobs" (
    "file_id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "workspace_id" text NOT NULL,
    "name" text NOT NULL,
    "blob_id" text NOT NULL,
    "size" bigint NOT NULL,
    "etag" text NOT NULL,
    "attempts" integer NOT NULL,
    "due_at" bigint NOT NULL,
    "created_at" bigint NOT NULL
  )`,
  'CREATE INDEX "conversion_jobs_due" ON "conversion_jobs" ("project_id", "due_at")',
  'CREATE INDEX "conversion_jobs_blob" ON "conversion_jobs" ("blob_id")',
  'CREATE INDEX "conversion_jobs_workspace" ON "conversion_jobs" ("workspace_id")',
  `CREATE TABLE "conversions" (
    "id" text PRIMARY KEY NOT NULL,
    "project_id" text NOT NULL,
    "etag" text NOT NULL,
    "name" text NOT NULL,
    "converter" text NOT NULL,
    "warnings" text NOT NULL,
    "used_at" bigint NOT NULL
  )`,
  'CREATE UNIQUE INDEX "conversions_document" ON "conversions" ("project_id", "etag", "name", "converter")',
  'CREATE INDEX "conversions_used" ON "conversions" ("project_id", "used_at")',
  `CREATE TABLE "conversion_contents" (
    "id" text PRIMARY KEY NOT NULL,
    "conversion_id" text NOT NULL,
    "project_id" text NOT NULL,
    "name" text NOT NULL,
    "blob_id" text NOT NULL,
    "size" bigint NOT NULL,
    "etag" text NOT NULL
  )`,
  'CREATE UNIQUE INDEX "conversion_contents_name" ON "conversion_contents" ("conversion_id", "name")',
  'CREATE INDEX "conversion_contents_blob" ON "conversion_contents" ("blob_id")',
];

export class Documents1700000000017 extends Migration {
  /** A server that does not know it would remove the originals of converted documents. */
  readonly breaking = true;
  readonly name = 'Documents1700000000017';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }
}
