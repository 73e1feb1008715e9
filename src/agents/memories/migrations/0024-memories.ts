import { type DatabaseKind, Migration } from '../../../platform/database/migration.js';

/** Key of a memory, terms on PostgreSQL, and vector types. */
const OWN = {
  sqlite: { key: 'integer PRIMARY KEY NOT NULL', terms: '', number: 'integer', bytes: 'blob' },
  postgres: {
    key: 'bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY',
    terms: ', "terms" tsvector',
    number: 'bigint',
    bytes: 'bytea',
  },
};

const TERMS = {
  sqlite: [
    // Anything except spaces is part of a term. The text is stored, so that a removed row is gone at the commit.
    `CREATE VIRTUAL TABLE "memory_terms" USING fts5 (text, tokenize='ascii')`,
    `INSERT INTO "memory_terms" ("memory_terms", "rank") VALUES ('secure-delete', 1)`,
  ],
  postgres: ['CREATE INDEX "memories_terms" ON "memories" USING gin ("terms")'],
};

/** Creates the tables of memories with their sources, terms and vectors. */
export class Memories1700000000024 extends Migration {
  readonly breaking = true;
  readonly name = 'Memories1700000000024';

  protected override statements(kind: DatabaseKind): string[] {
    return [
      `CREATE TABLE "memory_counters" (
        "project_id" text NOT NULL,
        "name" text NOT NULL,
        "count" bigint NOT NULL,
        PRIMARY KEY ("project_id", "name")
      )`,
      `CREATE TABLE "memory_jobs" (
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
        "finished_at" bigint
      )`,
      `CREATE INDEX "memory_jobs_due" ON "memory_jobs" ("next_at") WHERE state = 'pending'`,
      `CREATE INDEX "memory_jobs_open" ON "memory_jobs" ("project_id", "state", "task_id") WHERE state <> 'done'`,
      `CREATE INDEX "memory_jobs_project" ON "memory_jobs" ("project_id", "task_id")`,
      `CREATE TABLE "memory_settings" (
        "project_id" text PRIMARY KEY NOT NULL,
        "model" text,
        "review" text NOT NULL
      )`,
      `CREATE TABLE "memory_sources" (
        "id" text PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "memory_id" text NOT NULL,
        "task_id" text,
        "attempt" integer,
        "step_id" text,
        "pointer" text,
        "quote" text,
        "file_path" text,
        "first_line" integer,
        "last_line" integer,
        "created_at" bigint NOT NULL
      )`,
      `CREATE INDEX "memory_sources_memory" ON "memory_sources" ("memory_id")`,
      `CREATE INDEX "memory_sources_task" ON "memory_sources" ("task_id")`,
      `CREATE TABLE "memory_tombstones" (
        "project_id" text NOT NULL,
        "hash" text NOT NULL,
        "created_at" bigint NOT NULL,
        PRIMARY KEY ("project_id", "hash")
      )`,
      `CREATE TABLE "memory_uses" (
        "memory_id" text NOT NULL,
        "task_id" text NOT NULL,
        "step_id" text NOT NULL,
        "project_id" text NOT NULL,
        "created_at" bigint NOT NULL,
        PRIMARY KEY ("memory_id", "task_id", "step_id")
      )`,
      `CREATE INDEX "memory_uses_task" ON "memory_uses" ("task_id")`,
      `CREATE TABLE "memory_vector_jobs" (
        "project_id" text PRIMARY KEY NOT NULL,
        "attempts" integer NOT NULL,
        "failures" integer NOT NULL,
        "next_at" bigint NOT NULL,
        "error" text,
        "created_at" bigint NOT NULL
      )`,
      `CREATE INDEX "memory_vector_jobs_due" ON "memory_vector_jobs" ("next_at")`,
      `CREATE TABLE "memories" (
        "number" ${OWN[kind].key},
        "id" text NOT NULL,
        "project_id" text NOT NULL,
        "scope" text NOT NULL,
        "scope_id" text NOT NULL,
        "subject_hash" text NOT NULL,
        "kind" text NOT NULL,
        "text" text,
        "hash" text NOT NULL,
        "status" text NOT NULL,
        "trust" text NOT NULL,
        "supersedes_id" text,
        "expires_at" bigint,
        "created_via" text NOT NULL,
        "created_by" text NOT NULL,
        "model" text,
        "uses" integer NOT NULL,
        "last_used_at" bigint,
        "created_at" bigint NOT NULL,
        "updated_at" bigint NOT NULL
        ${OWN[kind].terms}
      )`,
      ...TERMS[kind],
      `CREATE UNIQUE INDEX "memories_id" ON "memories" ("id")`,
      `CREATE UNIQUE INDEX "memories_hash"
        ON "memories" ("project_id", "scope", "scope_id", "subject_hash", "hash")`,
      // Each addition counts the memories of a scope.
      `CREATE INDEX "memories_scope"
        ON "memories" ("project_id", "scope", "scope_id", "subject_hash", "status")`,
      `CREATE INDEX "memories_list" ON "memories" ("project_id", "id")`,
      // Vectors are in separate rows, since every search reads the rows of memories, which must stay short.
      `CREATE TABLE "memory_vectors" (
        "number" ${OWN[kind].number} PRIMARY KEY NOT NULL,
        "project_id" text NOT NULL,
        "scope" text NOT NULL,
        "scope_id" text NOT NULL,
        "subject_hash" text NOT NULL,
        "model" text NOT NULL,
        "hash" text NOT NULL,
        "version" bigint NOT NULL,
        "vector" ${OWN[kind].bytes}
      )`,
      // Floating-point numbers do not compress.
      ...(kind === 'postgres'
        ? ['ALTER TABLE "memory_vectors" ALTER COLUMN "vector" SET STORAGE EXTERNAL']
        : []),
      `CREATE INDEX "memory_vectors_place"
        ON "memory_vectors" ("project_id", "scope", "scope_id", "subject_hash", "version", "number")`,
      `CREATE INDEX "memory_vectors_version" ON "memory_vectors" ("project_id", "version")`,
      `CREATE INDEX "memory_vectors_model" ON "memory_vectors" ("project_id", "model", "number")`,
    ];
  }
}
