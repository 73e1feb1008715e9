import { countTriggers } from '../count-triggers.js';
import { type DatabaseKind, Migration } from '../../../platform/database/migration.js';

/**
 * Indexes for lists of files. The lists are in byte order, for which PostgreSQL needs indexes with the collation "C".
 */
const ORDERS = {
  sqlite: [
    `CREATE INDEX "files_workspace_parent" ON "files" ("workspace_id", "parent_path", "type", "name")`,
  ],
  postgres: [
    `CREATE INDEX "files_path_bytes" ON "files" ("workspace_id", "path" COLLATE "C")`,
    `CREATE INDEX "files_parent_bytes" ON "files"
      ("workspace_id", "parent_path", "type" COLLATE "C", "name" COLLATE "C")`,
    `CREATE INDEX "file_versions_path_bytes" ON "file_versions" ("workspace_id", "path" COLLATE "C", "id")`,
  ],
};

/**
 * Creates the tables of files and their versions, documents and their conversions, the files used by tasks, and the id
 * of the installation.
 */
export class Files1700000000008 extends Migration {
  readonly breaking = true;
  readonly name = 'Files1700000000008';

  protected override statements(kind: DatabaseKind): string[] {
    return [
      `CREATE TABLE "conversion_contents" (
        "id" text PRIMARY KEY NOT NULL,
        "conversion_id" text NOT NULL,
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "blob_id" text NOT NULL,
        "size" bigint NOT NULL,
        "etag" text NOT NULL
      )`,
      `CREATE INDEX "conversion_contents_blob" ON "conversion_contents" ("blob_id")`,
      `CREATE UNIQUE INDEX "conversion_contents_name" ON "conversion_contents" ("conversion_id", "name")`,
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
        "created_at" bigint NOT NULL,
        "charset" text
      )`,
      `CREATE INDEX "conversion_jobs_blob" ON "conversion_jobs" ("blob_id")`,
      `CREATE INDEX "conversion_jobs_due" ON "conversion_jobs" ("project_id", "due_at", "created_at", "file_id")`,
      `CREATE INDEX "conversion_jobs_workspace" ON "conversion_jobs" ("workspace_id")`,
      `CREATE TABLE "conversions" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "etag" text NOT NULL,
        "name" text NOT NULL,
        "converter" text NOT NULL,
        "warnings" text NOT NULL,
        "used_at" bigint NOT NULL
      )`,
      `CREATE UNIQUE INDEX "conversions_document" ON "conversions" ("project_id", "etag", "name", "converter")`,
      `CREATE INDEX "conversions_used" ON "conversions" ("project_id", "used_at")`,
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
        "ended_by" text NOT NULL,
        "original_blob_id" text,
        "original_size" bigint NOT NULL DEFAULT 0,
        "original_etag" text,
        "converter" text,
        "charset" text
      )`,
      `CREATE INDEX "file_versions_blob" ON "file_versions" ("blob_id")`,
      `CREATE INDEX "file_versions_ended" ON "file_versions" ("project_id", "ended_at", "id")`,
      `CREATE UNIQUE INDEX "file_versions_file" ON "file_versions" ("file_id", "number")`,
      `CREATE INDEX "file_versions_oldest" ON "file_versions" ("workspace_id", "ended_at", "id")`,
      `CREATE INDEX "file_versions_original"
        ON "file_versions" ("original_blob_id") WHERE original_blob_id IS NOT NULL`,
      `CREATE INDEX "file_versions_path" ON "file_versions" ("workspace_id", "path", "id")`,
      `CREATE TABLE "files" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "workspace_id" text NOT NULL,
        "path" text NOT NULL,
        "parent_path" text NOT NULL,
        "name" text NOT NULL,
        "type" text NOT NULL,
        "size" bigint NOT NULL,
        "mime_type" text NOT NULL,
        "etag" text NOT NULL,
        "blob_id" text,
        "converted_from" text,
        "created_at" bigint NOT NULL,
        "updated_at" bigint NOT NULL,
        "version" integer NOT NULL DEFAULT 1,
        "indexed_as" text,
        "original_blob_id" text,
        "original_size" bigint NOT NULL DEFAULT 0,
        "original_etag" text,
        "converter" text,
        "conversion" text,
        "written_by" text,
        "written_by_name" text,
        "charset" text,
        "synced_as" text
      )`,
      `CREATE INDEX "files_blob" ON "files" ("blob_id")`,
      `CREATE INDEX "files_original" ON "files" ("original_blob_id") WHERE original_blob_id IS NOT NULL`,
      `CREATE INDEX "files_unindexed"
        ON "files" ("workspace_id", "id") WHERE type = 'file' AND indexed_as IS DISTINCT FROM blob_id || ' ' || mime_type`,
      `CREATE UNIQUE INDEX "files_workspace_path" ON "files" ("workspace_id", "path")`,
      `CREATE TABLE "installation" (
        "name" text PRIMARY KEY NOT NULL,
        "value" text NOT NULL
      )`,
      `CREATE TABLE "task_files" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "task_id" text NOT NULL,
        "workspace_id" text NOT NULL,
        "path" text NOT NULL,
        "how" text NOT NULL,
        "version_id" text,
        "used_at" bigint NOT NULL
      )`,
      `CREATE UNIQUE INDEX "task_files_use" ON "task_files" ("task_id", "workspace_id", "path", "how")`,
      ...ORDERS[kind],
      ...countTriggers('files', 1)[kind],
      ...countTriggers('file_versions', 0)[kind],
    ];
  }
}
