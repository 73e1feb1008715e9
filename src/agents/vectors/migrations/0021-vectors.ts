import { type DatabaseKind, Migration } from '../../../platform/database/migration.js';

/**
 * Types that differ between the databases. Numbers are never reused, since servers identify vectors in memory by them.
 */
const OWN = {
  sqlite: { key: 'integer PRIMARY KEY AUTOINCREMENT', text: 'text', bytes: 'blob' },
  postgres: {
    key: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    text: 'text COLLATE "C"',
    bytes: 'bytea',
  },
};

/** Creates the tables of section vectors. */
export class Vectors1700000000021 extends Migration {
  readonly breaking = true;
  readonly name = 'Vectors1700000000021';

  protected override statements(kind: DatabaseKind): string[] {
    return [
      `CREATE TABLE "search_settings" (
        "project_id" text PRIMARY KEY NOT NULL,
        "by_meaning" boolean NOT NULL,
        "changed_at" bigint NOT NULL
      )`,
      `CREATE TABLE "section_vector_jobs" (
        "project_id" text PRIMARY KEY NOT NULL,
        "attempts" integer NOT NULL,
        "failures" integer NOT NULL,
        "next_at" bigint NOT NULL,
        "error" text,
        "created_at" bigint NOT NULL
      )`,
      `CREATE INDEX "section_vector_jobs_due" ON "section_vector_jobs" ("next_at")`,
      `CREATE TABLE "section_vectors" (
        "number" ${OWN[kind].key} NOT NULL,
        "project_id" text NOT NULL,
        "workspace_id" text NOT NULL,
        "hash" ${OWN[kind].text} NOT NULL,
        "model" text NOT NULL,
        "version" bigint NOT NULL,
        "vector" ${OWN[kind].bytes}
      )`,
      // Floating-point numbers do not compress.
      ...(kind === 'postgres'
        ? ['ALTER TABLE "section_vectors" ALTER COLUMN "vector" SET STORAGE EXTERNAL']
        : []),
      `CREATE UNIQUE INDEX "section_vectors_hash" ON "section_vectors" ("workspace_id", "project_id", "hash")`,
      `CREATE INDEX "section_vectors_place"
        ON "section_vectors" ("project_id", "workspace_id", "version", "number")`,
      `CREATE INDEX "section_vectors_version" ON "section_vectors" ("project_id", "version")`,
      `CREATE INDEX "section_vectors_model" ON "section_vectors" ("project_id", "model", "number")`,
    ];
  }
}
